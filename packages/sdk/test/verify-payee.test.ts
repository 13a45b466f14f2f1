/** `verifyPayee` against a running service, and against whoever lies to a wallet. */
import { randomBytes } from 'node:crypto'
import {
  type LogMemory,
  type PayeeClaim,
  type PayeeHistory,
  PayeeNotOnRecordError,
  type PayeeRecord,
  readPolicy,
  requireOnRecord,
  verifyHistory,
  verifyPayee,
} from '@pursestrings/sdk/verify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MerchantWeb, startMerchantWeb } from '../../../server/test/merchant-web.ts'
import { newOperator } from '../../../server/test/operator.ts'
import { activate, proveHost, verifiedPayee } from '../../../server/test/payee.ts'
import { until } from '../../../server/test/until.ts'
import { startWorld, type World } from '../../../server/test/world.ts'

let web: MerchantWeb
let world: World
let liar: World
let claim: PayeeClaim
let record: PayeeRecord
let policy: string
const LOG_KEY = randomBytes(32).toString('base64url')

const text = async (of: World, path: string): Promise<string> => (await fetch(of.url + path)).text()

/** A payee that is on record at this service, and what a request would say of it. */
const onRecord = async (of: World): Promise<{ claim: PayeeClaim; record: PayeeRecord }> => {
  const operator = await newOperator(of)
  const payee = await verifiedPayee(web, operator, await proveHost(web, operator))
  expect((await activate(operator, payee)).status).toBe(200)
  const path = `/v1/payees/${payee.recipient_id}/versions/${payee.recipient_version_id}/record`
  await until(async () => (await of.call('GET', path)).json.proof != null)
  const found = (await of.call('GET', `/v1/payees/${payee.recipient_id}`)).json.payee
  const { recipient_version_id, number: _n, since: _s, changed_at: _c, ...payment } = found.serving
  const { recipient_id, name, domain } = found
  const made = { recipient_id, recipient_version_id, payee: { name, domain }, payment }
  return { claim: made, record: (await of.call('GET', path)).json as PayeeRecord }
}

beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, LOG_KEY })
  ;({ claim, record } = await onRecord(world))
  policy = await text(world, '/.well-known/svc-log-policy.txt')
})
afterAll(async () => {
  await world.stop()
  await liar?.stop()
  await web.stop()
})

const memoryOf = (of: World) => {
  const kept = new Map<string, string>()
  const memory: LogMemory = {
    read: async (origin) => kept.get(origin),
    write: async (origin, checkpoint) => void kept.set(origin, checkpoint),
    prove: async (from, to) => (await of.call('GET', `/v1/log/proof?from=${from}&size=${to}`)).json.consistency.hashes,
  }
  return { kept, memory }
}

const judge = async (change: Partial<PayeeRecord>, of: PayeeClaim = claim) =>
  (await verifyPayee(of, { ...record, ...change }, policy, memoryOf(world).memory)).outcome

test('a payee that serves is on record, and the wallet remembers the log', async () => {
  const { kept, memory } = memoryOf(world)
  expect(await verifyPayee(claim, record, policy, memory)).toMatchObject({
    outcome: 'on_record',
    since: expect.any(String),
  })
  expect(kept.size).toBe(1)
  expect((await verifyPayee(claim, record, policy, memory)).outcome).toBe('on_record')
})

test('any other fact than those on record is not on record', async () => {
  const { payment, payee } = claim
  /** Whatever its last character is. */
  const other_end = (value: string, ends: readonly [string, string]) =>
    value.slice(0, -1) + (value.endsWith(ends[0]) ? ends[1] : ends[0])
  const others: PayeeClaim[] = [
    { ...claim, recipient_id: other_end(claim.recipient_id, ['0', '1']) },
    { ...claim, recipient_version_id: other_end(claim.recipient_version_id, ['0', '1']) },
    { ...claim, payee: { ...payee, name: 'Another' } },
    { ...claim, payee: { ...payee, domain: 'another.test' } },
    { ...claim, payment: { ...payment, to: other_end(payment.to, ['A', 'B']) } },
    { ...claim, payment: { ...payment, memo: '1' } },
    { ...claim, payment: { ...payment, asset: 'USDC' } },
    { ...claim, payment: { ...payment, network: 'stellar_public' } },
    { ...claim, payment: { ...payment, decimals: 6 } },
  ]
  for (const other of others) expect([other, await judge({}, other)]).toEqual([other, 'not_on_record'])
})

