/** Payment requests that cannot pay twice and cannot be redirected (specification 1.4, 2.1, 2.2). */
import { createHash } from 'node:crypto'
import { idOf, newUuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { canonicalJson } from '@pursestrings/protocol/canonical'
import { factsText, paymentFactsOf } from '@pursestrings/protocol/payment-facts'
import { compactVerify, createLocalJWKSet } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '../src/platform/postgres/pool.ts'
import { transactionsOn } from '../src/platform/postgres/transaction.ts'
import { type Asking, askingOver, freshKey, newAsking } from './asking.ts'
import { newConnection } from './connection.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newStellarAddress } from './payee.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
let asking: Asking
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, PENDING_MAX: '1000' })
  asking = await newAsking(world, web)
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const code = (answer: { status: number; json: { error?: { code: string } } }) => [
  answer.status,
  answer.json.error?.code,
]

test('a create pins every fact from the active version and waits for the wallet', async () => {
  const request = await asking.asked({ display: { title: 'Three books' }, metadata: { order: 1042 } })
  expect(request).toMatchObject({
    protocol: 'svc.payment_request.v1',
    request_id: expect.stringMatching(/^pr_/),
    connection_id: asking.connection_id,
    status: 'pending',
    payee: { name: expect.stringMatching(/^Till/), domain: 'shop.test', verified: true },
    payment: {
      rail: 'stellar_xlm',
      network: 'stellar_testnet',
      asset: 'XLM',
      amount: '12.5',
      to: asking.payee.address,
      decimals: 7,
    },
    policy: { requires_user_approval: true },
    display: { title: 'Three books' },
    metadata: { order: 1042 },
    settlement: { assurance: 'none', decision: 'none', notes: [] },
    handoff: { uri: expect.stringContaining(`destination=${asking.payee.address}`) },
  })
  expect(Date.parse(request.expires_at) - Date.parse(request.created_at)).toBeGreaterThan(29 * 60_000)
  const read = await asking.call('GET', `/v1/payment-requests/${request.request_id}`)
  expect(read.json.payment_request).toEqual(request)
  expect(request.facts_jws).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
})

test('a connection token of 90 days creates nothing once it has ended, even where it was used a moment ago', async () => {
  const other = askingOver(await newConnection(world, { operator: asking.operator }), asking.payee)
  await other.asked()
  await world.database.admin.query(
    "update connections set token_expires_at = now() - interval '1 second' where connection_id = $1",
    [uuidOf('con', other.connection_id)],
  )
  expect(code(await other.ask())).toEqual([401, 'credential_invalid'])
})

test('a device token that was rotated ten minutes ago reports nothing, even where it was used a moment ago', async () => {
  const other = askingOver(await newConnection(world, { operator: asking.operator }), asking.payee)
  const { request_id } = await other.asked()
  const { device_id, call } = other.device
  expect((await call('POST', `/v1/app-devices/${device_id}/rotate-token`)).status).toBe(200)
  expect((await call('GET', '/v1/app-devices/current')).status).toBe(200)
  await world.database.admin.query('update device_tokens set next_until = now() where device_id = $1', [
    uuidOf('dev', device_id),
  ])
  expect(code(await other.report(request_id, { status: 'rejected' }))).toEqual([401, 'credential_invalid'])
})

test('the facts can be checked offline: digest and signature hold, and any changed byte fails', async () => {
  const { request_id } = await asking.asked()
  const r = (await asking.call('GET', `/v1/payment-requests/${request_id}`)).json.payment_request
  const text = factsText(paymentFactsOf({ ...r, payee: r.payee }))
  expect(createHash('sha256').update(text).digest('hex')).toBe(r.facts_digest)
  const keys = createLocalJWKSet((await world.call('GET', '/.well-known/jwks.json')).json)
  const { payload } = await compactVerify(r.facts_jws, keys)
  expect(new TextDecoder().decode(payload)).toBe(text)
  const [head, body, signature] = r.facts_jws.split('.') as [string, string, string]
  for (let i = 0; i < body.length; i += 7) {
    const bent = body.slice(0, i) + (body[i] === 'A' ? 'B' : 'A') + body.slice(i + 1)
    await expect(compactVerify(`${head}.${bent}.${signature}`, keys)).rejects.toThrow('verification failed')
  }
})

