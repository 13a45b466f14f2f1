/** What a person sees of the stream: a dot that says whether the page is live, and a banner once it has not been for a while. */
import './live.css'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useModules } from '../frame/use-service.ts'
import { tryNow } from './follow.ts'
import { useLive } from './state.ts'

/** A restart of the service takes a try or two, and nobody has to read about that. */
const QUIET_FAILURES = 2

export const LiveDot = () => {
  const { t } = useTranslation()
  const { is_live } = useLive()
  if (!useModules()) return null
  return (
    <span className="live-dot" data-live={is_live ? '' : undefined}>
      {t(is_live ? 'live.on' : 'live.off')}
    </span>
  )
}

export const LostBanner = () => {
  const { t } = useTranslation()
  const { is_live, failures, seen_at, retry_at = 0 } = useLive()
  const now = useNow(1_000)
  if (is_live || failures <= QUIET_FAILURES) return null
  return (
    <section className="lost" aria-label={t('live.off')}>
      <svg width="18" height="18" viewBox="0 0 20 20" aria-hidden="true">
        <path d="M3 3l14 14M6.6 6.6A5 5 0 0 0 5 16h9M9 4.2a5 5 0 0 1 6 4.3 3.8 3.8 0 0 1 1.6 6.6" />
      </svg>
      <p>
        <b role="status">{t('live.lost')}</b>{' '}
        {seen_at !== undefined && t('live.stood', { time: new Date(seen_at).toLocaleTimeString() })}{' '}
        <span role="timer" aria-live="off">
          {t('live.retry', { n: Math.max(0, Math.ceil((retry_at - now) / 1000)) })}
        </span>
      </p>
      <button type="button" className="button" data-size="small" onClick={tryNow}>
        {t('live.try')}
      </button>
    </section>
  )
}

const useNow = (every_ms: number): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), every_ms)
    return () => clearInterval(clock)
  }, [every_ms])
  return now
}
