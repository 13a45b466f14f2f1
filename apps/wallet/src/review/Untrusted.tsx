/** Facts that are not what was signed, or a key that nobody here knows: no fact is drawn, and Approve does not exist. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { openedDevice } from '../keys/session.ts'
import { Leaf } from '../leaf/Leaf.tsx'
import { Sheet } from '../leaf/Sheet.tsx'
import { Mismatch } from './Mismatch.tsx'
import { NoticeOf } from './NoticeOf.tsx'
import { saveReport } from './save-report.ts'
import { Thumbprint } from './Thumbprint.tsx'
import { UnknownKey } from './UnknownKey.tsx'
import type { Reviewed } from './use-review.ts'

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
