/** The buttons of the review screen: no is as easy as yes. Approve never has the focus by itself, and no key is bound to it. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Funds, Review, Tick } from './review-of.ts'

interface Props {
  readonly review: Review
  readonly amount: string
  readonly asset: string
  readonly domain: string
  readonly seconds_left: number
  /** The payee is new, and the public record is about to show it. */
  readonly waits_for_record: boolean
  readonly paused: boolean
  readonly onApprove: () => void
  readonly onReject: (and?: 'pause' | 'disconnect') => void
  readonly onGetFunds: (() => void) | undefined
  /** What test money is given of here. */
  readonly fundable: string
  readonly getting: boolean
  /** Where the payment is followed. */
  readonly payment: string
}

export const Foot = (props: Props) => {
  const { t } = useTranslation()
  const { review, onReject, paused, payment } = props
  if (!review.reject) {
    return review.is === 'under_way' ? (
      <Link className="button is-alone" to={payment}>
        {t('review.seePayment')}
      </Link>
    ) : (
      <Link className="button is-alone" to="/">
        {t('review.toInbox')}
      </Link>
    )
  }
  return (
    <>
      <Decide {...props} />
      <button type="button" className="quiet" onClick={() => onReject(paused ? 'disconnect' : 'pause')}>
        {t(paused ? 'review.rejectAndDisconnect' : 'review.rejectAndPause')}
      </button>
    </>
  )
}

const Decide = (props: Props) => {
  const {
    review,
    amount,
    asset,
    domain,
    seconds_left,
    waits_for_record,
    onApprove,
    onReject,
    onGetFunds,
    fundable,
    getting,
  } = props
  const { t } = useTranslation()
  const [known, setKnown] = useState<ReadonlySet<Tick>>(new Set())
  const know = (tick: Tick, yes: boolean): void => {
    const next = new Set(known)
    if (yes) next.add(tick)
    else next.delete(tick)
    setKnown(next)
  }
  const reject = (alone = false) => (
    <button type="button" className={alone ? 'button is-alone' : 'button'} onClick={() => onReject()}>
      {t('review.reject')}
    </button>
  )
  if (review.approve === 'gone') return reject(true)
  const short = shortIn(review)
  if (review.approve === 'off') {
    const can_fund = onGetFunds !== undefined && (short?.asset === fundable || review.is === 'unfunded')
    return (
      <>
        {reject()}
        {can_fund && (
          <button type="button" className="button" data-kind="primary" disabled={getting} onClick={onGetFunds}>
            {t(getting ? 'review.gettingFunds' : 'review.getFunds', { asset: fundable })}
          </button>
        )}
        <button type="button" className={can_fund ? 'button is-alone' : 'button'} disabled>
          {short
            ? t('review.missing', { missing: short.missing, asset: short.asset })
            : t('review.approve', { amount, asset })}
        </button>
      </>
    )
  }
  const held = (review.approve === 'guarded' && seconds_left > 0) || review.ticks.some((tick) => !known.has(tick))
  return (
    <>
      {review.ticks.map((tick) => (
        <label key={tick} className="review-hold">
          <input type="checkbox" checked={known.has(tick)} onChange={(event) => know(tick, event.target.checked)} />
          <span>{t(`review.tick.${tick}`, { amount, asset, domain })}</span>
        </label>
      ))}
      {reject()}
      <button
        type="button"
        className="button"
        data-kind="primary"
        disabled={held || review.approve === 'waiting'}
        onClick={onApprove}
      >
        {review.approve === 'waiting'
          ? t(waits_for_record ? 'review.waitingForRecord' : 'review.waiting')
          : t('review.approve', { amount, asset })}
      </button>
    </>
  )
}

const shortIn = ({ notices }: Review): Extract<Funds, { is: 'short' }> | undefined => {
  const notice = notices.find((one) => one.is === 'short')
  return notice?.is === 'short' ? notice.funds : undefined
}
