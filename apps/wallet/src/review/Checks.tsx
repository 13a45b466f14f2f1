/** Four checks in a payer's words. The first thing they say is whether anything is unusual. */
import { AddressView } from '@pursestrings/ui/AddressView'
import { grouped } from '@pursestrings/ui/AmountView'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../frame/Ago.tsx'
import type { Payment } from '../requests/payment.ts'
import type { PayeeOnRecord } from './record.ts'
import type { Funds, Paid, Review } from './review-of.ts'
import type { Usual } from './usual-of.ts'
import { dayOf } from './words-of-time.ts'

// The four checks, as a payer would ask them: the address, who lists it, the amount, the money. Pure; nobody signed the answers.

type CheckTone = 'proven' | 'idle' | 'look' | 'stop'

interface Toned<Of extends string, Is extends string> {
  readonly of: Of
  readonly tone: CheckTone
  readonly is: Is
}

type AddressCheck = Toned<'address', 'changed' | 'same' | 'first'>
type DomainCheck = Toned<'domain', 'unconfirmed' | 'on_sight' | 'listed' | 'verified'>
type AmountCheck = Toned<'amount', 'none' | 'within' | 'above' | 'far_above'>
type FundsCheck = Toned<'funds', 'waiting' | Funds['is']>
type Check = AddressCheck | DomainCheck | AmountCheck | FundsCheck

interface Given {
  readonly payee: Payment['payee']
  readonly review: Review
  readonly record: PayeeOnRecord | undefined
  readonly funds: Funds | undefined
}

const checksOf = (given: Given) =>
  [addressCheck(given), domainCheck(given), amountCheck(given), fundsCheck(given)] as const

const addressCheck = ({ review, record }: Given): AddressCheck => {
  const is = review.notices.some((one) => one.is === 'changed') ? 'changed' : review.here.length > 0 ? 'same' : 'first'
  if (record?.is === 'not_on_record' || record?.is === 'split_view') return { of: 'address', tone: 'stop', is }
  if (is !== 'same') return { of: 'address', tone: 'look', is }
  return { of: 'address', tone: record?.is === 'on_record' ? 'proven' : 'idle', is }
}

const domainCheck = ({ payee: { verified, evidence, standing } }: Given): DomainCheck => {
  if (!verified) return { of: 'domain', tone: 'stop', is: 'unconfirmed' }
  if (standing === 'listed') return { of: 'domain', tone: 'idle', is: 'on_sight' }
  return evidence ? { of: 'domain', tone: 'proven', is: 'listed' } : { of: 'domain', tone: 'idle', is: 'verified' }
}

const amountCheck = ({ review: { usual } }: Given): AmountCheck => {
  const is = usual?.is ?? 'none'
  return { of: 'amount', tone: is === 'far_above' ? 'look' : is === 'within' ? 'proven' : 'idle', is }
}

const fundsCheck = ({ funds }: Given): FundsCheck => {
  const is = funds?.is ?? 'waiting'
  return { of: 'funds', tone: is === 'ready' ? 'proven' : is === 'waiting' ? 'idle' : 'look', is }
}

/** How many a person should look at; undefined while something is still being asked. */
const toLookAt = (checks: readonly Check[], record: PayeeOnRecord | undefined): number | undefined => {
  const count = checks.filter(({ tone }) => tone === 'look' || tone === 'stop').length
  const waits = record === undefined || record.is === 'pending' || checks.some(({ is }) => is === 'waiting')
  return count === 0 && waits ? undefined : count
}

interface Props {
  readonly payee: Payment['payee']
  readonly asset: string
  readonly review: Review
  readonly record: PayeeOnRecord | undefined
  readonly funds: Funds | undefined
  /** Paid by an authorization, which somebody else sends. */
  readonly once: boolean
}

const GLYPHS = {
  proven: { glyph: 'tick', filled: true },
  idle: { glyph: 'ring' },
  look: { glyph: 'alert' },
  stop: { glyph: 'cross', filled: true },
} as const

const Item = ({ tone, title, children }: { tone: CheckTone; title: string; children?: ReactNode }) => (
  <li>
    <StatusGlyph tone={tone} size={18} {...GLYPHS[tone]} />
    <div>
      <p>{title}</p>
      {children}
    </div>
  </li>
)

