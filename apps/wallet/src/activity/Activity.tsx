/** What was asked and what became of it, this week first. */
import type { PaymentStatus } from '@pursestrings/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { api } from '../client.ts'
import { weekStart } from '../frame/day.ts'
import { Fault } from '../frame/Fault.tsx'
import { Icon } from '../frame/Icon.tsx'
import { Skeleton } from '../frame/Skeleton.tsx'
import { TopBar } from '../frame/TopBar.tsx'
import { agentPayments, byTime } from '../requests/lists.ts'
import { type Payment, timeOfPayment } from '../requests/payment.ts'
import { EndedRow, WaitingRow } from '../requests/RequestRow.tsx'

const PAGE = 25
const SHOWS = {
  all: undefined,
  approved: ['signed', 'broadcasted', 'confirmed'],
  rejected: ['rejected'],
  expired: ['expired'],
  failed: ['failed'],
} as const satisfies Readonly<Record<string, readonly PaymentStatus[] | undefined>>
type Show = keyof typeof SHOWS

const isShow = (text: string): text is Show => text in SHOWS

export const Activity = () => {
  const { t } = useTranslation()
  const id = useId()
  const [query, setQuery] = useSearchParams()
  const asked = query.get('show') ?? 'all'
  const show: Show = isShow(asked) ? asked : 'all'
  const connection_id = query.get('agent') ?? undefined
  const list = useInfiniteQuery({
    queryKey: ['requests', 'activity', show, connection_id],
    queryFn: ({ pageParam: cursor }) =>
      api().paymentRequests.list({ limit: PAGE, cursor, status: SHOWS[show], connection_id }).page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
  const automatic = useQuery({ queryKey: ['requests', 'agent payments'], queryFn: () => agentPayments() })
  const loaded = list.data?.pages.flatMap(({ payment_requests }) => payment_requests) ?? []
  const requests = byTime([...loaded, ...besides(automatic.data ?? [], { show, connection_id, loaded, list })])
  const monday = weekStart()
  const recent = requests.filter((one) => Date.parse(timeOfPayment(one)) >= monday)
  const earlier = requests.filter((one) => Date.parse(timeOfPayment(one)) < monday)
  const fault = list.error ?? automatic.error
  const again = () => {
    for (const one of [list, automatic]) if (one.error) void one.refetch()
  }
  const change = (next: string) => {
    const kept = new URLSearchParams(query)
    if (next === 'all') kept.delete('show')
    else kept.set('show', next)
    setQuery(kept, { replace: true })
  }
  return (
    <div className="page">
      <TopBar
        title={t('activity.title')}
        aside={
          <span className="filter">
            <label htmlFor={id} className="visually-hidden">
              {t('activity.filter')}
            </label>
            <select id={id} value={show} onChange={(event) => change(event.target.value)}>
              {Object.keys(SHOWS)
                .filter(isShow)
                .map((one) => (
                  <option key={one} value={one}>
                    {t(`activity.${one}`)}
                  </option>
                ))}
            </select>
          </span>
        }
      />
      {fault ? <Fault error={fault} onAgain={again} /> : null}
      {!(list.data && automatic.data) && !fault && <Skeleton as="rows" lines={6} />}
      {list.data && automatic.data && requests.length === 0 && (
        <div className="card empty">
          <Icon name="activity" size={32} />
          <p className="muted">{t('activity.empty')}</p>
        </div>
      )}
      <Group title={t('activity.thisWeek')} requests={recent} />
      <Group title={t('activity.earlier')} requests={earlier} />
      {list.hasNextPage && (
        <button
          type="button"
          className="button"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('activity.more')}
        </button>
      )}
    </div>
  )
}

interface Among {
  readonly show: Show
  readonly connection_id: string | undefined
  readonly loaded: readonly Payment[]
  readonly list: { readonly hasNextPage: boolean }
}

/** The agent payments that belong among the requests that are loaded. */
const besides = (all: readonly Payment[], { show, connection_id, loaded, list }: Among): readonly Payment[] => {
  const oldest = list.hasNextPage ? loaded.at(-1)?.created_at : undefined
  const wanted: readonly PaymentStatus[] | undefined = SHOWS[show]
  return all.filter(
    (one) =>
      (wanted?.includes(one.status) ?? true) &&
      (connection_id === undefined || one.connection_id === connection_id) &&
      (oldest === undefined || one.created_at >= oldest),
  )
}

const Group = ({ title, requests }: { readonly title: string; readonly requests: readonly Payment[] }) => {
  const id = useId()
  if (requests.length === 0) return null
  return (
    <section className="group" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className="card rows">
        {requests.map((request) => {
          const key = `${request.connection_id}${request.request_id}`
          return request.status === 'pending' ? (
            <WaitingRow key={key} request={request} />
          ) : (
            <EndedRow key={key} request={request} />
          )
        })}
      </ul>
    </section>
  )
}
