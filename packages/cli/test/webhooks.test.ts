/** Webhooks on a developer's machine: `listen` forwards what happens, `trigger` makes it happen, `webhooks verify` checks. */
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { WebhookDelivery } from '@pursestrings/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWebhookReceiver, type Heard, holds } from '../../../server/test/deliveries.ts'
import { until } from '../../../server/test/until.ts'
import type { Home } from './command.ts'
import { type CliPlace, startCliPlace } from './place.ts'

let place: CliPlace
let home: Home
beforeAll(async () => {
  place = await startCliPlace()
  home = await place.home()
  await home.json(place.demo)
})
afterAll(() => place.stop())

const receiver = createWebhookReceiver()
const server = createServer((request, response) => void receiver.receive(request, response))
let hook: string
beforeAll(async () => {
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  hook = `http://127.0.0.1:${(server.address() as AddressInfo).port}${receiver.place((_heard, response) => response.end()).path}`
})
afterAll(() => server.close())

const typesHeard = () => receiver.heard.map((one) => JSON.parse(one.body).type)

describe('listen', () => {
  let secret = ''
  test('posts each event as the webhook that the service would send, signed with the secret that it prints', async () => {
    const listening = home.start(['listen', '--forward-to', hook])
    secret = (await listening.says(/^secret +(whsec_\S+)$/m))[1] as string
    const { code, stdout } = await home.run(['trigger', 'payment_request.confirmed'])
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^payment_request\.confirmed +task-\S+\n$/)])
    await until(() => receiver.heard.length === 4)
    expect(typesHeard()).toEqual(
      ['pending', 'signed', 'broadcasted', 'confirmed'].map((end) => `payment_request.${end}`),
    )
    for (const heard of receiver.heard) expect(holds(secret, heard)).toBe(true)
    const [first] = receiver.heard.map((one) => JSON.parse(one.body))
    expect(first).toEqual({
      type: 'payment_request.pending',
      timestamp: expect.any(String),
      data: {
        request_id: expect.stringMatching(/^task-/),
        connection_id: expect.stringMatching(/^con_/),
        status: 'pending',
        previous_status: null,
        cursor: 1,
      },
    })
    expect(await listening.end()).toBe(0)
  })

  test('keeps its secret across restarts, and repeats what is asked for by cursor', async () => {
    const latest = (await home.run(['events', 'merchant', '--no-wait', '--json'])).stdout.trim().split('\n').length
    const again = home.start(['listen', '--forward-to', hook, '--since', String(latest - 1), '--json'])
    const [, told = ''] = await again.says(/"secret":"(whsec_[^"]+)"/)
    await until(() => receiver.heard.length === 5)
    expect([told, typesHeard()[4]]).toEqual([secret, 'payment_request.confirmed'])
    expect(receiver.heard[4]?.headers['webhook-id']).toBe(receiver.heard[3]?.headers['webhook-id'])
    expect(await again.end('SIGTERM')).toBe(0)
  })

  test('forwards what happens to the connection, and goes on after its token was replaced', async () => {
    const listening = home.start(['listen', '--forward-to', hook])
    await listening.says(/^ready/m)
    const before = receiver.heard.length
    for (const type of ['connection.token_rotated', 'connection.resumed', 'payment_request.pending']) {
      expect((await home.run(['trigger', type])).code).toBe(0)
    }
    await until(() => receiver.heard.length >= before + 4)
    expect(typesHeard().slice(before)).toEqual([
      'connection.token_rotated',
      'connection.paused',
      'connection.resumed',
      'payment_request.pending',
    ])
    expect(await listening.end()).toBe(0)
    receiver.heard.length = before
  })

  test('what came is checked from a file of its own by `webhooks verify`; one changed byte is refused', async () => {
    const { headers, body } = receiver.heard[4] as Heard
    const flags = ['id', 'timestamp', 'signature'].flatMap((name) => [
      `--${name}`,
      headers[`webhook-${name}`] as string,
    ])
    const secret_file = join(home.folder, 'secret')
    writeFileSync(secret_file, `${secret}\n`)
    const words = ['webhooks', 'verify', '-', ...flags]
    const verify = (sent: string) => home.run([...words, '--secret-file', secret_file], sent)
    const [genuine, changed, shown] = await Promise.all([
      verify(body),
      verify(body.replace('confirmed', 'Confirmed')),
      home.run([...words, '--secret', secret], body),
    ])
    expect([shown.code, shown.stderr]).toEqual([2, expect.stringContaining("unknown option '--secret'")])
    expect(shown.stderr).not.toContain(secret)
    expect([genuine.code, genuine.stdout]).toEqual([0, expect.stringMatching(/^genuine +yes\n/)])
    expect([changed.code, changed.stdout]).toEqual([1, ''])
    expect(changed.stderr).toContain("isn't genuine")
    expect(changed.stderr).not.toContain(secret)
  })
})

describe('endpoints of the merchant', () => {
  test('show their secret once, are verified, and what was delivered can be sent again', async () => {
    const url = 'https://hook.localhost/hooks'
    const { stdout } = await home.run(['webhooks', 'create', '--url', url])
    expect(stdout.match(/whsec_\S+/g)).toHaveLength(1)
    const list = await home.run(['webhooks', 'list', '--json'])
    expect(list.stdout).not.toContain('whsec_')
    const [{ webhook_endpoint_id: id }] = JSON.parse(list.stdout).webhook_endpoints
    const verified = await home.json(['webhooks', 'verify-endpoint', id])
    expect(verified).toMatchObject({ webhook_endpoint: { status: 'active' } })

    await home.json(['trigger', 'payment_request.pending'])
    const delivered = () =>
      place.webhooks.heard.filter((one) => JSON.parse(one.body).type === 'payment_request.pending')
    await until(() => delivered().length === 1)
    const deliveries = () => home.json<{ webhook_deliveries: WebhookDelivery[] }>(['webhooks', 'deliveries'])
    // What has arrived may not be noted yet.
    await until(async () => (await deliveries()).webhook_deliveries[0]?.status === 'delivered')
    const [first] = (await deliveries()).webhook_deliveries
    await home.json(['webhooks', 'redeliver', first?.webhook_delivery_id ?? ''])
    await until(() => delivered().length === 2)
    expect(delivered()[1]?.headers['webhook-id']).toBe(first?.event_id)
  })
})
