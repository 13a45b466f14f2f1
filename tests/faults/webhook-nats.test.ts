/**
 * NATS is stopped and its store removed under load, ten times: no create fails, no webhook is missed, and what
 * happened meanwhile has arrived within seconds.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { askingOver } from '../../server/test/asking.ts'
import { activeEndpoint } from '../../server/test/deliveries.ts'
import { until } from '../../server/test/until.ts'
import { freePort } from '../../tools/dev/free-port.ts'
import { report } from './report.ts'
import { startHookGround } from './webhook-ground.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 10)
const ASKERS = 4

const startNats = async (port: number, folder: string) => {
  const child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', folder], { stdio: 'pipe' })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  await until(() => said.includes('Server is ready'))
  return {
    async kill() {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

test('losing NATS and all that it kept costs no create and no webhook', { timeout: 900_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-nats-'))
  const port = await freePort()
  let nats = await startNats(port, folder)
  const ground = await startHookGround({ NATS_URL: `nats://127.0.0.1:${port}`, PENDING_MAX: '1000000000' })
  const worker = await ground.startWorker()
  const { path, url } = ground.web.webhooks.place()
  await activeEndpoint(ground.operator, { url })
  const load = { running: true }
  let created = 0
  const failed: unknown[] = []
  const ask = async () => {
    const asking = askingOver(await ground.connect(), ground.payee)
    while (load.running) {
      const answer = await asking.ask().catch((error: unknown) => ({ status: 0, json: String(error) }))
      if (answer.status === 201) created++
      else failed.push(answer.json)
      await pause(10)
    }
  }
  const asking = Promise.all(Array.from({ length: ASKERS }, ask))
  for (let round = 0; round < ROUNDS; round++) {
    await pause(1_500)
    await nats.kill()
    rmSync(folder, { recursive: true, force: true })
    await pause(1_500)
    nats = await startNats(port, folder)
  }
  load.running = false
  await asking
  const ended = Date.now()
  const arrived = () =>
    new Set(
      ground.web.webhooks.heard
        .filter((one) => one.path === path && one.body.includes('payment_request.pending'))
        .map((one) => one.headers['webhook-id']),
    ).size
  await until(() => arrived() === created, 60_000)
  const catch_up_s = (Date.now() - ended) / 1000
  await worker.end('SIGTERM')
  await ground.stop()
  await nats.kill()
  rmSync(folder, { recursive: true, force: true })
  report('webhook-nats', { rounds: ROUNDS, created, failed: failed.length, missed: created - arrived(), catch_up_s })
  expect(failed).toEqual([])
  expect(catch_up_s).toBeLessThanOrEqual(30)
})
