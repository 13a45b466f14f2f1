/** What the ledger says, beside what the wallet says: neither is shown as the other. */
import type { PaymentRequest } from '@countersign/sdk'
import { StatusGlyph } from '@countersign/ui/StatusBadge'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../client.ts'
import { differencesIn } from './differences.ts'

type Shown = { readonly request: PaymentRequest }

/** Nothing where nobody looks at the ledger, or where it says nothing yet. */
export const LedgerNotice = ({ request: { settlement } }: Shown) => {
  const { t } = useTranslation()
  const { assurance, retry, ledger_outcome } = settlement
  if (assurance === 'disputed') {
    const what = ledger_outcome === 'mismatch' ? 'different' : ledger_outcome === 'paid' ? 'paid' : 'nothing'
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
  const { request_id, connection_id, settlement } = request
  const read = useQuery({
    queryKey: ['evidence', connection_id, request_id, settlement.assurance, settlement.reason],
    queryFn: () =>
      api.paymentRequests.readEvidenceForMerchant(request_id, { connection_id }).then((answer) => answer.evidence),
    enabled: settlement.reason !== undefined,
  })
  const found = differencesIn(read.data?.findings ?? [])
  if (found === undefined) return null
  return (
    <section className="card pad">
      <h2>{t('ledger.found.title')}</h2>
      <table className="found">
        <thead>
          <tr>
            <th aria-label={t('ledger.found.field')} />
            <th>{t('ledger.found.requested')}</th>
            <th>{t('ledger.found.onLedger')}</th>
            <th aria-label={t('ledger.found.finding')} />
          </tr>
        </thead>
        <tbody>
          {found.map(({ field, expected, received, mismatch }) => (
            <tr key={field} data-wrong={mismatch === undefined ? undefined : ''}>
              <th scope="row">{t(`ledger.found.${field}`)}</th>
              <td>{expected ?? t('request.none')}</td>
              <td>{received ?? t('request.none')}</td>
              <td className="mono">{mismatch}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

export const WhoSaysWhat = ({ request }: Shown) => {
  const { t } = useTranslation()
  const { status, settlement } = request
  const { ledger_outcome, ledger, observers = [], simulated } = settlement
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
            {t('ledger.wallet')} <b>{t(`status.${status}.word`)}</b>
          </p>
        </li>
        <li>
          <StatusGlyph tone={tone} glyph={glyph} {...(right && { filled: true as const })} />
          <div>
            <p>
              {t('ledger.ledger')} <b>{t(`ledger.outcome.${ledger_outcome}`)}</b>
            </p>
            {ledger !== undefined && <p className="muted">{t('ledger.seen', { ledger, n: observers.length })}</p>}
            {simulated === true && <p className="muted">{t('ledger.simulated')}</p>}
          </div>
        </li>
      </ul>
    </section>
  )
}
