import { expect, test } from 'vitest'
import { filtersOf, inputOf, withFilter } from './filters.ts'

const asked = (query: string) => {
  const input = inputOf(new URLSearchParams(query))
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

test('the address asks for standings, a payee, amounts and words, as the service takes them', () => {
  expect(asked('standing=waiting&standing=rejected&payee=rcp_1&agent=agt_1&min=12.49&max=12.5&q=+order-1+')).toEqual({
    standing: ['pending', 'under_way', 'rejected'],
    recipient_id: 'rcp_1',
    asked_by: 'agt_1',
    amount_min: '12.49',
    amount_max: '12.5',
    q: 'order-1',
  })
})

test('what the address cannot mean is left out', () => {
  expect(asked('standing=sure&q=+&created=year&min=1e9&max=0&from=yesterday')).toEqual({})
})

test('a last day is asked for as a whole', () => {
  const { created_from, created_to } = asked('from=2026-11-01&to=2026-11-01') as Record<string, string>
  expect(Date.parse(created_to ?? '') - Date.parse(created_from ?? '')).toBe(86_400_000)
})

test('another filter begins at the first page, and leaves the others as they are', () => {
  const before = new URLSearchParams('standing=paid&q=two+books&cursor=c&after=a&open=o')
  expect(withFilter(before, { standing: ['rejected'] }).toString()).toBe('q=two+books&standing=rejected')
  expect(filtersOf(new URLSearchParams('cursor=c&standing=paid&q=two+books'))).toBe('q=two+books&standing=paid')
})
