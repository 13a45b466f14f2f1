import type { Uuid } from '@pursestrings/contract/wire/ids'
import { expect, test } from 'vitest'
import { type Made, signsOf } from './record-attempts.ts'

const made = (endpoint: string, status: 'delivered' | 'pending', more: object = {}): Made =>
  ({
    webhook_endpoint_id: endpoint as Uuid,
    probe: false,
    ailing: false,
    verdict: { status, gone: false },
    ...more,
  }) as unknown as Made

test('only what came back after the last success counts against an endpoint', () => {
  const all = [
    made('a', 'pending'),
    made('b', 'pending'),
    made('a', 'delivered'),
    made('a', 'pending', { probe: true }),
    made('b', 'pending'),
    made('a', 'pending'),
    made('c', 'delivered'),
    made('d', 'delivered', { ailing: true }),
  ]
  expect(signsOf(all)).toMatchObject([
    { webhook_endpoint_id: 'a', succeeded: true, failures: 2, probed: true },
    { webhook_endpoint_id: 'b', succeeded: false, failures: 2, probed: false },
    { webhook_endpoint_id: 'd', succeeded: true, failures: 0, probed: false },
  ])
})
