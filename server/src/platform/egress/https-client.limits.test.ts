// H6: a bad receiver costs its own time and size limit and nothing more.
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type BadReceivers,
  BROKEN,
  startBadReceivers,
  TOO_LARGE,
  TOO_SLOW,
} from '../../../test/outside/bad-receivers.ts'
import '../../../test/outside/confined-to-loopback.ts'
import { createTestAuthority } from '../../../test/outside/test-authority.ts'
import { createHttpsClient, type HttpsClient } from './https-client.ts'
import type { OutboundError } from './outbound-error.ts'

/** What a loaded machine may take on top. */
const LOADED_MS = 10_000
const LIMITS = { timeout_ms: 2_000, max_bytes: 16_384 }

let receivers: BadReceivers
let client: HttpsClient

beforeAll(async () => {
  using authority = createTestAuthority()
  receivers = await startBadReceivers(authority.issue(['127.0.0.1']))
  const allow_loopback_for_tests = [`127.0.0.1:${receivers.port}`]
  client = createHttpsClient({ ...LIMITS, trusted_cas: [authority.root], allow_loopback_for_tests })
})

afterAll(() => receivers[Symbol.asyncDispose]())

async function endOf(profile: string): Promise<string> {
  const started = performance.now()
  const end = await client.request({ url: `https://127.0.0.1:${receivers.port}/${encodeURIComponent(profile)}` }).then(
    ({ status }) => `answered ${status}`,
    (error: OutboundError) => error.kind,
  )
  const spent_ms = performance.now() - started
  return spent_ms < LIMITS.timeout_ms + LOADED_MS ? end : `${end} after ${spent_ms} ms`
}

it.each(Object.keys(TOO_LARGE))('%s is cut off at the limit', async (profile) => {
  expect(await endOf(profile)).toBe('too_large')
})

it.each(Object.keys(TOO_SLOW))('%s ends when the time is up', async (profile) => {
  expect(await endOf(profile)).toBe('timeout')
})

it.each(Object.keys(BROKEN))('%s is no answer', async (profile) => {
  expect(await endOf(profile)).toBe('protocol')
})

// Every process grows by some 50 MB over its first thousand TLS connections (measured, also with bare node:tls) and then
// stays there; the warm-up takes that out of the figure.
it('all bad answers at once cost a warm process at most 20 MB', async () => {
  const quick = Object.keys({ ...TOO_LARGE, ...BROKEN })
  for (let round = 0; round < 60; round += 1) await Promise.all(quick.map(endOf))
  const grown: number[] = []
  // The least of three: the collector has times of its own.
  for (let round = 0; round < 3; round += 1) {
    const before = process.memoryUsage.rss()
    await Promise.all([...quick, ...Object.keys(TOO_SLOW)].map(endOf))
    grown.push(process.memoryUsage.rss() - before)
  }
  expect(Math.min(...grown)).toBeLessThanOrEqual(20 * 1024 ** 2)
})
