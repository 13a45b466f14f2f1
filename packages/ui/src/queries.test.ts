import { setTimeout } from 'node:timers/promises'
import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createQueries } from './queries.ts'

const KEY = ['request', 'one']
/** Everything here is a matter of turns, not of time. */
const soon = () => setTimeout(5)

/** Answers what held when the read began, and comes when the test says so. */
const service = () => {
  let status = 'pending'
  const answers: (() => void)[] = []
  return {
    become: (next: string) => {
      status = next
    },
    read: () => {
      const seen = status
      return new Promise<string>((resolve) => answers.push(() => resolve(seen)))
    },
    answer: () => answers.shift()?.(),
    asked: () => answers.length,
  }
}

test('a first read that was on its way when an event came is read once more, and shows the news', async () => {
  const { become, read, answer, asked } = service()
  const queries = createQueries()
  const page = new QueryObserver(queries, { queryKey: KEY, queryFn: read })
  const close = page.subscribe(() => {})
  become('canceled')
  // Several events are one reason.
  for (let event = 0; event < 3; event++) void queries.invalidateQueries()
  answer()
  await soon()
  expect(asked()).toBe(1)
  answer()
  await soon()
  expect(page.getCurrentResult().data).toBe('canceled')
  expect(asked()).toBe(0)
  close()
  queries.clear()
})

test('what was on its way to a page that is closed is no news to the next page that opens', async () => {
  const { become, read, answer, asked } = service()
  const queries = createQueries()
  const open = () => {
    const page = new QueryObserver(queries, { queryKey: KEY, queryFn: read })
    return { page, close: page.subscribe(() => {}) }
  }
  open().close()
  become('canceled')
  void queries.invalidateQueries({ queryKey: KEY })
  answer()
  await soon()
  expect(queries.getQueryData(KEY)).toBe('pending')
  const { page, close } = open()
  await soon()
  expect(asked()).toBe(1)
  answer()
  await soon()
  expect(page.getCurrentResult().data).toBe('canceled')
  close()
  queries.clear()
})

test('what is being read again is not read twice', async () => {
  const { become, read, answer, asked } = service()
  const queries = createQueries()
  const page = new QueryObserver(queries, { queryKey: KEY, queryFn: read })
  const close = page.subscribe(() => {})
  answer()
  await soon()
  expect(page.getCurrentResult().data).toBe('pending')
  become('canceled')
  void queries.invalidateQueries()
  answer()
  await soon()
  expect(page.getCurrentResult().data).toBe('canceled')
  expect(asked()).toBe(0)
  close()
  queries.clear()
})

test('what a hidden page was reading again when an event came is read once more when the page is looked at', async () => {
  const { become, read, answer, asked } = service()
  const queries = createQueries()
  const page = new QueryObserver(queries, { queryKey: KEY, queryFn: read })
  const close = page.subscribe(() => {})
  answer()
  await soon()
  void page.refetch()
  become('canceled')
  void queries.invalidateQueries({ queryKey: KEY, refetchType: 'none' })
  answer()
  await soon()
  expect(asked()).toBe(0)
  expect(page.getCurrentResult()).toMatchObject({ data: 'pending', isStale: true })
  close()
  queries.clear()
})
