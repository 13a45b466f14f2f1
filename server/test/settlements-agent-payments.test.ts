/**
 * The ledger's word on agent payments. It is the same as on payment requests, and one movement of money pays one of either.
 * What a policy counts comes back only where the ledger proves that nothing was paid and the signed transaction is dead.
 */
import { buildPayment } from '@pursestrings/stellar/build-payment'
import { termsOf } from '@pursestrings/stellar/terms'
import { Keypair } from '@stellar/stellar-sdk/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Asking } from './asking.ts'
import { type Automation, newAutomation, POLICY_BOOKS, paymentPath } from './automation.ts'
import { countedOf, stageHotCalls, statementsDuring } from './hot-calls.ts'
import { type LedgerWorld, referenceTo, secondsOf, startLedgerWorld } from './ledger-world.ts'
import { until } from './until.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any

let on: LedgerWorld
let shop: Asking
let project: Automation
beforeAll(async () => {
  on = await startLedgerWorld()
  shop = await on.asking()
  project = await newAutomation(on.world, on.web, { connection: shop, payee: shop.payee })
  await project.consented()
})
afterAll(() => on.stop())

const read = async (id: string): Promise<Json> => (await project.asProject('GET', paymentPath(id))).json.data
const settled = async (id: string, assurance: string): Promise<Json> => {
  await until(async () => (await read(id)).settlement.assurance === assurance)
  return (await read(id)).settlement
}
const evidenceOf = async (id: string): Promise<Json> =>
  (await project.asProject('GET', paymentPath(id, 'evidence'))).json.data.evidence
const books = async (): Promise<Json> => (await on.world.database.admin.query(POLICY_BOOKS)).rows[0]
const toldOf = async (id: string): Promise<Json[]> => {
  const told = async (): Promise<Json[]> =>
    (await project.asProject('GET', '/v1/events?limit=500')).json.events.filter(
      (event: Json) => event.data.agent_payment_id === id,
    )
  await until(async () => (await told()).at(-1)?.data.assurance !== undefined)
  return told()
}
const reports = async (id: string, ...bodies: object[]): Promise<void> => {
  for (const body of bodies) expect([body, (await project.report(id, body)).status]).toEqual([body, 200])
}
/** Of whole XLM, as policies count them. */
const units = (amount: number): string => String(amount * 10_000_000)
/** What a wallet is about to sign, for a ledger that takes it only as long as the payment lasts. */
const unsignedFor = ({ payment, expires_at, facts_digest }: Json): string => {
  const verdict = termsOf({ payment, expires_at }, facts_digest)
  if (!verdict.ok) throw new Error(verdict.reason)
  return buildPayment(verdict.terms, {
    source: Keypair.random().publicKey(),
    sequence: 7n,
    fee: 200,
    creates: false,
  })
}
const paidOnLedger = (payment: Json): string =>
  on.include(
    on.transaction({
      to: shop.payee.address,
      amount: '10',
      memo: referenceTo(payment),
      max_time: Number(secondsOf(payment.expires_at)),
    }),
  )

test('a payment that the ledger holds is paid, whatever its wallet has said so far, and all its readers hear of it', async () => {
  const payment = await project.intended()
  await reports(payment.id, { status: 'approved' })
  const transaction_hash = paidOnLedger(payment)
  await reports(payment.id, { status: 'submitted', transaction_hash })
  expect(await settled(payment.id, 'chain_observed')).toMatchObject({
    ledger_outcome: 'paid',
    transaction_hash,
    received_amount: '10',
    simulated: true,
  })
  expect((await read(payment.id)).status).toBe('submitted')
  expect((await toldOf(payment.id)).at(-1)).toMatchObject({
    type: 'agent_payment.chain_observed',
    data: { agent_payment_id: payment.id, status: 'submitted', assurance: 'chain_observed', transaction_hash },
  })
  expect(await evidenceOf(payment.id)).toMatchObject({
    proof: { rule: 'svc.match.v2', transaction: { transaction_hash } },
    findings: [],
  })
  expect(await books()).toMatchObject({ used: units(10), claimed: units(10) })
  const stranger = await newAutomation(on.world, on.web, { connection: shop, payee: shop.payee })
  for (const path of [paymentPath(payment.id), paymentPath(payment.id, 'evidence')]) {
    const theirs = await stranger.asProject('GET', path)
    expect([path, theirs.status, theirs.json.error.code]).toEqual([path, 404, 'resource_not_found'])
  }
})

test('one movement of money pays a request or an agent payment, never both', async () => {
  const payment = await project.intended()
  const request = await shop.asked({ payment: { amount: '10' } })
  await reports(payment.id, { status: 'approved' })
  const transaction_hash = paidOnLedger(payment)
  await shop.report(request.request_id, { status: 'signed', transaction_hash })
  await reports(payment.id, { status: 'submitted', transaction_hash }, { status: 'settled', transaction_hash })
  expect(await settled(payment.id, 'chain_observed')).toMatchObject({ bound_by: 'reference', transaction_hash })
  const other = await on.settled(shop, request.request_id, (one) => one.assurance === 'disputed')
  expect(other).toMatchObject({ ledger_outcome: 'mismatch', reason: 'memo_wrong' })
})

