/** What the ledger says, beside what the wallet says: neither is shown as the other. */
import type { AgentPayment, PaymentRequest } from '@pursestrings/sdk'
import { CopyButton } from '@pursestrings/ui/CopyButton'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { statusOf } from '@pursestrings/ui/standing'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../client.ts'
import { differencesIn } from './differences.ts'
import { kindOfDispute } from './dispute.ts'

type Shown = { readonly request: PaymentRequest }
type OfEither = { readonly of: Pick<PaymentRequest | AgentPayment, 'status' | 'settlement'> }

/** Field by field as requested and as found; undefined where no payment was found. */
const useDifferences = ({ request_id, connection_id, settlement }: PaymentRequest) => {
  const read = useQuery({
    queryKey: ['evidence', connection_id, request_id, settlement.assurance, settlement.reason],
    queryFn: () => api.paymentRequests.readEvidence(request_id, { connection_id }).then((answer) => answer.evidence),
    enabled: settlement.reason !== undefined,
  })
  return differencesIn(read.data?.findings ?? [])
}

/** Nothing where nobody looks at the ledger, or where it says nothing yet. */
export const LedgerNotice = ({ of: { settlement } }: OfEither) => {
  const { t } = useTranslation()
  const { assurance, retry } = settlement
  if (assurance === 'disputed') {
    const what = kindOfDispute(settlement)
    return (
      <div className="notice" data-tone="stop" role="alert">
        <StatusGlyph tone="stop" glyph="alert" />
        <p>
          <b>{t(`ledger.disputed.${what}.title`)}</b> {t(`ledger.disputed.${what}.rest`)}
        </p>
      </div>
    )
  }
  if (assurance !== 'proven_unpaid') return null
  const safe = retry === 'safe' ? 'safe' : 'wait'
  const tone = retry === 'safe' ? 'proven' : 'look'
  return (
    <div className="notice" data-tone={tone}>
      <StatusGlyph tone={tone} glyph={tone === 'proven' ? 'tick' : 'alert'} />
      <p>
        <b>{t(`ledger.unpaid.${safe}.title`)}</b> {t(`ledger.unpaid.${safe}.rest`)}
      </p>
    </div>
  )
}

/** Field by field, where a payment was found that does not fit. */
export const RequestedAndFound = ({ request }: Shown) => {
  const { t } = useTranslation()
  const found = useDifferences(request)
  if (found === undefined) return null
  return (
    <section className="card pad">
      <h2>{t('ledger.found.title')}</h2>
      <table className="found-table">
        <thead>
          <tr>
            <th>
              <span className="visually-hidden">{t('ledger.found.field')}</span>
            </th>
            <th>{t('ledger.found.requested')}</th>
            <th>{t('ledger.found.onLedger')}</th>
            <th>
              <span className="visually-hidden">{t('ledger.found.finding')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {found.map(({ field, expected, received, mismatch }) =>
            mismatch === undefined ? (
              <tr key={field}>
                <th scope="row">{t(`ledger.found.${field}`)}</th>
                <td colSpan={2} className="muted">
                  {field === 'address'
                    ? t('ledger.found.sameAddress', { n: expected?.length ?? 0 })
                    : (expected ?? t('request.none'))}
                </td>
                <td>
                  <StatusGlyph tone="proven" glyph="tick" filled />
                  <span className="visually-hidden">{t('ledger.found.same')}</span>
                </td>
              </tr>
            ) : (
              <tr key={field} data-wrong="">
                <th scope="row">{t(`ledger.found.${field}`)}</th>
                <td>{expected ?? t('request.none')}</td>
                <td>
                  <b>{received ?? t('request.none')}</b>
                </td>
                <td className="mono">{mismatch}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </section>
  )
}

/** A dispute is between the payer and the merchant: what helps is words, so the page offers them. */
export const WhatYouCanDo = ({ request }: Shown) => {
  const { t } = useTranslation()
  const { settlement, request_id, payment, payee } = request
  const received = useDifferences(request)?.find(({ field }) => field === 'amount')?.received ?? ''
  if (settlement.assurance !== 'disputed') return null
  const what = kindOfDispute(settlement)
  // What was found is still being read.
  if (what === 'different' && received === '') return null
  const amount = `${payment.amount} ${payment.asset}`
  const message = [
    t(`ledger.can.message.${what}`, { request: request_id, payee: payee.name, amount, received }),
    settlement.transaction_hash && t('ledger.can.message.transaction', { hash: settlement.transaction_hash }),
  ]
  return (
    <section className="card pad what-you-can-do">
      <h2>{t('ledger.can.title')}</h2>
      {(['contact', 'accept'] as const).map((step) => (
        <p key={step}>
          <b className="strong">{t(`ledger.can.${what}.${step}.title`)}</b>{' '}
          {t(`ledger.can.${what}.${step}.rest`, { received })}
        </p>
      ))}
      <CopyButton
        value={message.filter(Boolean).join('\n')}
        label={t('ledger.can.copy')}
        text={t('ledger.can.copy')}
        copied={t('copy.done')}
        quiet
      />
    </section>
  )
}

/** What no wallet reports: it is still waiting, or somebody else or the clock ended it. */
const NOT_BY_WALLET: ReadonlySet<string> = new Set(['pending', 'intent_created', 'canceled', 'recalled', 'expired'])

export const WhoSaysWhat = ({ of: { status, settlement } }: OfEither) => {
  const { t } = useTranslation()
  const { ledger_outcome, ledger, observers = [], simulated, ledger_match, bound_by, paid_by } = settlement
  if (ledger_outcome === undefined) return null
  const right = ledger_outcome === 'paid'
  const glyph = right ? 'tick' : ledger_outcome === 'unknown' ? 'clock' : 'alert'
  const tone = right ? 'proven' : ledger_outcome === 'mismatch' ? 'stop' : 'ink'
  return (
    <section className="card pad">
      <h2>{t('ledger.who')}</h2>
      <ul className="who-says">
        <li>
          <StatusGlyph tone="ink" glyph="wave" />
          <p>
            {t(NOT_BY_WALLET.has(status) ? 'ledger.record' : 'ledger.wallet')}{' '}
            <b>{t(`ledger.said.${statusOf({ status })}`)}</b>
          </p>
        </li>
        <li>
          <StatusGlyph tone={tone} glyph={glyph} {...(right && { filled: true as const })} />
          <div>
            <p>
              {t('ledger.ledger')}{' '}
              <b>{t(`ledger.outcome.${ledger_outcome === 'unknown' && ledger_match ? 'fits' : ledger_outcome}`)}</b>
            </p>
            {ledger !== undefined && <p className="muted">{t('ledger.seen', { ledger, n: observers.length })}</p>}
            {bound_by && <p className="muted">{t(`ledger.bound.${bound_by}`, { account: paid_by ?? '' })}</p>}
            {simulated === true && <p className="muted">{t('ledger.simulated')}</p>}
          </div>
        </li>
      </ul>
    </section>
  )
}
