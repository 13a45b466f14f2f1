/**
 * 1,000 keys × 32 twins at once over three api processes, with a fifth of the answers dropped on their way: one request per
 * key, every answer equal; another body under the same key refused; the same key on another connection independent.
 */
import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { askingOver, newAsking } from '../../server/test/asking.ts'
import { newConnection } from '../../server/test/connection.ts'
import { startMerchantWeb } from '../../server/test/merchant-web.ts'
import { startProcess } from '../../server/test/process.ts'
import { startWorld } from '../../server/test/world.ts'
import { report } from './report.ts'

const KEYS = 1_000
const TWINS = 32

/** Passes calls on; every fifth answer is cut before it arrives, after the service has done its work. */
const droppingProxy = async (target_port: number): Promise<{ server: Server; url: string; dropped: () => number }> => {
  let answers = 0
  let dropped = 0
  const server = createServer((client) => {
    const upstream = connect(target_port, '127.0.0.1')
    client.pipe(upstream)
    upstream.on('data', (chunk) => {
      if (++answers % 5 === 0) {
        dropped++
        client.destroy()
      } else client.write(chunk)
    })
    for (const socket of [client, upstream]) {
      socket.on('error', () => {})
      socket.on('close', () => {
        client.destroy()
        upstream.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, dropped: () => dropped }
}

test('one request per key, whatever is lost on the way', { timeout: 900_000 }, async () => {
  const web = await startMerchantWeb()
  const world = await startWorld({ ...web.settings, LOG_LEVEL: 'silent', PENDING_MAX: '1000000' })
  const asking = await newAsking(world, web)
  const other = askingOver(await newConnection(world, { operator: asking.operator }), asking.payee)
  const settings = { ...world.settings, LOG_LEVEL: 'warn' }
  const start = async () => {
    const api = await startProcess('api', { ...settings, LOG_LEVEL: 'info' })
    return { api, proxy: await droppingProxy(Number(new URL(api.url).port)) }
  }
  const nodes = [await start(), await start(), await start()]

  const { recipient_id, recipient_version_id } = asking.payee
  const send = async (token: string, key: string, amount: string): Promise<string> => {
    for (let tries = 0; ; tries++) {
      const node = nodes[Math.floor(Math.random() * nodes.length)] as (typeof nodes)[number]
      try {
        const response = await fetch(`${node.proxy.url}/v1/payment-requests`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'x-idempotency-key': key },
          body: JSON.stringify({
            recipient_id,
            recipient_version_id,
            payment: { amount },
            policy: { requires_user_approval: true },
          }),
        })
        const { payment_request, error } = (await response.json()) as {
          payment_request?: { facts_jws?: string }
          error?: { code: string }
        }
        if (response.status >= 500) throw new Error(error?.code)
        const { facts_jws: _jws, ...same } = payment_request ?? {}
        return error?.code ?? JSON.stringify(same)
      } catch (lost) {
        if (tries > 50) throw lost
        await pause(5)
      }
    }
  }

  let unequal = 0
  let other_body_accepted = 0
  for (let k = 0; k < KEYS; k++) {
    const answers = await Promise.all(
      Array.from({ length: TWINS }, () => send(asking.connection_token, `key-${k}`, '12.5')),
    )
    if (new Set(answers).size !== 1 || !answers[0]?.startsWith('{')) unequal++
    if ((await send(asking.connection_token, `key-${k}`, '12.6')) !== 'idempotency_key_reused') other_body_accepted++
    if (k % 10 === 0) await send(other.connection_token, `key-${k}`, '7')
  }
  const { rows } = await world.database.admin.query(
    `select count(*)::int as requests, count(distinct (connection_id, idempotency_key))::int as keys,
       (select count(*)::int from events where cursor is not null) as events from payment_requests`,
  )
  const dropped = nodes.reduce((sum, { proxy }) => sum + proxy.dropped(), 0)
  for (const { api, proxy } of nodes) {
    proxy.server.close()
    await api.end('SIGTERM')
  }
  await world.stop()
  await web.stop()
  const figures = { keys: KEYS, twins: TWINS, dropped, unequal, other_body_accepted, ...rows[0] }
  report('twins', figures)
  const made = KEYS + KEYS / 10
  expect(figures).toMatchObject({ unequal: 0, other_body_accepted: 0, requests: made, events: made })
  expect(dropped).toBeGreaterThan(KEYS)
})
