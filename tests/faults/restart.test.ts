/**
 * 20 restarts under load: two api processes and two workers on one database; callers keep their connections, as a proxy
 * does, and go where /ready says so. A call that was sent and got no good answer has failed.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newOperator } from '../../server/test/operator.ts'
import { type Process, startProcess } from '../../server/test/process.ts'
import { until } from '../../server/test/until.ts'
import { startWorld } from '../../server/test/world.ts'
import { report } from './report.ts'

const RESTARTS = 20
const CALLERS = 16

test('no call in flight fails while processes are restarted', { timeout: 600_000 }, async () => {
  const world = await startWorld({ LOG_LEVEL: 'silent', NATS_URL: 'nats://127.0.0.1:4222' })
  const operator = await newOperator(world)
  const settings = { ...world.settings, LOG_LEVEL: 'info', DRAIN_MS: '500', DATABASE_POOL_MAX: '5' }
  const startApi = () => startProcess('api', settings)
  const workers = [await startProcess('worker', settings), await startProcess('worker', settings)]
  const apis: Process[] = [await startApi(), await startApi()]
  const ready = new Set(apis.map((a) => a.url))
  const load = { running: true }
  let calls = 0
  let not_sent = 0
  const failed: string[] = []

  const watchReadiness = async () => {
    while (load.running) {
      for (const { url } of apis) {
        const ok = await fetch(`${url}/ready`).then(
          (r) => r.ok,
          () => false,
        )
        if (ok) ready.add(url)
        else ready.delete(url)
      }
      await pause(50)
    }
  }
  const keepCalling = async (n: number) => {
    for (let i = n; load.running; i++) {
      const [...open] = ready
      const base = open[i % open.length]
      if (base === undefined) throw new Error('no process is ready')
      try {
        const answer = await fetch(`${base}/v1/merchant-sessions/current`, { headers: { cookie: operator.cookie } })
        const text = await answer.text()
        calls++
        if (answer.status !== 200) failed.push(`${answer.status} ${text}`)
      } catch (error) {
        const { code } = (error as { cause?: { code?: string } }).cause ?? {}
        if (code === 'ECONNREFUSED') not_sent++
        else failed.push(String(code ?? error))
      }
    }
  }
  const background = [watchReadiness(), ...Array.from({ length: CALLERS }, (_, n) => keepCalling(n))]
  const exits: (number | null)[] = []
  const stop_ms: number[] = []
  for (let i = 0; i < RESTARTS; i++) {
    const next = await startApi()
    apis.push(next)
    await until(() => ready.has(next.url))
    const start = Date.now()
    exits.push(await (apis[0] as Process).end('SIGTERM'))
    stop_ms.push(Date.now() - start)
    apis.shift()
  }
  load.running = false
  await Promise.all(background)
  for (const process of [...apis, ...workers]) exits.push(await process.end('SIGTERM'))
  await world.stop()
  report('restart', { restarts: RESTARTS, calls, failed: failed.length, not_sent, stop_ms_max: Math.max(...stop_ms) })
  expect(failed).toEqual([])
  expect(new Set(exits)).toEqual(new Set([0]))
  expect(calls).toBeGreaterThan(1_000)
})