test('an agent payment takes proofs of the payer as a request does: sixteen at most, and none for another transaction', async () => {
  const payment = await project.intended()
  const transaction_hash = 'ab'.repeat(32)
  const proven = (i: number) =>
    shop.device.call('PUT', paymentPath(payment.id, 'payer-proof'), {
      body: { transaction_hash, ...on.proof(payment, transaction_hash, { place: `op/${i}` }) },
    })
  for (let i = 0; i < 16; i++) expect((await proven(i)).status).toBe(200)
  const seventeenth = await proven(16)
  expect([seventeenth.status, seventeenth.json.error.code]).toEqual([409, 'too_many_payer_proofs'])
  await reports(payment.id, { status: 'approved' })
  const payer_proof = on.proof(payment, 'cd'.repeat(32))
  const wrong = await project.report(payment.id, { status: 'submitted', transaction_hash, payer_proof })
  expect([wrong.status, wrong.json.error.code]).toEqual([422, 'payer_proof_invalid'])
})

describe('once the time for it is over', () => {
  let dead: Json
  let unknown: Json
  let handed: Json
  let denied: Json
  /** In whole XLM, before the four. */
  let before = 0
  beforeAll(async () => {
    before = Number((await books()).claimed) / Number(units(1))
    dead = await project.intended()
    unknown = await project.intended()
    handed = await project.intended()
    denied = await project.intended()
    await reports(dead.id, { status: 'approved', unsigned_transaction: unsignedFor(dead), handoff_shown: false })
    await reports(unknown.id, { status: 'approved', handoff_shown: false })
    await reports(handed.id, { status: 'approved', unsigned_transaction: unsignedFor(handed), handoff_shown: true })
    const named = { transaction_hash: 'cd'.repeat(32) }
    await reports(denied.id, { status: 'approved' }, { status: 'submitted', ...named }, { status: 'settled', ...named })
    expect(await books()).toMatchObject({ used: units(before + 40), claimed: units(before + 40) })
    on.passTo(secondsOf(denied.expires_at) + 30n)
    for (const { id } of [dead, unknown, handed]) await settled(id, 'proven_unpaid')
    await settled(denied.id, 'disputed')
  })

  test('what was claimed and never reached the ledger is proven unpaid, and its policy gets it back', async () => {
    expect(await settled(dead.id, 'proven_unpaid')).toMatchObject({ ledger_outcome: 'unpaid', retry: 'safe' })
    const { proof } = await evidenceOf(dead.id)
    expect(proof.statement).toMatchObject({ request_id: dead.id, facts_digest: dead.facts_digest })
    expect((await toldOf(dead.id)).at(-1)).toMatchObject({ type: 'agent_payment.proven_unpaid' })
    expect(await books()).toMatchObject({
      used: units(before + 30),
      claimed: units(before + 30),
      ledger: units(before + 30),
    })
  })

  test('a claim without its transaction on record goes on counting: whatever was signed could still be sent', async () => {
    expect(await settled(unknown.id, 'proven_unpaid')).toMatchObject({ retry: 'payer_may_still_pay' })
    expect(await books()).toMatchObject({ used: units(before + 30), claimed: units(before + 30) })
  })

  test('nor does what another wallet was shown come back: that one could pay as well', async () => {
    expect(await settled(handed.id, 'proven_unpaid')).toMatchObject({ retry: 'payer_may_still_pay' })
    expect(await books()).toMatchObject({ used: units(before + 30), claimed: units(before + 30) })
  })

  test('a settled payment that is nowhere is disputed, and keeps what it has used', async () => {
    expect(await settled(denied.id, 'disputed')).toMatchObject({ reason: 'transaction_not_found' })
    expect(await books()).toMatchObject({ used: units(before + 30), claimed: units(before + 30) })
  })

  test('another transaction that is named after that counts again, once', async () => {
    for (const transaction_hash of ['ab'.repeat(32), 'ba'.repeat(32)]) {
      const { status, json } = await project.report(dead.id, { status: 'submitted', transaction_hash })
      expect([status, json.error.code, json.error.details.hash_kept]).toEqual([409, 'transaction_hash_fixed', true])
      expect(await books()).toMatchObject({
        used: units(before + 40),
        claimed: units(before + 40),
        ledger: units(before + 40),
      })
    }
  })
})

/** Of a service that looks at the ledger, with calls one after the other: what arrives together shares its statements besides. */
test('what each of the calls that come most asks of the database', async () => {
  const EACH = 6
  const ALONE = [1, 0]
  const counted: Record<string, unknown> = {}
  for (const [name, prepare] of Object.entries(await stageHotCalls({ on, shop, project }))) {
    const calls: Awaited<ReturnType<typeof prepare>>[] = []
    for (let i = 0; i < EACH; i++) calls.push(await prepare())
    const asked = await statementsDuring(async () => {
      for (const { method, path, sent } of calls) {
        const { status, json } = await on.world.call(method, path, sent)
        expect([name, status, json.error]).toEqual([name, status < 202 ? status : 200, undefined])
      }
    })
    const { statements, transactions } = countedOf(asked, EACH)
    counted[name] = [statements.length, transactions]
  }
  expect(counted).toEqual({
    create: ALONE,
    'create again': ALONE,
    'read what waits': ALONE,
    'read what is paid': ALONE,
    'read what was canceled': ALONE,
    'list as the agent': ALONE,
    'list as the wallet': ALONE,
    events: ALONE,
    report: ALONE,
    'report again': ALONE,
    'agent payment create': [2, 1],
    'agent payment read': ALONE,
    'agent payment claim': [3, 1],
  })
})