test('a record of which anything was changed proves nothing', async () => {
  const opening = record.opening as NonNullable<PayeeRecord['opening']>
  expect(await judge({ opening: { ...opening, salt: '00'.repeat(32) } })).toBe('not_on_record')
  expect(await judge({ opening: { ...opening, document: `${opening.document} ` } })).toBe('not_on_record')
  expect(await judge({ opening: null })).toBe('not_on_record')
  expect(await judge({ evidence: `${record.evidence} ` })).toBe('not_on_record')
  expect(await judge({ entry: record.entry.replace('"seq":1', '"seq":2') })).toBe('not_on_record')
  expect(await judge({ proof: record.proof?.replace(/index \d+/, 'index 0') ?? null })).toBe('not_on_record')
  expect((await verifyPayee(claim, null, policy, memoryOf(world).memory)).outcome).toBe('not_on_record')
})

test('an entry that is not in the log yet is pending for a minute, and no longer', async () => {
  expect(await judge({ proof: null })).toBe('pending')
  const old = record.entry.replace(/"at":"20\d\d/, '"at":"2020')
  expect(await judge({ proof: null, entry: old })).toBe('not_on_record')
})

test('without the witnesses that a wallet pinned, a payee is unwitnessed', async () => {
  const strict = policy.replace(
    'quorum none',
    'witness w w.example+af99b7e2+BIqI4910CfGVq3hQRFIlz0nC3GQj6jSHv6Wd7b6Ib1bU\nquorum w',
  )
  expect((await verifyPayee(claim, record, strict, memoryOf(world).memory)).outcome).toBe('unwitnessed')
})

test('a wallet signs for what is on record, warns if it was told to, and never for a split view', async () => {
  const outcome = await verifyPayee(claim, record, policy, memoryOf(world).memory)
  expect(requireOnRecord(outcome)).toMatchObject({ is: 'on_record', since: expect.any(String) })
  expect(requireOnRecord(undefined)).toEqual({ is: 'not_checked' })
  const none = await verifyPayee(claim, null, policy, memoryOf(world).memory)
  expect(() => requireOnRecord(none)).toThrow(PayeeNotOnRecordError)
  expect(requireOnRecord(none, { unlogged: 'warn' })).toMatchObject({ is: 'unlogged' })
  expect(() => requireOnRecord({ outcome: 'pending' }, { unlogged: 'warn' })).toThrow('not on public record yet')
  const split = { outcome: 'split_view', checkpoints: ['a', 'b'] } as const
  expect(() => requireOnRecord(split, { unlogged: 'warn' })).toThrow('a different public log than before')
})

test('a history is that of the log entry by entry, and what was changed or left out shows', async () => {
  const { payee } = (await world.call('GET', `/v1/payees/${claim.recipient_id}`)).json as { payee: PayeeHistory }
  const read = async (path: string) => {
    const response = await fetch(`${world.url}/log/${path}`)
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined
  }
  const pinned = await readPolicy(policy)
  const judged = (change: Partial<PayeeHistory['history'][number]>) =>
    verifyHistory({ ...payee, history: payee.history.map((one) => ({ ...one, ...change })) }, pinned, read)
  const [only] = payee.history
  expect(await judged({})).toEqual({ checked: 1, complete: true, waiting: 0 })
  expect(await judged({ log_index: null })).toEqual({ checked: 0, complete: true, waiting: 1 })
  expect(await judged({ opening: null })).toEqual({ checked: 1, complete: true, waiting: 0 })
  for (const change of [
    { event: 'retired' },
    { at: '2026-01-01T00:00:00.000Z' },
    { seq: 2 },
    { log_index: (only?.log_index ?? 0) - 1 },
    { opening: { salt: '00'.repeat(32), document: only?.opening?.document ?? '' } },
  ]) {
    expect([change, (await judged(change)).fault]).toEqual([change, expect.stringContaining('says something else')])
  }
  const twice = await verifyHistory({ ...payee, history: [...payee.history, ...payee.history] }, pinned, read)
  expect(twice.complete).toBe(false)
  const other = { ...payee, recipient_id: claim.recipient_id.replace(/.$/, (last) => (last === '0' ? '2' : '0')) }
  expect((await verifyHistory(other, pinned, read)).fault).toContain('says something else')
  const forged = { ...payee, checkpoint: (payee.checkpoint ?? '').replace(/\n.{44}\n/, `\n${'A'.repeat(43)}=\n`) }
  expect((await verifyHistory(forged, pinned, read)).fault).toContain('no head signed')
})

test('a service that shows this wallet another log under the same key is caught by what the wallet remembers', async () => {
  // The same key and name over another history: what a rogue operator would show to one victim.
  liar = await startWorld({ ...web.settings, LOG_KEY })
  const lie = await onRecord(liar)
  const { memory, kept } = memoryOf(liar)
  expect((await verifyPayee(lie.claim, lie.record, policy, memory)).outcome).toBe('on_record')
  const [before] = kept.values()
  const judged = await verifyPayee(claim, record, policy, memory)
  expect(judged).toMatchObject({ outcome: 'split_view', checkpoints: [before, expect.any(String)] })
  expect([...kept.values()]).toEqual([before])
})
