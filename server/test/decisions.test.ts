/**
 * A decision that the key of a device signed: what it has to say, what is kept of it, and that it can be used for nothing
 * else. Whoever has the token alone, or a decision about something else, gets nowhere.
 */

import { uuidOf } from '@pursestrings/contract/wire/ids'
import { DEVICE_DECISION_JWS_TYPE, statementHeaderText } from '@pursestrings/protocol/device-statements'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Asking, activePayee, askingOver } from './asking.ts'
import type { Answer } from './call.ts'
import { changeFacts } from './change-facts.ts'
import { newConnection } from './connection.ts'
import { addKey, type DeviceKey, decisionFor, newDevice, newDeviceKey, part, rawKey, revokeKey } from './device.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import type { Payee } from './payee.ts'
import { startWorld, type World } from './world.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any

let web: MerchantWeb
let world: World
let operator: Operator
let payee: Payee
let aud: string
let mine: Asking & { key: DeviceKey }
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, LOG_LEVEL: 'error', PENDING_MAX: '1000' })
  aud = world.settings.BASE_URL ?? 'http://127.0.0.1:8787'
  operator = await newOperator(world)
  payee = await activePayee(web, operator)
  mine = await wallet()
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const wallet = async (alg: DeviceKey['alg'] = 'EdDSA'): Promise<Asking & { key: DeviceKey }> => {
  const key = newDeviceKey(alg)
  const device = await newDevice(world, alg === 'EdDSA' ? { public_key: rawKey(key) } : {})
  if (alg === 'ES256') expect((await addKey(device, key, { aud })).status).toBe(201)
  return { ...askingOver(await newConnection(world, { operator, device }), payee), key }
}
const code = ({ status, json }: Answer) => [status, json.error?.code]
const members = ({ json }: Answer): string[] => json.error.issues.map((issue: Json) => issue.code)
const kept = async (request: Json): Promise<Json[]> => {
  const text = 'select status, kid, jws, late from payment_decisions where payment_id = $1 order by recorded_at'
  return (await world.database.admin.query(text, [uuidOf('pr', request.request_id)])).rows
}
const HASH = 'a1'.repeat(32)
const decide = (w: typeof mine, request: Json, more: Json = {}, key = w.key) =>
  decisionFor(key, request, { aud, device_id: w.device.device_id, status: 'signed', ...more })
const read = async (request: Json): Promise<Json> =>
  (await mine.call('GET', `/v1/payment-requests/${request.request_id}`)).json.payment_request

describe.each(['EdDSA', 'ES256'] as const)('a decision signed with %s', (alg) => {
  test('counts at every step, is kept word for word, and everybody who reads the request is told', async () => {
    const own = await wallet(alg)
    const request = await own.asked()
    expect(request.settlement.decision).toBe('none')
    const sent: string[] = []
    for (const status of ['signed', 'broadcasted', 'confirmed']) {
      const transaction_hash = status === 'signed' ? undefined : HASH
      const decision_jws = decide(own, request, { status, transaction_hash })
      sent.push(decision_jws)
      const answer = await own.report(request.request_id, { status, transaction_hash, decision_jws })
      expect(code(answer)).toEqual([200, undefined])
      expect(answer.json.payment_request.settlement.decision).toBe('device_signed')
    }
    expect((await kept(request)).map(({ jws, late }) => [jws, late])).toEqual(sent.map((jws) => [jws, false]))
    const paths = [`/v1/payment-requests/${request.request_id}`, '/v1/payment-requests?limit=1']
    for (const path of paths) {
      for (const by of [own, own.device]) {
        const { json } = await by.call('GET', path)
        const [shown] = json.payment_requests ?? [json.payment_request]
        expect(shown.settlement.decision).toBe('device_signed')
      }
    }
  })

  test('rejects, too', async () => {
    const own = await wallet(alg)
    const request = await own.asked()
    const decision_jws = decide(own, request, { status: 'rejected' })
    const { json } = await own.report(request.request_id, { status: 'rejected', reason: 'not mine', decision_jws })
    expect(json.payment_request).toMatchObject({ status: 'rejected', settlement: { decision: 'device_signed' } })
  })
})

test('without a signature a report is that of whoever has the token, and says so', async () => {
  const request = await mine.asked()
  const { json } = await mine.report(request.request_id, { status: 'signed' })
  expect(json.payment_request.settlement).toMatchObject({ decision: 'device_token' })
  expect((await read(request)).settlement.decision).toBe('device_token')
  const failed = await mine.asked()
  await mine.report(failed.request_id, { status: 'failed', reason: 'no network' })
  expect((await read(failed)).settlement.decision).toBe('none')
})

