/** One request beside the list: how it stands, what happened, what its agent says, and who is paid. Esc closes it. */
import type { PaymentRequest } from '@pursestrings/sdk'
import { AddressView } from '@pursestrings/ui/AddressView'
import { AmountView } from '@pursestrings/ui/AmountView'
import { CopyButton } from '@pursestrings/ui/CopyButton'
import { SaveReceipt } from '@pursestrings/ui/SaveReceipt'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { standingOf } from '@pursestrings/ui/standing'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../client.ts'
import { Beyond } from '../frame/Beyond.tsx'
import { Copy, Status } from '../frame/Facts.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Skeleton } from '../frame/Skeleton.tsx'
import { useFactsChecked } from './check-facts.ts'
import { LedgerNotice } from './Ledger.tsx'
import { pathOf, Title } from './List.tsx'
import { Words } from './Request.tsx'
import { Steps } from './Steps.tsx'
import { useRequest } from './use-request.ts'
import { isTyping } from './use-row-keys.ts'

const wide = matchMedia('(min-width: 1180px)')
const onWide = (tell: () => void) => {
  wide.addEventListener('change', tell)
  return () => wide.removeEventListener('change', tell)
}

/** Is there room beside the list? */
export const useRoom = (): boolean => useSyncExternalStore(onWide, () => wide.matches)

interface Props {
  /** The connection's id and the request's. */
  readonly of: string
  /** As the list has it, until more is known. */
  readonly listed: PaymentRequest | undefined
  readonly onClose: () => void
}

export const Peek = ({ of, listed, onClose }: Props) => {
  const { t } = useTranslation()
  const at = of.indexOf('/')
  const read = useRequest(of.slice(0, at), of.slice(at + 1))
  const request = read.data ?? listed
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isTyping(event)) onClose()
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [onClose])
  return (
    <aside className="peek" aria-label={t('requests.peek.label')}>
      <header>
        <p>{request && <Title request={request} />}</p>
        <button type="button" className="button" data-size="small" onClick={onClose}>
          {t('dialog.close')}
        </button>
      </header>
      {read.error ? <Fault error={read.error} onAgain={() => void read.refetch()} /> : null}
      {request ? <Shown request={request} /> : !read.error && <Skeleton lines={6} />}
    </aside>
  )
}

const Shown = ({ request }: { readonly request: PaymentRequest }) => {
  const { t } = useTranslation()
  const { payment, request_id, connection_id, history } = request
  const stands = standingOf(request)
  return (
    <>
      <div className="peek-sum">
        <h2>
          <AmountView amount={payment.amount} asset={payment.asset} size="l" />
        </h2>
        <p>
          <Status of={stands} /> <span className="muted">{t(`status.${stands}.means`)}</span>
        </p>
      </div>
      <LedgerNotice of={request} />
      <div className="actions">
        <Link className="button" to={pathOf(request)}>
          {t('requests.peek.whole')}
        </Link>
        <CopyButton
          value={location.origin + pathOf(request)}
          label={t('requests.peek.copyLink')}
          text={t('requests.peek.copyLink')}
          copied={t('copy.done')}
          quiet
        />
        {request.status !== 'pending' && (
          <Beyond>
            <SaveReceipt
              read={() => api.paymentRequests.readReceipt(request_id, { connection_id })}
              request_id={request_id}
              label={t('request.receipt.save')}
              none={t('request.receipt.none')}
            />
          </Beyond>
        )}
      </div>
      <section>
        <h3>{t('request.activity')}</h3>
        {history === undefined ? <Skeleton lines={3} /> : <Steps request={request} brief />}
      </section>
      <Words request={request} />
      <Payee request={request} />
    </>
  )
}

/** Drawn once this browser has checked the signature over it, as on the request's own page. */
const Payee = ({ request }: { readonly request: PaymentRequest }) => {
  const { t } = useTranslation()
  const checked = useFactsChecked(request)
  if (checked.error)
    return (
      <p className="tone-stop" role="alert">
        {t('request.wrong')}
      </p>
    )
  if (!checked.data) return <Skeleton lines={3} />
  const { payee, payment } = checked.data.facts
  return (
    <section>
      <h3>{t('requests.peek.payee')}</h3>
      <p>
        {payee.name} <span className="muted">{t('request.of', { domain: payee.domain })}</span>
      </p>
      <AddressView address={payment.to} copy={<Copy value={payment.to} what={t('request.address')} />} />
      <p className="peek-checked muted">
        <StatusGlyph tone="proven" glyph="tick" filled />
        {t('request.checked')}
      </p>
    </section>
  )
}
