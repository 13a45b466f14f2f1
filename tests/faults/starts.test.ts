/**
 * Twenty processes are started while PostgreSQL takes no connections, and find it ten seconds later: none ends, all are ready
 * soon after, and meanwhile each says what it waits for. Then PostgreSQL is gone for ten seconds under all of them.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../server/test/database.ts'
import { startMailbox } from '../../server/test/mailbox.ts'
import { startProcess } from '../../server/test/process.ts'
import { until } from '../../server/test/until.ts'
import { freePort } from '../../tools/dev/free-port.ts'
import { tcpGate } from './outages/gates.ts'
import { report } from './report.ts'

const PROCESSES = Number(process.env.STARTS_PROCESSES ?? 20)
const AWAY_MS = 10_000
const READY_S_MAX = 30

const says = async (ops_url: string): Promise<string> => {
  const answer = await fetch(`${ops_url}/ready`).catch(() => undefined)
  if (answer === undefined) return 'nothing'
  return answer.ok ? 'ready' : ((await answer.json()) as { error: { message: string } }).error.message
}

test('a database that comes late ends no start', { timeout: 300_000 }, async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const mailbox = await startMailbox()
  onTestFinished(() => mailbox.stop())
  const at = new URL(database.url)
  const gate = await tcpGate(Number(at.port), 0, {})
  onTestFinished(() => gate.stop())
  at.port = String(gate.port)
  at.hostname = '127.0.0.1'
  const settings = {
    ENVIRONMENT: 'development',
    DATABASE_URL: at.href,
    DATABASE_POOL_MAX: '2',
    SMTP_URL: mailbox.smtp_url,
    FACTS_KEYS: `one:${Buffer.alloc(32, 1).toString('base64url')}`,
    WEBHOOK_SECRET_KEYS: `one:${Buffer.alloc(32, 2).toString('base64url')}`,
  }
  await gate.be('stopped')
  const ports = await Promise.all(Array.from({ length: PROCESSES }, () => freePort()))
  const ops = ports.map((port) => `http://127.0.0.1:${port}`)
  const starting = Promise.all(
    ports.map((port, n) => startProcess(n % 4 === 3 ? 'worker' : 'api', { ...settings, OPS_PORT: String(port) })),
  )
  starting.catch(() => {})
  const waiting = async () => (await Promise.all(ops.map(says))).filter((said) => said.includes('PostgreSQL has not'))
  await until(async () => (await waiting()).length === PROCESSES)
  await pause(AWAY_MS)
  const said = await waiting()
  const readyAfter = async (): Promise<number> => {
    const began = performance.now()
    await gate.be('well')
    const times = ops.map(async (url) => {
      await until(async () => (await says(url)) === 'ready')
      return performance.now() - began
    })
    return Math.round(Math.max(...(await Promise.all(times))) / 100) / 10
  }
  const ready_s = await readyAfter()
  const processes = await starting
  await gate.be('stopped')
  await until(async () => (await waiting()).length === PROCESSES)
  await pause(AWAY_MS)
  const again_s = await readyAfter()
  const exits = await Promise.all(processes.map((one) => one.end('SIGTERM')))
  report('starts', { processes: PROCESSES, ready_s, again_s, exits: exits.filter((code) => code !== 0).length })
  expect(said).toHaveLength(PROCESSES)
  expect(exits).toEqual(exits.map(() => 0))
  expect(Math.max(ready_s, again_s)).toBeLessThan(READY_S_MAX)
})