test('the same again changes nothing', async () => {
  const request = await mine.asked()
  const body = { status: 'signed', decision_jws: decide(mine, request) }
  await mine.report(request.request_id, body)
  const before = await kept(request)
  expect((await mine.report(request.request_id, body)).status).toBe(200)
  const later = { status: 'signed', decision_jws: decide(mine, request) }
  expect((await mine.report(request.request_id, later)).status).toBe(200)
  expect(await kept(request)).toEqual(before)
})

test('one that comes too late is kept as evidence, and moves nothing', async () => {
  const request = await mine.asked()
  const decision = decide(mine, request, { status: 'broadcasted', transaction_hash: HASH })
  await changeFacts(
    world.database.admin,
    [uuidOf('pr', request.request_id)],
    "created_at = created_at - interval '1 day'",
  )
  await world.database.admin.query(
    `begin; set local session_replication_role = replica;
     update payment_requests set status = 'expired', pending_until = null where payment_request_id = '${uuidOf('pr', request.request_id)}'; commit`,
  )
  const body = { status: 'broadcasted', transaction_hash: HASH, decision_jws: decision }
  const answer = await mine.report(request.request_id, body)
  expect([answer.status, answer.json.late]).toEqual([200, true])
  expect(await kept(request)).toMatchObject([{ status: 'broadcasted', late: true }])
  expect(answer.json.payment_request.settlement.decision).toBe('none')
})

describe('a decision about something else is refused, and every member that differs is named', () => {
  test.each<[string, Json]>([
    ['aud', { aud: 'https://elsewhere.example' }],
    ['device_id', { device_id: 'dev_01k0000000e008000000000000' }],
    ['connection_id', { connection_id: 'con_01k0000000e008000000000000' }],
    ['request_id', { request_id: 'another' }],
    ['facts_digest', { facts_digest: '0'.repeat(64) }],
    ['status', { status: 'rejected' }],
    ['transaction_hash', { transaction_hash: HASH }],
    ['decided_at', { decided_at: new Date(Date.now() + 3_600_000).toISOString() }],
    ['decided_at', { decided_at: new Date(Date.now() - 3_600_000).toISOString() }],
    ['decided_at', { decided_at: '2026-11-16T09:00:00Z' }],
    ['decided_at', { decided_at: 'now' }],
  ])('%s', async (member, change) => {
    const request = await mine.asked()
    const answer = await mine.report(request.request_id, {
      status: 'signed',
      decision_jws: decide(mine, request, change),
    })
    expect([...code(answer), members(answer)]).toEqual([422, 'decision_mismatch', [member]])
    expect([(await read(request)).status, await kept(request)]).toEqual(['pending', []])
  })

  test('by a policy, where only a person may decide', async () => {
    const request = await mine.asked()
    const decision_jws = decide(mine, request, { by: 'policy', policy_digest: '0'.repeat(64) })
    const answer = await mine.report(request.request_id, { status: 'signed', decision_jws })
    expect([...code(answer), members(answer).toSorted()]).toEqual([422, 'decision_mismatch', ['by', 'policy_digest']])
  })

  test('several at once, and a member that does not belong there', async () => {
    const request = await mine.asked()
    const { facts_digest: _, ...rest } = JSON.parse(
      Buffer.from(decide(mine, request).split('.')[1] ?? '', 'base64url').toString(),
    ) as Record<string, string>
    const decision_jws = mine.key.statement(DEVICE_DECISION_JWS_TYPE, { ...rest, aud: 'x', note: 'y' })
    const answer = await mine.report(request.request_id, { status: 'signed', decision_jws })
    expect(members(answer).toSorted()).toEqual(['aud', 'facts_digest', 'note'])
  })

  test('that of a request with the same name on another connection', async () => {
    const other = askingOver(await newConnection(world, { operator, device: mine.device }), payee)
    const [one, two] = [await mine.asked({ request_id: 'twin' }), await other.asked({ request_id: 'twin' })]
    const body = { status: 'signed', decision_jws: decide(mine, one), connection_id: two.connection_id }
    expect(members(await mine.report('twin', body))).toContain('connection_id')
  })
})

