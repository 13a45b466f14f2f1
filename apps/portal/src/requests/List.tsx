/** The requests of a page, day by day: what each is for, who asked whom, how much, and what became of it. */
import './requests.css'
import type { PaymentRequest, PaymentRequestsListAnswer } from '@pursestrings/sdk'
import { AmountView } from '@pursestrings/ui/AmountView'
import { titleOf } from '@pursestrings/ui/agent-text'
import { glyphOf, StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { standingOf } from '@pursestrings/ui/standing'
import { Fragment, type MouseEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { DayName } from '../frame/Ago.tsx'
import { kindOfDispute } from './dispute.ts'
import { Pager } from './Pager.tsx'
import { useBecame } from './use-became.ts'
import { useRowKeys } from './use-row-keys.ts'

/** Of a request, in the address. */
export const keyOf = ({ connection_id, request_id }: PaymentRequest): string => `${connection_id}/${request_id}`
export const pathOf = ({ connection_id, request_id }: PaymentRequest): string =>
  `/requests/${connection_id}/${encodeURIComponent(request_id)}`

interface Props {
  readonly page: PaymentRequestsListAnswer
  readonly filters: string
  /** Which one stands beside the list, if any. */
  readonly open: string | null
  /** Undefined where there is no room for one. */
  readonly onOpen: ((key: string) => void) | undefined
}

export const List = ({ page, filters, open, onOpen }: Props) => {
  const rows = useRef<HTMLElement>(null)
  useRowKeys(rows, ({ dataset }) => onOpen?.(dataset['key'] ?? ''))
  const days = Map.groupBy(page.payment_requests, ({ created_at }) => new Date(created_at).toDateString())
  return (
    <section ref={rows} className="card asked">
      {[...days].map(([day, requests]) => (
        <Fragment key={day}>
          <h2>
            <DayName at={requests[0]?.created_at ?? day} />
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
