/**
 * A receipt and what it proves. One's own begins with the payment; one that somebody else gave begins with how much it proves.
 * Then each check that holds, and each that doesn't, and why.
 */
import './receipts.css'
import { isTestnet } from '@pursestrings/sdk'
import type { ReceiptLevel, ReceiptMark, ReceiptVerdict } from '@pursestrings/sdk/verify'
import { AddressView } from '@pursestrings/ui/AddressView'
import { AmountView } from '@pursestrings/ui/AmountView'
import { type Glyph, StatusGlyph, type Tone } from '@pursestrings/ui/StatusBadge'
import { useTranslation } from 'react-i18next'

const MARKS: readonly ReceiptMark[] = ['facts', 'device', 'payee', 'record', 'witnesses', 'ledger']

const LOOKS: Readonly<Record<ReceiptLevel, { tone: Tone; glyph: Glyph; filled?: true }>> = {
  proven: { tone: 'proven', glyph: 'tick', filled: true },
  settled: { tone: 'proven', glyph: 'tick', filled: true },
  agreed: { tone: 'ink', glyph: 'pen', filled: true },
  on_record: { tone: 'ink', glyph: 'dot' },
  stated: { tone: 'idle', glyph: 'ring' },
  broken: { tone: 'stop', glyph: 'cross', filled: true },
}

interface Props {
  readonly verdict: ReceiptVerdict
  /** The payer's own: what was paid comes first. */
  readonly own?: boolean
}

export const ReceiptView = ({ verdict, own = false }: Props) => {
  const { t } = useTranslation()
  const { level, simulated } = verdict
  const broken = level === 'broken'
  return (
    <>
      {own && <Payment verdict={verdict} own />}
      <Level verdict={verdict} />
      {!own && <Payment verdict={verdict} />}
      {!broken && <Checks verdict={verdict} />}
      {simulated && <p className="muted">{t('receipt.practice')}</p>}
      <p className="muted">{t('receipt.later')}</p>
    </>
  )
}

const Level = ({ verdict: { level, reason, marks } }: Props) => {
  const { t } = useTranslation()
  const broken = level === 'broken'
  return (
    <section className="review-card receipt-level" data-tone={LOOKS[level].tone} aria-live="polite">
      <h2>
        <StatusGlyph {...LOOKS[level]} size={28} />
        {t(`receipt.level.${level}.name`)}
        {!broken && <span className="muted">{t('receipt.count', { count: marks.length })}</span>}
      </h2>
      <p>{t(`receipt.level.${level}.means`)}</p>
      {broken && reason !== undefined && <p className="muted">{reason}</p>}
    </section>
  )
}

const Payment = ({ verdict: { level, marks, facts, transaction_hash }, own = false }: Props) => {
  const { t } = useTranslation()
  if (facts === undefined || level === 'broken') return null
  const { payment, payee, request_id } = facts
  const testnet = isTestnet(payment.network) && (
    <span className="chip" data-testnet="">
      {t('receipt.testnet')}
    </span>
  )
  const name = (
    <b>
      <bdi>{payee.name}</bdi>
    </b>
  )
  return (
    <section className="review-card receipt-facts">
      {own && (
        <div className="receipt-hero">
          <StatusGlyph {...LOOKS[level]} size={40} />
          <AmountView amount={payment.amount} asset={payment.asset} size="xl" />
          <p>
            {t(marks.includes('ledger') ? 'receipt.paidTo' : 'receipt.askedFor')} {name}
          </p>
          {testnet}
        </div>
      )}
      <dl>
        {!own && (
          <>
            <div>
              <dt>{t('receipt.amount')}</dt>
              <dd>
                <AmountView amount={payment.amount} asset={payment.asset} />
                {testnet}
              </dd>
            </div>
            <div>
              <dt>{t('receipt.to')}</dt>
              <dd>{name}</dd>
            </div>
          </>
        )}
        <div>
          <dt>{t('receipt.address')}</dt>
          <dd>
            <AddressView address={payment.to} perRow={4} />
          </dd>
        </div>
        <div>
          <dt>{t('receipt.for')}</dt>
          <dd className="receipt-hash">{request_id}</dd>
        </div>
        {transaction_hash !== undefined && (
          <div>
            <dt>{t('receipt.transaction')}</dt>
            <dd className="receipt-hash">{inFours(transaction_hash)}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}

/** As people compare it, and so that a narrow screen can break it. */
const inFours = (text: string): string => text.match(/.{1,4}/g)?.join(' ') ?? ''

const Checks = ({ verdict }: { readonly verdict: ReceiptVerdict }) => {
  const { t } = useTranslation()
  const { marks, withheld, facts, decided_by, bound_by, paid_by, accepted_by } = verdict
  const hasOf = (mark: ReceiptMark): string => {
    if (mark === 'device' && decided_by === 'policy') return t('receipt.mark.device.within')
    if (mark === 'ledger' && bound_by) return t(`receipt.mark.ledger.${bound_by}`, { account: inFours(paid_by ?? '') })
    return t(`receipt.mark.${mark}.has`, { domain: facts?.payee.domain ?? '' })
  }
  const lacksOf = (mark: ReceiptMark): string => {
    if (isWithheld(mark)) return t('receipt.withheld')
    return t(
      mark === 'ledger' && accepted_by !== undefined ? 'receipt.mark.ledger.accepted' : `receipt.mark.${mark}.lacks`,
    )
  }
  const has = MARKS.filter((mark) => marks.includes(mark))
  const lacks = MARKS.filter((mark) => !marks.includes(mark))
  const isWithheld = (mark: ReceiptMark): boolean => withheld.some((part) => part === mark)
  return (
    <>
      <section className="review-card">
        <h2>{t('receipt.shows')}</h2>
        <ul className="about-list">
          {has.map((mark) => (
            <li key={mark}>
              <StatusGlyph tone="proven" glyph="tick" filled size={18} />
              <div>
                <p>{t(`receipt.mark.${mark}.name`)}</p>
                <p className="muted">{hasOf(mark)}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
      {lacks.length > 0 && (
        <section className="review-card">
          <h2>{t('receipt.lacks')}</h2>
          <ul className="about-list">
            {lacks.map((mark) => (
              <li key={mark}>
                <StatusGlyph tone="idle" glyph={isWithheld(mark) ? 'bar' : 'ring'} size={18} />
                <div>
                  <p className="muted">{t(`receipt.mark.${mark}.name`)}</p>
                  <p className="muted">{lacksOf(mark)}</p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
