/** Facts that are not what was signed, or a key that nobody here knows: no fact is drawn, and Approve does not exist. */

import { Sheet } from '@pursestrings/ui/Sheet'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../frame/Icon.tsx'
import { openedDevice } from '../keys/session.ts'
import { Leaf } from '../leaf/Leaf.tsx'
import type { Payment } from '../requests/payment.ts'
import type { RequestCheck } from './check-request.ts'
import { Mismatch } from './Mismatch.tsx'
import { NoticeOf } from './NoticeOf.tsx'
import type { Reviewed } from './use-review.ts'

/** A key's thumbprint, whole and in groups of four; screen readers get it once. */
const groupsOf = (text: string): readonly string[] => text.match(/.{1,4}/g) ?? []

const Thumbprint = ({ of, size = 'm' }: { readonly of: string; readonly size?: 'm' | 'l' }) => (
  <span>
    <span className="visually-hidden">{of}</span>
    <span className="thumbprint" data-size={size} aria-hidden="true">
      {groupsOf(of).map((group, at) => (
        <span key={`${String(at)}${group}`}>{group}</span>
      ))}
    </span>
  </span>
)

/** What arrived, as it arrived, for whoever has to find out where it was changed. Nothing in it is secret. */
const saveReport = (request: Payment, check: RequestCheck, trusted: readonly string[]): void => {
  const report = {
    type: 'pursestrings.wallet_report',
    at: new Date().toISOString(),
    wallet: location.origin,
    found: check.is,
    differences: check.is === 'altered' ? check.differences : [],
    trusted_keys: trusted,
    received: request,
  }
  const address = URL.createObjectURL(new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `pursestrings-report-${report.at.slice(0, 10)}.json`
  link.click()
  URL.revokeObjectURL(address)
}

// The key that nobody here knows beside those that are trusted. No fact of the request is drawn, and nothing can be pinned here.

type Unknown = Extract<RequestCheck, { is: 'unknown_key' }>

const UnknownKey = ({ check: { key, trusted } }: { readonly check: Unknown }) => {
  const { t } = useTranslation()
  return (
    <>
      <section className="review-card">
        <h2>{t('review.key.title')}</h2>
        {key === undefined ? (
          <p className="muted">{t('review.key.unserved')}</p>
        ) : (
          <>
            <Thumbprint of={key.thumbprint} size="l" />
            <dl className="review-sums">
              <div>
                <dt>{t('review.key.claims')}</dt>
                <dd>{t('review.key.claimed')}</dd>
              </div>
              <div>
                <dt>{t('review.key.endorsed')}</dt>
                <dd className="tone-stop">
                  <b>{t('review.key.no')}</b>
                </dd>
              </div>
            </dl>
          </>
        )}
      </section>
      <TrustedKeys trusted={trusted} />
      <p className="review-why">
        <Icon name="info" size={20} />
        {t('review.key.info')}
      </p>
    </>
  )
}

const TrustedKeys = ({ trusted }: Pick<Unknown, 'trusted'>) => {
  const { t } = useTranslation()
  return (
    <section className="review-card">
      <h2>{t('review.key.trusted')}</h2>
      {trusted.length === 0 && <p className="muted">{t('review.key.none')}</p>}
      <ul className="about-list">
        {trusted.map((thumbprint) => (
          <li key={thumbprint}>
            <StatusGlyph tone="proven" glyph="tick" filled size={18} />
            <Thumbprint of={thumbprint} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface Props {
  readonly reviewed: Reviewed
  readonly onReject: (and?: 'pause' | 'disconnect') => void
}

export const Untrusted = ({ reviewed: { request, check, review, paused }, onReject }: Props) => {
  const { t } = useTranslation()
  const [comparing, setComparing] = useState(false)
  if (check.is === 'checked') return null
  const is_key = check.is === 'unknown_key'
  return (
    <Leaf
      title={t(is_key ? 'review.title.unknown_key' : 'review.title.wrong')}
      foot={
        <>
          <button type="button" className="button" data-kind="danger" onClick={() => onReject()}>
            {t('review.reject')}
          </button>
          {is_key ? (
            <button type="button" className="button" onClick={() => setComparing(true)}>
              {t('review.compare')}
            </button>
          ) : (
            <button
              type="button"
              className="button"
              onClick={() => saveReport(request, check, openedDevice().pinned_keys)}
            >
              {t('review.saveReport')}
            </button>
          )}
          <button type="button" className="quiet" onClick={() => onReject(paused ? 'disconnect' : 'pause')}>
            {t(paused ? 'review.rejectAndDisconnect' : 'review.rejectAndPause')}
          </button>
        </>
      }
    >
      <div className="review">
        {review.notices.map((notice) => (
          <NoticeOf key={notice.is} notice={notice} />
        ))}
        {is_key ? <UnknownKey check={check} /> : <Mismatch differences={check.differences} />}
      </div>
      {comparing && is_key && (
        <Sheet title={t('review.key.compareTitle')} onClose={() => setComparing(false)}>
          <p className="muted">{t('review.key.compareLead')}</p>
          {check.key && <Thumbprint of={check.key.thumbprint} size="l" />}
          <button type="button" className="button" onClick={() => setComparing(false)}>
            {t('review.key.close')}
          </button>
        </Sheet>
      )}
    </Leaf>
  )
}
