/** A proof that is missing: until when it has to be back, counted down, and what happens otherwise. */
import type { MerchantDomain } from '@countersign/sdk'
import { StatusGlyph } from '@countersign/ui/StatusBadge'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentOf } from '../frame/day.ts'

const MINUTE_MS = 60_000

const useNow = (every_ms: number): number => {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every_ms)
    return () => clearInterval(timer)
  }, [every_ms])
  return now
}

interface Props {
  readonly domain: MerchantDomain
  readonly lapses_at: string
  readonly count: number
}

export const Failing = ({ domain, lapses_at, count }: Props) => {
  const { t } = useTranslation()
  const minutes = Math.max(0, Math.ceil((Date.parse(lapses_at) - useNow(MINUTE_MS / 2)) / MINUTE_MS))
  const left =
    minutes >= 120 ? t('domain.hours', { count: Math.floor(minutes / 60) }) : t('domain.minutes', { count: minutes })
  return (
    <div className="notice" data-tone="look" role="status">
      <StatusGlyph tone="look" glyph="alert" />
      <p>
        <b>
          {t(`domain.missing.${domain.method}`)} {t('domain.lapses', { left, at: momentOf(lapses_at) })}
        </b>{' '}
        {t('domain.lapsesThen', { count })}
      </p>
    </div>
  )
}
