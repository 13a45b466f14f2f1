/** One request in a list: who, how much, and what became of it, or how long it still waits. */
import type { PaymentRequest } from '@countersign/sdk'
import { AmountView } from '@countersign/ui/AmountView'
import { StatusGlyph } from '@countersign/ui/StatusBadge'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useNow } from '../frame/clock.ts'
import { dayOf } from '../frame/day.ts'
import { Icon } from '../frame/Icon.tsx'
import { Status } from '../frame/Status.tsx'
import { lookOf } from './look-of.ts'

const MINUTE_MS = 60_000
const SOON_MS = 5 * MINUTE_MS
const DAY_MS = 86_400_000
/** An address that changed this lately is said in the list already. */
const CHANGED_LATELY_DAYS = 30

export const reviewPath = ({ connection_id, request_id }: PaymentRequest): string =>
  `/review/${connection_id}/${encodeURIComponent(request_id)}`

export const WaitingRow = ({ request }: { readonly request: PaymentRequest }) => {
  const { t } = useTranslation()
  const { payee, payment, expires_at } = request
  const now = useNow(10_000)
  const left_ms = Date.parse(expires_at) - now
  const changed_days = payee.changed_at ? Math.floor((now - Date.parse(payee.changed_at)) / DAY_MS) : undefined
  return (
    <li>
      <Link className="row" to={reviewPath(request)}>
        <b>{payee.name}</b>
        <AmountView amount={payment.amount} asset={payment.asset} />
        <span className="muted">{payee.domain}</span>
        <span className={left_ms < SOON_MS ? 'tone-look row-left' : 'muted row-left'}>
          <Icon name="clock" size={18} />
          {left_ms > 0 ? t('time.leftMinutes', { n: Math.max(1, Math.floor(left_ms / MINUTE_MS)) }) : t('time.over')}
        </span>
        {changed_days !== undefined && changed_days < CHANGED_LATELY_DAYS && (
          <span className="row-wide tone-look">
            <StatusGlyph tone="look" glyph="alert" size={18} />
            {t('inbox.changed', { count: changed_days })}
          </span>
        )}
      </Link>
    </li>
  )
}

export const EndedRow = ({ request }: { readonly request: PaymentRequest }) => {
  const { payee, payment, created_at } = request
  return (
    <li>
      <Link className="row" to={reviewPath(request)}>
        <span>{payee.name}</span>
        <AmountView amount={payment.amount} asset={payment.asset} />
        <span className="muted">{dayOf(created_at)}</span>
        <Status of={lookOf(request)} />
      </Link>
    </li>
  )
}