test('the same key and intent answers with the request as it is now; another intent is refused', async () => {
  const idempotency_key = freshKey()
  const first = await asking.ask({ idempotency_key })
  const again = await asking.ask({ idempotency_key })
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
  expect(again.json.payment_request.request_id).toBe(first.json.payment_request.request_id)
  await asking.report(first.json.payment_request.request_id, { status: 'rejected' })
  expect((await asking.ask({ idempotency_key })).json.payment_request.status).toBe('rejected')
  for (const other of [{ payment: { amount: '12.50' } }, { display: { a: 1 } }, { transaction_id: 'x' }]) {
    expect(code(await asking.ask({ idempotency_key, ...other }))).toEqual([422, 'idempotency_key_reused'])
  }
  const { rows } = await world.database.admin.query(
    'select replay_count from payment_requests where idempotency_key = $1',
    [idempotency_key],
  )
  expect(rows).toEqual([{ replay_count: 2 }])
})

test('the key may come by header or body, all that come must agree, and another connection is another world', async () => {
  const key = freshKey()
  const made = await asking.ask({ idempotency_key: undefined }, { 'x-idempotency-key': key })
  const replay = await asking.ask({ idempotency_key: key }, { 'idempotency-key': `"${key}"` })
  expect(replay.json.payment_request.request_id).toBe(made.json.payment_request.request_id)
  expect(code(await asking.ask({ idempotency_key: key }, { 'x-idempotency-key': `${key} ` }))).toEqual([201, undefined])
  expect(code(await asking.ask({ idempotency_key: key }, { 'x-idempotency-key': `${key}x` }))).toEqual([
    400,
    'IDEMPOTENCY_KEY_MISMATCH',
  ])
  expect(code(await asking.ask({ idempotency_key: undefined }))).toEqual([400, 'idempotency_key_required'])
  const other = askingOver(await newConnection(world, { operator: asking.operator }), asking.payee)
  const elsewhere = await other.ask({ idempotency_key: key })
  expect(elsewhere.headers.get('idempotency-replayed')).toBeNull()
  expect(elsewhere.json.payment_request.request_id).not.toBe(made.json.payment_request.request_id)
})

