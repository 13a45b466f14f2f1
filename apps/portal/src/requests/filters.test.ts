import { expect, test } from 'vitest'
import { filtersOf, inputOf, withFilter } from './filters.ts'

const asked = (query: string) => {
  const input = inputOf(new URLSearchParams(query))
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

test('the address asks for statuses, a payee, amounts and a search, as the service takes them', () => {
  expect(asked('status=pending&status=rejected&payee=rcp_1&agent=agt_1&min=12.49&max=12.5&task=order-1')).toEqual({
    status: ['pending', 'rejected'],
    recipient_id: 'rcp_1',
    asked_by: 'agt_1',
    amount_min: '12.49',
    amount_max: '12.5',
    task_ref: 'order-1',
  })
  expect(asked('request=pr-1')).toMatchObject({ request_id: 'pr-1' })
  expect(asked('hash=00')).toMatchObject({ transaction_hash: '00' })
})

test('what the address cannot mean is left out', () => {
  expect(asked('status=paid&assurance=sure&created=year&min=1e9&max=0&from=yesterday')).toEqual({ status: [] })
})

test('a last day is asked for as a whole', () => {
  const { created_from, created_to } = asked('from=2026-11-01&to=2026-11-01') as Record<string, string>
  expect(Date.parse(created_to ?? '') - Date.parse(created_from ?? '')).toBe(86_400_000)
})

test('another filter begins at the first page, and leaves the others as they are', () => {
  const next = withFilter(new URLSearchParams('status=pending&task=order-1&cursor=c&after=a'), { status: ['rejected'] })
  expect(next.toString()).toBe('task=order-1&status=rejected')
  expect(filtersOf(new URLSearchParams('cursor=c&task=order-1&status=pending'))).toBe('status=pending&task=order-1')
})