export const Checks = (props: Props) => {
  const { t } = useTranslation()
  const checks = checksOf(props)
  const [address, domain, amount, money] = checks
  const count = toLookAt(checks, props.record)
  const { payee, review, record, funds, asset, once } = props
  return (
    <section className="review-card checks">
      <h2>
        <span className={count === undefined || count === 0 ? undefined : 'tone-look'}>
          {count === undefined ? t('review.check.checking') : t('review.check.title', { count })}
        </span>
        <span className="muted">{t('review.check.four')}</span>
      </h2>
      <ul>
        <Item tone={address.tone} title={t(`review.check.address.${address.is}`, { count: review.here.length })}>
          <p className="muted">
            {payee.serving_since !== undefined && (
              <>
                {t(address.is === 'changed' ? 'review.check.new' : 'review.check.since', {
                  day: dayOf(payee.serving_since),
                })}
                ,{' '}
              </>
            )}
            <RecordWords record={record} />
          </p>
          {record?.is === 'not_on_record' && <p className="muted">{record.reason}</p>}
          {address.is === 'changed' && <OldAddress paid={review.elsewhere} previous={payee.previous?.address} />}
        </Item>
        <Item tone={domain.tone} title={t(`review.check.domain.${domain.is}`, { domain: payee.domain })}>
          {domain.is === 'on_sight' && (
            <p className="muted">
              {payee.evidence && (
                <>
                  {t('review.check.seenThere')} <Ago at={payee.evidence.seen_at} />,{' '}
                </>
              )}
              {t('review.check.onSight')}
            </p>
          )}
          {(domain.is === 'listed' || domain.is === 'verified') && (
            <p className="muted">
              {payee.domain_verified_since == null
                ? t('review.check.verifiedNow')
                : t('review.check.verified', { day: dayOf(payee.domain_verified_since) })}
              {payee.evidence && (
                <>
                  , {t('review.check.seen')} <Ago at={payee.evidence.seen_at} />
                </>
              )}
            </p>
          )}
        </Item>
        <Item tone={amount.tone} title={t(`review.check.amount.${amount.is}`)}>
          {review.usual && <UsualWords usual={review.usual} asset={asset} />}
        </Item>
        <Item tone={money.tone} title={t(`review.check.funds.${money.is}`)}>
          {funds?.is === 'ready' && (
            <p className="muted">
              {t(once ? 'review.check.sumsOnce' : 'review.check.sums', {
                now: grouped(funds.now),
                left: grouped(funds.left),
                fee: grouped(funds.fee_most),
                reserve: grouped(funds.reserve),
                asset,
              })}
            </p>
          )}
        </Item>
      </ul>
    </section>
  )
}

const RecordWords = ({ record }: Pick<Props, 'record'>) => {
  const { t } = useTranslation()
  switch (record?.is) {
    case 'on_record':
      return t('review.check.onRecord', { day: dayOf(record.since) })
    case 'listed':
      return t('review.check.noRecord')
    case 'not_on_record':
    case 'split_view':
      return t('review.check.notOnRecord')
    case 'not_checked':
    case 'unlogged':
      return t('review.check.recordUnchecked')
    default:
      return t('review.check.recordChecking')
  }
}

/** In grey: this wallet's own memory of it, or else what the service says was before. */
const OldAddress = ({ paid, previous }: { readonly paid: readonly Paid[]; readonly previous: string | undefined }) => {
  const { t } = useTranslation()
  const last = paid.toSorted((a, b) => b.at.localeCompare(a.at))[0]
  const old = last?.to ?? previous
  if (old === undefined) return null
  return (
    <>
      <p className="muted">{last ? t('review.check.paidOld', { count: paid.length }) : t('review.check.oldAddress')}</p>
      <AddressView address={old} />
    </>
  )
}

const UsualWords = ({ usual: { least, most, count, of_agent, line }, asset }: { usual: Usual; asset: string }) => {
  const { t } = useTranslation()
  const range = { least: grouped(least), most: grouped(most), asset }
  return (
    <>
      <p className="muted">
        {least === most ? t('review.check.one', range) : t('review.check.range', range)}{' '}
        {t('review.check.times', { count })}
        {of_agent < count && t('review.check.ofAgent', { of_agent })}
      </p>
      <span
        className="usual-line"
        aria-hidden="true"
        style={{ '--from': line.from, '--to': line.to, '--at': line.at } as CSSProperties}
      >
        <i />
        <b />
        <em />
      </span>
    </>
  )
}