describe('a signature that is not one', () => {
  const tell = async (make: (right: string, request: Json) => string) => {
    const request = await mine.asked()
    const decision_jws = make(decide(mine, request), request)
    return code(await mine.report(request.request_id, { status: 'signed', decision_jws }))
  }
  const split = (jws: string) => jws.split('.') as [string, string, string]
  const textIn = (jws: string) => Buffer.from(split(jws)[1], 'base64url').toString()
  const invalid = [422, 'decision_signature_invalid']
  const header = (key: DeviceKey, alg = key.alg, typ = DEVICE_DECISION_JWS_TYPE) =>
    statementHeaderText(alg, key.kid, typ)

  test('is by a key that only claims to be the one of the device', async () => {
    const thief = newDeviceKey()
    expect(await tell((right) => thief.signed(header(mine.key), textIn(right)))).toEqual(invalid)
    expect(await tell((_, request) => decide(mine, request, {}, thief))).toEqual([422, 'device_key_unknown'])
  })

  test('has another algorithm than its key, none included', async () => {
    for (const alg of ['ES256', 'none', 'HS256', 'EdDSA ']) {
      const confused = (right: string) => mine.key.signed(header(mine.key, alg as 'ES256'), textIn(right))
      expect(await tell(confused)).toEqual(invalid)
    }
    expect(await tell((right) => `${split(right)[0]}.${split(right)[1]}.`)).toEqual([422, 'validation_failed'])
  })

  test('is of another kind of statement', async () => {
    const other = header(mine.key, mine.key.alg, 'svc-device-key-proof+jws')
    expect(await tell((right) => mine.key.signed(other, textIn(right)))).toEqual(invalid)
  })

  test('has a header with more members, in another order or with its own key inside', async () => {
    const { alg, kid } = mine.key
    const typ = DEVICE_DECISION_JWS_TYPE
    const forms = [
      JSON.stringify({ typ, kid, alg }),
      JSON.stringify({ alg, crit: ['x'], kid, typ }),
      JSON.stringify({ alg, jwk: mine.key.jwk, kid, typ }),
      ` ${header(mine.key)}`,
    ]
    for (const form of forms) expect(await tell((right) => mine.key.signed(form, textIn(right)))).toEqual(invalid)
  })

  test('is over a payload that is not canonical, or names a member twice', async () => {
    const forms = [
      (text: string) => ` ${text}`,
      (text: string) => text.replace('{', '{ '),
      (text: string) => text.replace('{', '{"status":"rejected",'),
      (text: string) => text.replace('"person"', '"\\u0070erson"'),
      (text: string) => `${text}\n`,
      (text: string) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text) as object).toReversed())),
      (text: string) => text.replace('"by":"person"', '"by":["person"]'),
      () => '[]',
      () => 'null',
    ]
    for (const form of forms) {
      expect(await tell((right) => mine.key.signed(header(mine.key), form(textIn(right))))).toEqual(invalid)
    }
  })

  test('has another spelling in base64', async () => {
    const last = (text: string) => {
      const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
      return text.slice(0, -1) + letters[letters.indexOf(text.at(-1) ?? '') ^ 1]
    }
    // A signature of 64 bytes leaves four bits of its last letter unused.
    expect(await tell((right) => last(right))).toEqual(invalid)
    expect(await tell((right) => `${right}==`)).toEqual([422, 'validation_failed'])
    expect(await tell((right) => right.replace(/\.(?=[^.]*$)/, '=.'))).toEqual([422, 'validation_failed'])
    expect(await tell((right) => `${right}.e30`)).toEqual([422, 'validation_failed'])
    expect(await tell((right) => `${right}AAAA`)).toEqual(invalid)
    expect(await tell((right) => part('x') + right.slice(right.indexOf('.')))).toEqual(invalid)
  })

  test('was changed by one bit', async () => {
    expect(await tell((right) => right.slice(0, -10) + (right.at(-10) === 'A' ? 'B' : 'A') + right.slice(-9))).toEqual(
      invalid,
    )
  })
})

describe('a key that has ended', () => {
  test('decides nothing after its rotation, and the new one does', async () => {
    const own = await wallet()
    const next = newDeviceKey('ES256')
    const request = await own.asked()
    expect((await addKey(own.device, next, { aud, previous: own.key })).status).toBe(201)
    const old = await own.report(request.request_id, { status: 'signed', decision_jws: decide(own, request) })
    expect(code(old)).toEqual([422, 'device_key_unknown'])
    const fresh = decide(own, request, {}, next)
    expect((await own.report(request.request_id, { status: 'signed', decision_jws: fresh })).status).toBe(200)
  })

  test('decides nothing after it was revoked, and what it decided before stays', async () => {
    const own = await wallet()
    const [before, after] = [await own.asked(), await own.asked()]
    await own.report(before.request_id, { status: 'signed', decision_jws: decide(own, before) })
    await revokeKey(own.device, own.key)
    const answer = await own.report(after.request_id, { status: 'signed', decision_jws: decide(own, after) })
    expect(code(answer)).toEqual([422, 'device_key_unknown'])
    const { json } = await own.call('GET', `/v1/payment-requests/${before.request_id}`)
    expect(json.payment_request.settlement.decision).toBe('device_signed')
  })
})

test('nobody changes or removes what was signed', async () => {
  const request = await mine.asked()
  await mine.report(request.request_id, { status: 'signed', decision_jws: decide(mine, request) })
  const id = uuidOf('pr', request.request_id)
  const run = (text: string) => world.database.admin.query(text, [id])
  await expect(run("update payment_decisions set jws = 'x' where payment_id = $1")).rejects.toThrow('nobody may change')
  await expect(run('delete from payment_decisions where payment_id = $1')).rejects.toThrow('nobody may change')
})
