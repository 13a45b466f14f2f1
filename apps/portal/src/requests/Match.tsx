/** A payment that fits and that nothing binds: what is known of it, and the merchant's own decision that it was for this one. */
import type { AgentPayment, PaymentRequest } from '@pursestrings/sdk'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, queries } from '../client.ts'
import { Confirm } from '../frame/Dialog.tsx'
import { Copy } from '../frame/Facts.tsx'
import { useSession } from '../session.ts'

interface Props {
  readonly settlement: PaymentRequest['settlement'] | AgentPayment['settlement']
  /** Asks the service to accept the payment with this hash. */
  readonly accept: (transaction_hash: string) => PromiseLike<unknown>
}

/** Nothing where the ledger has no such payment, or where it is bound already. */
export const Match = ({ settlement, accept }: Props) => {
  const { assurance, ledger_match } = settlement
  if (assurance === 'merchant_accepted') return <Accepted settlement={settlement} />
  if (ledger_match === undefined || assurance === 'chain_observed') return null
  return <Unbound match={ledger_match} accept={accept} may={assurance !== 'disputed'} />
}

interface UnboundProps {
  readonly match: NonNullable<Props['settlement']['ledger_match']>
  readonly accept: Props['accept']
  readonly may: boolean
}

const Unbound = ({ match, accept, may }: UnboundProps) => {
  const { t } = useTranslation()
  const { transaction_hash, named_before_close, rivals } = match
  return (
    <section className="card pad">
      <h2>{t('match.title')}</h2>
      <p>
        <b className="strong">{t('match.lead')}</b> {t('match.deliver')}
      </p>
      <p className="mono">
        {transaction_hash} <Copy value={transaction_hash} what={t('match.transaction')} />
      </p>
      <p className="muted">{t(named_before_close ? 'match.early' : 'match.late')}</p>
      <p className="muted">{t('match.rivals', { count: rivals })}</p>
      {may && <Accept accept={() => accept(transaction_hash)} />}
    </section>
  )
}

const Accept = ({ accept }: { readonly accept: () => PromiseLike<unknown> }) => {
  const { t } = useTranslation()
  const [asks, setAsks] = useState(false)
  const role = useSession().data?.role
  if (role !== 'owner' && role !== 'admin') return <p className="muted">{t('match.accept.admin')}</p>
  return (
    <>
      <button type="button" className="button" onClick={() => setAsks(true)}>
        {t('match.accept.go')}
      </button>
      {asks && (
        <Confirm
          title={t('match.accept.title')}
          verb={t('match.accept.verb')}
          run={async () => {
            await accept()
            await queries.invalidateQueries()
          }}
          onClose={() => setAsks(false)}
        >
          <p>{t('match.accept.means')}</p>
          <p>{t('match.accept.once')}</p>
        </Confirm>
      )}
    </>
  )
}

/** By name where the member is still there. */
const Accepted = ({ settlement }: { readonly settlement: Props['settlement'] }) => {
  const { t } = useTranslation()
  const { accepted_by = '', accepted_at = '', transaction_hash } = settlement
  const members = useQuery({
    queryKey: ['members', 'names'],
    queryFn: () => api.members.list().toArray({ limit: 200 }),
  })
  const who = members.data?.find(({ account_id }) => account_id === accepted_by)?.email ?? accepted_by
  return (
    <div className="notice">
      <StatusGlyph tone="ink" glyph="tick" />
      <div>
        <p>
          <b>{t('match.accepted.title')}</b>{' '}
          {t('match.accepted.rest', { who, when: new Date(accepted_at).toLocaleString() })}
        </p>
        <p className="mono">{transaction_hash}</p>
      </div>
    </div>
  )
}
