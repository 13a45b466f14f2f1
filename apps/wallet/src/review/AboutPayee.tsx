/** What we know of the payee: the service's word about its domain and address, and this wallet's own memory. Nobody signed it. */
import type { PaymentRequest } from '@countersign/sdk'
import { AddressView } from '@countersign/ui/AddressView'
import { StatusGlyph } from '@countersign/ui/StatusBadge'
import { useTranslation } from 'react-i18next'
import { ReviewIcon } from './ReviewNotice.tsx'
import type { Paid, Review } from './review-of.ts'
import type { Reviewed } from './use-review.ts'
import { dayOf, recentDayOf } from './words-of-time.ts'

interface Props {
  readonly payee: PaymentRequest['payee']
  readonly review: Review
  readonly record: Reviewed['record']
}

const latest = (paid: readonly Paid[]): Paid | undefined => paid.toSorted((a, b) => b.at.localeCompare(a.at))[0]

export const AboutPayee = ({ payee, review, record }: Props) => {
  const { t } = useTranslation()
  const changed = review.notices.some(({ is }) => is === 'changed')
  return (
    <section className="review-card">
      <h2>{t('review.about.title')}</h2>
      <ul className="about-list">
        {changed && <NewAddress payee={payee} review={review} />}
        <Domain payee={payee} />
        {!changed && <SameAddress payee={payee} />}
        <OnRecord payee={payee} record={record} />
        {review.here.length > 0 && <History paid={review.here} />}
      </ul>
    </section>
  )
}

const Domain = ({ payee: { verified, domain_verified_since } }: Pick<Props, 'payee'>) => {
  const { t } = useTranslation()
  if (!verified || domain_verified_since === null) return null
  return (
    <li>
      <StatusGlyph tone="proven" glyph="tick" filled size={18} />
      <p>
        {domain_verified_since === undefined
          ? t('review.about.verifiedNow')
          : t('review.about.verified', { day: dayOf(domain_verified_since) })}
      </p>
    </li>
  )
}

const OnRecord = ({ payee: { number }, record }: Pick<Props, 'payee' | 'record'>) => {
  const { t } = useTranslation()
  switch (record?.is) {
    case 'on_record':
      return (
        <li>
          <StatusGlyph tone="proven" glyph="tick" filled size={18} />
          <p>{t('review.about.record', { day: dayOf(record.since) })}</p>
        </li>
      )
    case 'not_on_record':
      return (
        <li>
          <StatusGlyph tone="stop" glyph="cross" filled size={18} />
          <div>
            <p>
              {number === undefined
                ? t('review.about.recordMissing')
                : t('review.about.recordMissingNumber', { number })}
            </p>
            <p className="muted">{record.reason}</p>
            <p className="muted">{t('review.about.recordAgain')}</p>
          </div>
        </li>
      )
    case 'split_view':
      return null
    case 'not_checked':
    case 'unlogged':
      return (
        <li>
          <StatusGlyph tone="idle" glyph="bar" size={18} />
          <div>
            <p>{t('review.about.recordUnchecked')}</p>
            <p className="muted">{t('review.about.recordUncheckedWhy')}</p>
          </div>
        </li>
      )
    default:
      return (
        <li>
          <StatusGlyph tone="idle" glyph="ring" size={18} />
          <p className="muted">{t('review.about.recordChecking')}</p>
        </li>
      )
  }
}

const useVersionWords = ({ number, evidence }: Props['payee']): string => {
  const { t } = useTranslation()
  return [
    ...(number === undefined ? [] : [t('review.about.version', { number })]),
    ...(evidence ? [t('review.about.listed')] : []),
  ].join(', ')
}

const SameAddress = ({ payee }: Pick<Props, 'payee'>) => {
  const { t } = useTranslation()
  const version = useVersionWords(payee)
  if (payee.serving_since === undefined) return null
  return (
    <li>
      <StatusGlyph tone="proven" glyph="tick" filled size={18} />
      <div>
        <p>{t('review.about.same', { day: dayOf(payee.serving_since) })}</p>
        {version !== '' && <p className="muted">{version}</p>}
      </div>
    </li>
  )
}

/** The old address stands in grey: this wallet's own memory of it, or else what the service says was before. */
const NewAddress = ({ payee, review: { elsewhere } }: Pick<Props, 'payee' | 'review'>) => {
  const { t } = useTranslation()
  const version = useVersionWords(payee)
  const last = latest(elsewhere)
  const old = last?.to ?? payee.previous?.address
  return (
    <>
      <li>
        <StatusGlyph tone="look" glyph="alert" size={18} />
        <div>
          <p>
            {payee.serving_since === undefined
              ? t('review.about.newUndated')
              : t('review.about.new', { day: dayOf(payee.serving_since) })}
          </p>
          {version !== '' && <p className="muted">{version}</p>}
        </div>
      </li>
      {old !== undefined && (
        <li>
          <span className="muted">
            <ReviewIcon name="past" />
          </span>
          <div>
            {last ? <HistoryWords paid={elsewhere} old /> : <p>{t('review.about.oldAddress')}</p>}
            <AddressView address={old} />
          </div>
        </li>
      )}
    </>
  )
}

const History = ({ paid }: { readonly paid: readonly Paid[] }) => (
  <li>
    <span className="muted">
      <ReviewIcon name="past" />
    </span>
    <div>
      <HistoryWords paid={paid} />
    </div>
  </li>
)

const HistoryWords = ({ paid, old = false }: { readonly paid: readonly Paid[]; readonly old?: boolean }) => {
  const { t } = useTranslation()
  const last = latest(paid)
  return (
    <>
      <p>{t(old ? 'review.about.paidOld' : 'review.about.paid', { count: paid.length })}</p>
      {last && (
        <p className="muted">
          {t('review.about.last', {
            amount: last.amount,
            asset: last.asset,
            day: t('review.about.onDay', { day: recentDayOf(last.at) }),
          })}
        </p>
      )}
    </>
  )
}
