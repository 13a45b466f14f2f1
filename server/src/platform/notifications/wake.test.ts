import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { freePort } from '../../../../tools/dev/free-port.ts'
import { until } from '../../../test/until.ts'
import { startWake } from './wake.ts'

const silent = () => {}
const NATS_URL = process.env.NATS_URL ?? 'nats://127.0.0.1:4222'

test('a notification is heard in its own process, with and without NATS', async () => {
  for (const url of [undefined, NATS_URL]) {
    const wake = startWake(url, silent)
    const heard = wake.wait('here', 5_000)
    wake.notify('here')
    await heard
    await wake.stop()
  }
})

test('a notification is heard in another process over NATS, by its topic only', async () => {
  const [here, there] = [startWake(NATS_URL, silent), startWake(NATS_URL, silent)]
  await until(() => here.state() === 'ok' && there.state() === 'ok')
  const topic = `test.${process.pid}`
  let heard = 0
  there.on(topic, () => heard++)
  there.on(`${topic}.other`, () => heard++)
  await until(() => {
    here.notify(topic)
    return heard > 0
  })
  await Promise.all([here.stop(), there.stop()])
})

test('a wait ends at its deadline and at an abort', async () => {
  const wake = startWake(undefined, silent)
  await wake.wait('never', 10)
  const abort = new AbortController()
  const waiting = wake.wait('never', 60_000, abort.signal)
  abort.abort()
  await waiting
  await wake.wait('never', 60_000, AbortSignal.abort())
  expect(wake.state()).toBe('not_configured')
})

test('NATS may come late and go away: rings still reach their own process, and the link comes back by itself', async () => {
  const port = await freePort()
  const start = async () => {
    const server = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
    await once(server, 'spawn')
    return server
  }
  const wake = startWake(`nats://127.0.0.1:${port}`, silent)
  expect(wake.state()).toBe('failing')
  const local = wake.wait('here', 5_000)
  wake.notify('here')
  await local
  let server = await start()
  await until(() => wake.state() === 'ok')
  server.kill('SIGKILL')
  await once(server, 'exit')
  await until(() => wake.state() === 'failing')
  wake.notify('here')
  server = await start()
  await until(() => wake.state() === 'ok')
  await wake.stop()
  server.kill()
  await once(server, 'exit')
})

test('a stop ends the search for a NATS that was never there', async () => {
  const wake = startWake('nats://127.0.0.1:4', silent)
  await wake.stop()
  expect(wake.state()).toBe('failing')
})
