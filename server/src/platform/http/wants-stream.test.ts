import { listEvents, listFeed } from '@pursestrings/contract/events/operations'
import { readService } from '@pursestrings/contract/service/operations'
import { expect, test } from 'vitest'
import { wantsStream } from './wants-stream.ts'

test.each([
  ['text/event-stream', true],
  ['Text/Event-Stream', true],
  ['text/event-stream; charset=utf-8', true],
  ['text/event-stream, */*;q=0.1', true],
  ['application/json, text/event-stream', false],
  ['text/event-stream;q=0', false],
  ['text/event-stream-like', false],
  ['*/*', false],
  [undefined, false],
])('accept %s: %s', (accept, wanted) => {
  for (const feed of [listEvents, listFeed]) expect(wantsStream(feed, { headers: { accept } })).toBe(wanted)
  expect(wantsStream(readService, { headers: { accept } })).toBe(false)
})