test('200 twins over two processes at once: one request, every answer the same', async () => {
  const second = (await world.another()).url as string
  for (let round = 0; round < 5; round++) {
    const body = {
      recipient_id: asking.payee.recipient_id,
      recipient_version_id: asking.payee.recipient_version_id,
      payment: { amount: '1' },
      policy: { requires_user_approval: true },
      idempotency_key: freshKey(),
    }
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        const response = await fetch(`${i % 2 ? world.url : second}/v1/payment-requests`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${asking.connection_token}` },
          body: JSON.stringify(body),
        })
        const { payment_request } = (await response.json()) as { payment_request: { facts_jws?: string } }
        const { facts_jws: _signed, ...same } = payment_request
        return JSON.stringify([response.status, same])
      }),
    )
    expect(new Set(answers).size).toBe(1)
  }
})

test("the caller's own request_id is kept, unique per connection, and found by the wallet", async () => {
  const request_id = `order.${freshKey()}`
  expect((await asking.asked({ request_id })).request_id).toBe(request_id)
  expect(code(await asking.ask({ request_id }))).toEqual([409, 'request_id_taken'])
  // Also when they meet in one statement, and without touching a neighbour.
  for (const chosen of [`twin.${freshKey()}`, idOf('pr', newUuid())]) {
    const twins = await Promise.all([
      ...Array.from({ length: 6 }, () => asking.ask({ request_id: chosen })),
      asking.ask(),
    ])
    const codes = twins.map((a): string => a.json.error?.code ?? 'created').toSorted()
    expect(codes).toEqual([...Array(2).fill('created'), ...Array(5).fill('request_id_taken')])
  }
  expect((await asking.call('GET', `/v1/payment-requests/${request_id}`)).json.payment_request.request_id).toBe(
    request_id,
  )
  const twin = askingOver(
    await newConnection(world, { operator: asking.operator, device: asking.device }),
    asking.payee,
  )
  await twin.asked({ request_id })
  const byDevice = (rest = '') => asking.device.call('GET', `/v1/payment-requests/${request_id}${rest}`)
  expect(code(await byDevice())).toEqual([409, 'request_id_ambiguous'])
  for (const rest of ['/evidence', '/receipt']) {
    expect(code(await byDevice(rest))).toEqual([409, 'request_id_ambiguous'])
  }
  const one = await byDevice(`?connection_id=${twin.connection_id}`)
  expect(one.json.payment_request.connection_id).toBe(twin.connection_id)
  expect(code(await asking.report(request_id, { status: 'signed' }))).toEqual([409, 'request_id_ambiguous'])
})

test('only the active version of a recipient of the same merchant can be asked for', async () => {
  const { recipient_id } = asking.payee
  const version = (await asking.operator.call('GET', `/v1/recipients/${recipient_id}`)).json.recipient.version
  const added = await asking.operator.call('POST', `/v1/recipients/${recipient_id}/versions`, {
    body: { network: 'stellar_testnet', asset: 'XLM', address: newStellarAddress(), version },
  })
  const { recipient_version_id } = added.json.recipient_version
  expect(code(await asking.ask({ recipient_version_id }))).toEqual([409, 'recipient_version_not_active'])
  const stranger = await newAsking(world, web)
  expect(code(await asking.ask({ recipient_version_id: stranger.payee.recipient_version_id }))).toEqual([
    409,
    'recipient_version_not_active',
  ])
  const theirs = {
    recipient_id: stranger.payee.recipient_id,
    recipient_version_id: stranger.payee.recipient_version_id,
  }
  const absent = {
    recipient_id: 'rcp_01k0000000e008000000000000',
    recipient_version_id: 'rcv_01k0000000e008000000000000',
  }
  const headers = { 'x-request-id': 'same' }
  const [foreign, nothing] = [await asking.ask(theirs, headers), await asking.ask(absent, headers)]
  expect(code(foreign)).toEqual([404, 'resource_not_found'])
  expect(foreign.text).toBe(nothing.text)
})

test('amounts are exact: at most seven decimals and what the ledger can move', async () => {
  for (const amount of ['0.0000001', '922337203685.4775807', '1.0000000']) await asking.asked({ payment: { amount } })
  for (const amount of ['0.00000001', '922337203685.4775808', '1.00000000']) {
    expect([amount, ...code(await asking.ask({ payment: { amount } }))]).toEqual([amount, 422, 'amount_invalid'])
  }
  for (const amount of ['1e3', '+1', '01', '.5', '1.', '0', '0.0', '１', '1\u0000', ' 1', 12.5]) {
    expect([amount, ...code(await asking.ask({ payment: { amount } }))]).toEqual([amount, 422, 'validation_failed'])
  }
})

test('nothing that the caller writes can name a payment fact; every hit is listed', async () => {
  const refused = await asking.ask({
    display: { a: { Pay_To: 'x' } },
    metadata: { ｍｅｍｏ: 'x', list: [{ recipientAddress: 'x' }] },
  })
  expect(code(refused)).toEqual([422, 'override_forbidden'])
  expect(refused.json.error.issues).toHaveLength(3)
  for (const field of ['network', 'asset', 'to', 'memo']) {
    expect(code(await asking.ask({ [field]: 'x' }))).toEqual([422, 'override_forbidden'])
    expect(code(await asking.ask({ payment: { amount: '1', [field]: 'x' } }))).toEqual([422, 'override_forbidden'])
  }
  expect(code(await asking.ask({ policy: { requires_user_approval: false } }))).toEqual([422, 'validation_failed'])
})

test('an expiry is one minute to seven days ahead', async () => {
  const ahead = (ms: number) => new Date(Date.now() + ms).toISOString()
  for (const ms of [61_000, 7 * 86_400_000 - 5_000]) {
    const expires_at = ahead(ms)
    expect((await asking.asked({ expires_at })).expires_at).toBe(expires_at)
  }
  for (const ms of [-1, 50_000, 7 * 86_400_000 + 5_000]) {
    expect(code(await asking.ask({ expires_at: ahead(ms) }))).toEqual([422, 'expiry_out_of_range'])
  }
})

test('lists: the agent its connection, the wallet all of its own, the merchant its tenant', async () => {
  // Of another organization and another wallet: no list below has it.
  await asking.asked()
  const own = await newAsking(world, web)
  const ids = [(await own.asked()).request_id, (await own.asked()).request_id, (await own.asked()).request_id]
  const newest = ids.toReversed()
  const idsOf = (json: { payment_requests: { request_id: string }[] }) => json.payment_requests.map((r) => r.request_id)
  const first = (await own.call('GET', '/v1/payment-requests?limit=2')).json
  expect(idsOf(first)).toEqual(newest.slice(0, 2))
  expect(idsOf((await own.call('GET', `/v1/payment-requests?limit=2&cursor=${first.next_cursor}`)).json)).toEqual(
    newest.slice(2),
  )
  expect(idsOf((await own.device.call('GET', '/v1/payment-requests')).json)).toEqual(newest)
  expect(idsOf((await own.operator.call('GET', '/v1/payment-requests')).json)).toEqual(newest)
  await own.report(ids[0] as string, { status: 'rejected' })
  expect(idsOf((await own.call('GET', '/v1/payment-requests?status=rejected')).json)).toEqual([ids[0]])
  for (const answer of [
    await own.call('GET', '/v1/payment-requests?cursor=x'),
    await own.operator.call('GET', '/v1/payment-requests?cursor=x'),
  ]) {
    expect(code(answer)).toEqual([422, 'cursor_invalid'])
  }
  expect(code(await asking.call('GET', `/v1/payment-requests/${ids[0]}`))).toEqual([404, 'resource_not_found'])
  expect(code(await asking.device.call('GET', `/v1/payment-requests/${ids[0]}`))).toEqual([404, 'resource_not_found'])
})

test('no role of the service can change a fact after the commit', async () => {
  await asking.asked()
  const pool = createPool({ url: world.database.url, max: 1, application_name: 'test' })
  const { asTenant, asSystem } = transactionsOn(pool)
  const { rows } = await world.database.admin.query('select merchant_id from payment_requests limit 1')
  const facts = [
    'amount',
    'recipient_version_id',
    'facts_digest',
    'intent_digest',
    'expires_at',
    'idempotency_key',
    'display',
    'created_at',
  ]
  for (const column of facts) {
    const change = `update payment_requests set ${column} = ${column}`
    await expect(asTenant(rows[0].merchant_id, (tx) => tx.client.query(change))).rejects.toMatchObject({
      code: '42501',
    })
    await expect(asSystem((tx) => tx.client.query(change))).rejects.toMatchObject({ code: '42501' })
  }
  for (const statement of [
    "update payment_requests set amount = '1'",
    'delete from payment_requests',
    "update events set kind = 'payment_request.signed'",
  ]) {
    await expect(world.database.admin.query(statement)).rejects.toMatchObject({ code: '42501' })
  }
  await pool.end()
})

test('the intent that is compared is the canonical body: key order and white space do not matter', async () => {
  const key = freshKey()
  const body = {
    recipient_id: asking.payee.recipient_id,
    recipient_version_id: asking.payee.recipient_version_id,
    payment: { amount: '2' },
    policy: { requires_user_approval: true },
  }
  const send = (raw: string) =>
    asking.call('POST', '/v1/payment-requests', {
      raw,
      headers: { 'x-idempotency-key': key, 'content-type': 'application/json' },
    })
  const first = await send(JSON.stringify(body, null, 3))
  const second = await send(canonicalJson(body))
  expect([first.status, second.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
})
