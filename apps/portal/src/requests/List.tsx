/** The requests of a page, day by day: what each is for, who asked whom, how much, and what became of it. */
import './requests.css'
import type { PaymentRequest, PaymentRequestsListAnswer } from '@pursestrings/sdk'
import { AmountView } from '@pursestrings/ui/AmountView'
import { plain, titleOf } from '@pursestrings/ui/agent-text'
import { glyphOf, StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { standingOf } from '@pursestrings/ui/standing'
import { Fragment, type MouseEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { DayName } from '../frame/Ago.tsx'
import { dayOf } from '../frame/day.ts'
import { type Day, daysOf } from './day-sums.ts'
import { kindOfDispute } from './dispute.ts'
import { Pager } from './Pager.tsx'
import { useRowKeys } from './use-row-keys.ts'

/** Of a request, in the address. */
export const keyOf = ({ connection_id, request_id }: PaymentRequest): string => `${connection_id}/${request_id}`
export const pathOf = ({ connection_id, request_id }: PaymentRequest): string =>
  `/requests/${connection_id}/${encodeURIComponent(request_id)}`

interface Props {
  readonly page: PaymentRequestsListAnswer
  readonly filters: string
  readonly is_first: boolean
  /** Which one stands beside the list, if any. */
  readonly open: string | null
  /** Undefined where there is no room for one. */
  readonly onOpen: ((key: string) => void) | undefined
}

export const List = ({ page, filters, is_first, open, onOpen }: Props) => {
  const rows = useRef<HTMLElement>(null)
  useRowKeys(rows, ({ dataset }) => onOpen?.(dataset['key'] ?? ''))
  const days = daysOf(page.payment_requests, { is_first, is_last: page.next_cursor === null })
  return (
    <section ref={rows} className="card asked">
      {days.map(({ requests, paid }) => (
        <Fragment key={requests[0]?.created_at}>
          <h2>
            <DayName at={requests[0]?.created_at ?? ''} />
            {paid && <Came count={requests.length} paid={paid} is_all={filters === ''} />}
          </h2>
          <ul>
            {requests.map((request) => (
              <Row key={keyOf(request)} request={request} is_open={open === keyOf(request)} onOpen={onOpen} />
            ))}
          </ul>
        </Fragment>
      ))}
      <Pager page={page} filters={filters} />
    </section>
  )
}

interface CameProps {
  readonly count: number
  readonly paid: NonNullable<Day['paid']>
  /** Else the day has more than the filters let through. */
  readonly is_all: boolean
}

/** What a day came to. */
const Came = ({ count, paid, is_all }: CameProps) => {
  const { t } = useTranslation()
  const on_one = paid.sums.every(({ network }) => network === paid.sums[0]?.network)
  return (
    <span className="asked-day">
      {t(is_all ? 'requests.day.asked' : 'requests.day.listed', { count })}
      {paid.count > 0 && ` · ${t('requests.day.paid', { count: paid.count })}`}
      {paid.sums.map(({ asset, network, amount }) => (
        <Fragment key={`${asset} ${network}`}>
          {' · '}
          <AmountView amount={amount} asset={asset} />
          {!on_one && ` (${network})`}
        </Fragment>
      ))}
    </span>
  )
}

interface RowProps {
  readonly request: PaymentRequest
  readonly is_open?: boolean
  readonly onOpen?: Props['onOpen']
}

export const Row = ({ request, is_open = false, onOpen }: RowProps) => {
  const { t } = useTranslation()
  const became = useBecame(request)
  const { payment, payee, source, settlement } = request
  const stands = standingOf(request)
  const { tone, filled } = glyphOf(stands)
  // A key opens the whole page; the pointer looks, where there is room beside the list.
  const look = (event: MouseEvent) => {
    if (!onOpen || event.detail === 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen(keyOf(request))
  }
  return (
    <li data-open={is_open ? '' : undefined}>
      <StatusGlyph {...glyphOf(stands)} size={18} />
      <Link to={pathOf(request)} data-key={keyOf(request)} aria-current={is_open ? 'true' : undefined} onClick={look}>
        <Title request={request} />
      </Link>
      <span className="asked-sum">
        <AmountView amount={payment.amount} asset={payment.asset} />
      </span>
      <span className={`asked-who ${stands === 'disputed' ? 'tone-stop' : 'muted'}`}>
        {stands === 'disputed'
          ? t(`requests.disputed.${kindOfDispute(settlement)}`)
          : t('requests.asks', { agent: source.agent_name, payee: payee.name })}
      </span>
      <span className={`asked-became ${filled ? `tone-${tone}` : 'muted'}`}>{became}</span>
    </li>
  )
}

/** The agent's words, which nobody checked; else the number that it gave. What the service made up says nothing here. */
export const Title = ({ request: { display, request_id } }: { readonly request: PaymentRequest }) => {
  const { t } = useTranslation()
  const title = titleOf(display)
  if (title !== undefined)
    return (
      <bdi className="mono asked-title" title={title}>
        {title}
      </bdi>
    )
  return (
    <>
      {!request_id.startsWith('pr_') && <bdi className="mono asked-title">{request_id} </bdi>}
      <span className="muted">{t('requests.noTitle')}</span>
    </>
  )
}

// What became of a request, in a few words.

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const timeOf = (at: string): string =>
  new Date(at).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })

const useBecame = (request: PaymentRequest): string => {
  const { t } = useTranslation()
  const { created_at, expires_at, reason, settlement } = request
  const stands = standingOf(request)
  if (stands === 'pending') {
    const left_ms = Date.parse(expires_at) - Date.now()
    if (left_ms < MINUTE_MS) return t('requests.became.waitsSeconds', { n: Math.max(0, Math.ceil(left_ms / 1000)) })
    if (left_ms < 2 * HOUR_MS) return t('requests.became.waitsMinutes', { n: Math.floor(left_ms / MINUTE_MS) })
    return t('requests.became.waitsHours', { n: Math.floor(left_ms / HOUR_MS) })
  }
  if (stands === 'paid' && settlement.closed_at !== undefined) {
    const same_day = new Date(settlement.closed_at).toDateString() === new Date(created_at).toDateString()
    const at = timeOf(settlement.closed_at)
    return t('requests.became.paidAt', { at: same_day ? at : `${dayOf(settlement.closed_at)}, ${at}` })
  }
  if (stands === 'rejected' && reason !== undefined) return t('requests.became.rejectedFor', { reason: plain(reason) })
  const over = stands === 'expired' || stands === 'unpaid' || stands === 'failed'
  return over && settlement.retry === 'safe' ? t(`requests.became.${stands}Safe`) : t(`requests.became.${stands}`)
}
