import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { freePort } from '../../../../tools/dev/free-port.ts'
import { until } from '../../../test/until.ts'
import { startNotifications } from './notifications.ts'

const silent = () => {}
const NATS_URL = process.env.NATS_URL ?? 'nats://127.0.0.1:4222'

test('a notification is heard in its own process, with and without NATS', async () => {
  for (const url of [undefined, NATS_URL]) {
    const notifications = startNotifications(url, silent)
    const heard = notifications.wait('here', 5_000)
    notifications.notify('here')
    await heard
    await notifications.stop()
  }
})

test('a notification is heard in another process over NATS, by its topic only', async () => {
  const [here, there] = [startNotifications(NATS_URL, silent), startNotifications(NATS_URL, silent)]
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
  const notifications = startNotifications(undefined, silent)
  await notifications.wait('never', 10)
  const abort = new AbortController()
  const waiting = notifications.wait('never', 60_000, abort.signal)
  abort.abort()
  await waiting
  await notifications.wait('never', 60_000, AbortSignal.abort())
  expect(notifications.state()).toBe('not_configured')
})

test('NATS may come late and go away: rings still reach their own process, and the link comes back by itself', async () => {
  const port = await freePort()
  const start = async () => {
    const server = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
    await once(server, 'spawn')
    return server
  }
  const notifications = startNotifications(`nats://127.0.0.1:${port}`, silent)
  expect(notifications.state()).toBe('failing')
  const local = notifications.wait('here', 5_000)
  notifications.notify('here')
  await local
  let server = await start()
  await until(() => notifications.state() === 'ok')
  server.kill('SIGKILL')
  await once(server, 'exit')
  await until(() => notifications.state() === 'failing')
  notifications.notify('here')
  server = await start()
  await until(() => notifications.state() === 'ok')
  await notifications.stop()
  server.kill()
  await once(server, 'exit')
})

test('a stop ends the search for a NATS that was never there', async () => {
  const notifications = startNotifications('nats://127.0.0.1:4', silent)
  await notifications.stop()
  expect(notifications.state()).toBe('failing')
})
