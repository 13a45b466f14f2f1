/**
 * One task is requested 200 times with five amounts from four processes, through a proxy that loses every third answer. The
 * feed of the connection has every move in the order of the commits: by it, never more than
 * one request of the task is live.
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { PaymentEvent } from '@pursestrings/sdk'
import { afterAll, expect, test } from 'vitest'
import { startPlace, type TestPlace } from '../../packages/sdk/test/place.ts'
import { type Deciding, type Proxy, startProxy } from '../../packages/sdk/test/proxy.ts'
import { getReady, type Ready } from '../acceptance/steps/ready.ts'
import { report } from './report.ts'

// A connected agent and its wallet, with a proxy between the agent and the service.

interface BehindProxy extends Ready {
  readonly place: TestPlace
  readonly proxy: Proxy
  readonly connection_token: string
  stop(): Promise<void>
}

const startBehindProxy = async (settings: Record<string, string>, fate: Deciding): Promise<BehindProxy> => {
  const place = await startPlace(settings)
  const ready = await getReady(place)
  const { connection_token } = await ready.wallet.connections.rotateToken(ready.connection_id)
  ready.agent.useConnection(connection_token)
  const proxy = await startProxy(place.base_url, fate)
  return {
    ...ready,
    place,
    proxy,
    connection_token,
    async stop() {
      await proxy[Symbol.asyncDispose]()
      await place.stop()
    },
  }
}

const PROCESSES = 4
const ASKS = Number(process.env.ONE_TASK_ASKS ?? 200)
const AGENT = fileURLToPath(new URL('one-task-agent.ts', import.meta.url))
const LIVE = ['pending', 'signed', 'broadcasted']
const figures: Record<string, unknown> = {}
afterAll(() => report('one-task', figures))

test('at every moment at most one request of the task is live', { timeout: 900_000 }, async () => {
  const settings = { CREATES_PER_MINUTE_MAX: '1000000', LOG_LEVEL: 'silent' }
  const ground = await startBehindProxy(settings, ({ nth }) => (nth % 3 === 0 ? 'lose' : 'pass'))
  const { proxy, connection_token, agent } = ground

  const payee = JSON.stringify(ground.payee)
  const each = ASKS / PROCESSES
  const run = async (nth: number) => {
    const given = ['--conditions=@pursestrings/source', AGENT, proxy.base_url, connection_token, payee]
    const { stdout } = await promisify(execFile)(process.execPath, [...given, String(nth * each), String(each)])
    return JSON.parse(stdout) as Record<string, number>
  }
  const ends = await Promise.all(Array.from({ length: PROCESSES }, (_, nth) => run(nth)))

  const live = new Set<string>()
  let [most, made] = [0, 0]
  let since = 0
  for (;;) {
    const page = await agent.events.list({ since, limit: 500 })
    for (const { request_id, status, type } of page.events as PaymentEvent[]) {
      if (type === 'payment_request.pending') made++
      if (LIVE.includes(status)) live.add(request_id)
      else live.delete(request_id)
      most = Math.max(most, live.size)
    }
    if (page.events.length === 0) break
    since = page.next_since
  }
  await ground.stop()
  const total: Record<string, number> = {}
  for (const [end, n] of ends.flatMap((one) => Object.entries(one))) total[end] = (total[end] ?? 0) + n
  Object.assign(figures, {
    asks: ASKS,
    processes: PROCESSES,
    calls: proxy.seen.length,
    made,
    most_live: most,
    ...total,
  })
  expect(most).toBe(1)
  expect(made).toBeGreaterThan(1)
})
