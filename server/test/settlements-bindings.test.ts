/** Whose payment it is: a stranger who knows everything about a payment still can't take it. */
import { Asset, Keypair, Operation, TransactionBuilder } from '@stellar/stellar-sdk/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Asking, askingOver } from './asking.ts'
import type { Answer } from './call.ts'
import { newConnection } from './connection.ts'
import { type LedgerWorld, referenceTo, secondsNow, secondsOf, startLedgerWorld } from './ledger-world.ts'
import { newOperator } from './operator.ts'
import { activate, proveHost, verifiedPayee } from './payee.ts'
import { until } from './until.ts'

let on: LedgerWorld
let shop: Asking
beforeAll(async () => {
  on = await startLedgerWorld()
  shop = await on.asking()
})
afterAll(() => on.stop())

const hashOf = (transaction: ReturnType<LedgerWorld['transaction']>) => Buffer.from(transaction.hash()).toString('hex')
const prove = (asking: Asking, request_id: string, body: object) =>
  asking.device.call('PUT', `/v1/payment-requests/${request_id}/payer-proof`, { body })
const accept = (asking: Asking, request_id: string, transaction_hash: string) =>
  asking.operator.call('POST', `/v1/payment-requests/${request_id}/accept-payment`, {
    body: { transaction_hash },
  })
/** By a wallet that knows only the specification, from an account that has told nobody anything. */
const paidPlainly = (asking: Asking, amount = '12.5'): string =>
  on.include(on.transaction({ to: asking.payee.address, amount }))
/** Of another person, at the same shop. */
const strangerAt = async (asking: Asking): Promise<Asking> =>
  askingOver(await newConnection(on.world, { operator: asking.operator }), asking.payee)

describe('a stranger who reads the ledger', () => {
  test.each([
    ['at the same shop', strangerAt],
    ['as another organization that lists the same address', otherOrganization],
  ])('gets nothing by asking for the same price afterwards and naming the payment: %s', async (_, thiefAt) => {
    const mine = await shop.asked()
    const transaction_hash = paidPlainly(shop)
    const thief = await thiefAt(shop)
    const stolen = await thief.asked()
    for (const status of ['signed', 'broadcasted', 'confirmed'])
      await thief.report(stolen.request_id, { status, transaction_hash })
    const matched = await on.settled(shop, mine.request_id, (s) => s.ledger_match !== undefined)
    expect(matched).toMatchObject({
      assurance: 'none',
      ledger_outcome: 'unknown',
      reason: 'unbound_payment',
      ledger_match: { transaction_hash, place: 'op/0', named_before_close: false },
    })
    await on.rounds(3)
    const theirs = await on.settlement(thief, stolen.request_id)
    expect(['wallet_reported', 'disputed']).toContain(theirs.assurance)
    expect([theirs.ledger_outcome, theirs.bound_by]).not.toContain('paid')
    // The payer can still show whose it was, and then it is theirs for good.
    expect((await prove(shop, mine.request_id, { transaction_hash, ...on.proof(mine, transaction_hash) })).status).toBe(
      200,
    )
    const settled = await on.settled(shop, mine.request_id, (s) => s.assurance === 'chain_observed')
    expect(settled).toMatchObject({ bound_by: 'payer_signature', paid_by: on.payer.publicKey(), transaction_hash })
    expect(settled).not.toHaveProperty('ledger_match')
  })

  test('gets nothing by an older request, by naming it before its ledger closes, or by both', async () => {
    const thief = await strangerAt(shop)
    const older = await thief.asked()
    const mine = await shop.asked()
    const transaction = on.transaction({ to: shop.payee.address, memo: referenceTo(mine) })
    const transaction_hash = hashOf(transaction)
    await thief.report(older.request_id, { status: 'signed', transaction_hash })
    on.include(transaction)
    expect(await on.settled(shop, mine.request_id, (s) => s.assurance === 'chain_observed')).toMatchObject({
      bound_by: 'reference',
      transaction_hash,
    })
    const theirs = await on.settled(thief, older.request_id, (s) => s.assurance === 'disputed')
    expect(theirs).toMatchObject({ reason: 'memo_wrong' })
  })

  test("gets nothing by a proof of another key, by the payer's proof for another request, or by a copy of it", async () => {
    const thief = await strangerAt(shop)
    const [mine, stolen] = [await shop.asked(), await thief.asked()]
    const transaction_hash = paidPlainly(shop)
    const honest = on.proof(mine, transaction_hash)
    const own_key = Keypair.random()
    const refused = async (proof: object) => {
      const answer = await prove(thief, stolen.request_id, { transaction_hash, ...proof })
      expect([answer.status, answer.json.error?.code]).toEqual([422, 'payer_proof_invalid'])
    }
    await refused(honest)
    await refused({ ...honest, signer: own_key.publicKey() })
    await refused(on.proof(stolen, 'ab'.repeat(32)))
    await refused({ ...on.proof(stolen, transaction_hash, { by: own_key }), signer: on.payer.publicKey() })
    // Signed well, by a key that did not sign the transaction.
    const signed = on.proof(stolen, transaction_hash, { by: own_key })
    expect((await prove(thief, stolen.request_id, { transaction_hash, ...signed })).status).toBe(200)
    await on.settled(thief, stolen.request_id, (s) => s.ledger_match !== undefined)
    await on.rounds(2)
    expect(await on.settlement(thief, stolen.request_id)).not.toHaveProperty('bound_by')
  })

  test('gets nothing by wrapping the honest transaction in a fee bump and signing the outside', async () => {
    const thief = await strangerAt(shop)
    const mine = await shop.asked()
    const stolen = await thief.asked()
    const wrapper = Keypair.random()
    on.double.ledger.fund(wrapper.publicKey())
    const inner = on.transaction({ to: shop.payee.address })
    const bump = TransactionBuilder.buildFeeBumpTransaction(wrapper, '1000', inner, on.double.ledger.passphrase)
    bump.sign(wrapper)
    expect(on.double.ledger.submit(bump.toEnvelope())?.status).toBe('PENDING')
    on.passTo(secondsNow())
    const transaction_hash = hashOf(inner)
    const proof = on.proof(stolen, transaction_hash, { by: wrapper })
    await prove(thief, stolen.request_id, { transaction_hash, ...proof })
    await prove(thief, stolen.request_id, { transaction_hash, ...proof, account: wrapper.publicKey() })
    await on.settled(thief, stolen.request_id, (s) => s.ledger_match !== undefined)
    await prove(shop, mine.request_id, { transaction_hash, ...on.proof(mine, transaction_hash) })
    await on.settled(shop, mine.request_id, (s) => s.assurance === 'chain_observed')
    expect(await on.settlement(thief, stolen.request_id)).not.toHaveProperty('bound_by')
  })

  test("gets nothing by a payee whose memo is the reference of somebody else's request", async () => {
    const mine = await shop.asked()
    const other = await otherOrganization(shop, { memo: `hash:${mine.facts_digest}` })
    const stolen = await other.asked()
    const transaction = on.transaction({ to: shop.payee.address, memo: referenceTo(mine) })
    const transaction_hash = hashOf(transaction)
    await other.report(stolen.request_id, { status: 'signed', transaction_hash })
    on.include(transaction)
    await on.settled(shop, mine.request_id, (s) => s.assurance === 'chain_observed')
    const theirs = await on.settled(other, stolen.request_id, (s) => s.assurance === 'disputed')
    expect(theirs).toMatchObject({ reason: 'already_claimed' })
  })
})

const doneOf = async (asking: Asking): Promise<number> => {
  const text = 'select count(*)::int as n from settlements where payee = $1 and done_at is not null'
  return (await on.world.database.admin.query(text, [asking.payee.address])).rows[0].n
}

test('a payment keeps sixteen proofs; one that was sent before is no further one', async () => {
  const asking = await on.asking()
  const request = await asking.asked()
  const transaction_hash = 'ab'.repeat(32)
  const proven = (i: number) =>
    prove(asking, request.request_id, {
      transaction_hash,
      ...on.proof(request, transaction_hash, { place: `op/${i}` }),
    })
  for (let i = 0; i < 16; i++) expect((await proven(i)).status).toBe(200)
  const refused = await proven(16)
  expect([refused.status, refused.json.error.code]).toEqual([409, 'too_many_payer_proofs'])
  expect((await proven(0)).status).toBe(200)
})

test('a report with a proof for another transaction is refused, and one id on two connections is told apart', async () => {
  const asking = await on.asking()
  const { request_id, ...request } = await asking.asked()
  const transaction_hash = 'ab'.repeat(32)
  const code = ({ status, json }: Answer) => [status, json.error?.code]
  const payer_proof = on.proof(request, 'cd'.repeat(32))
  expect(code(await asking.report(request_id, { status: 'signed', transaction_hash, payer_proof }))).toEqual([
    422,
    'payer_proof_invalid',
  ])
  const { operator, device, payee } = asking
  const twin = askingOver(await newConnection(on.world, { operator, device }), payee)
  await twin.asked({ request_id })
  const proof = { transaction_hash, ...on.proof(request, transaction_hash) }
  expect(code(await prove(asking, request_id, proof))).toEqual([409, 'request_id_ambiguous'])
  expect(code(await accept(asking, request_id, transaction_hash))).toEqual([409, 'request_id_ambiguous'])
})

describe('a merchant', () => {
  test('accepts such a payment by hand, once, on record', async () => {
    const asking = await on.asking()
    const [first, second] = [await asking.asked(), await asking.asked()]
    const transaction_hash = paidPlainly(asking)
    for (const { request_id } of [first, second])
      await on.settled(asking, request_id, (s) => s.ledger_match !== undefined)
    expect((await accept(asking, first.request_id, 'ab'.repeat(32))).json.error.code).toBe('no_ledger_match')
    const accepted = await accept(asking, first.request_id, transaction_hash)
    expect(accepted.status).toBe(200)
    const { settlement } = accepted.json.payment_request
    expect(settlement).toMatchObject({
      assurance: 'merchant_accepted',
      transaction_hash,
      paid_by: on.payer.publicKey(),
    })
    expect(settlement.accepted_by).toMatch(/^acc_/)
    expect(settlement).not.toHaveProperty('bound_by')
    expect((await accept(asking, first.request_id, transaction_hash)).status).toBe(200)
    expect((await accept(asking, second.request_id, transaction_hash)).json.error.code).toBe('no_ledger_match')
    const { json } = await asking.operator.call('GET', '/v1/audit-events?limit=20')
    expect(json.audit_events.map((one: { action: string }) => one.action)).toContain('payment.accepted')
    const feed = await asking.call('GET', '/v1/payment-requests/events?changes=all&limit=500')
    const kinds = feed.json.events.map((event: { type: string }) => event.type)
    expect(kinds).toContain('payment_request.merchant_accepted')
    // The payer's own proof says more, and still counts.
    await prove(asking, first.request_id, { transaction_hash, ...on.proof(first, transaction_hash) })
    await on.settled(asking, first.request_id, (s) => s.assurance === 'chain_observed')
  })
})

/** It proves its own domain, and lists the address of the shop there. */
async function otherOrganization(asking: Asking, facts: { memo?: string } = {}): Promise<Asking> {
  const operator = await newOperator(on.world)
  const domain_id = await proveHost(on.web, operator, 'quay.test')
  const payee = await verifiedPayee(on.web, operator, domain_id, 'quay.test', {
    ...facts,
    address: asking.payee.address,
  })
  expect((await activate(operator, payee)).status).toBe(200)
  return askingOver(await newConnection(on.world, { operator }), payee)
}

test('several payments in one transaction: the one reference binds one of them', async () => {
  const asking = await on.asking()
  const [first, second] = [await asking.asked(), await asking.asked()]
  const pay = Operation.payment({ destination: asking.payee.address, asset: Asset.native(), amount: '12.5' })
  const transaction = on.transaction({ to: asking.payee.address, memo: referenceTo(first), operations: [pay, pay] })
  on.include(transaction)
  await on.settled(asking, first.request_id, (s) => s.assurance === 'chain_observed')
  expect(await on.settlement(asking, second.request_id)).toMatchObject({ assurance: 'none' })
})

/** From here on the ledger's clock is ahead: last in this file. */
describe('a payment that nothing binds', () => {
  const toldBy = async (asking: Asking, id: string): Promise<string[]> => {
    const feed = await asking.call('GET', '/v1/payment-requests/events?changes=all&limit=500')
    return feed.json.events
      .filter((event: { request_id: string; type: string }) => event.request_id === id)
      .map((event: { type: string }) => event.type)
  }

  test('was named before its ledger closed, also where the request and the report are first read together', async () => {
    const asking = await on.asking()
    const transaction = on.transaction({ to: asking.payee.address })
    const sequencer = await on.world.database.admin.connect()
    await sequencer.query('begin')
    await sequencer.query("select pg_advisory_xact_lock(hashtext('sequence_events'))")
    const { request_id } = await asking.asked()
    await asking.report(request_id, { status: 'signed', transaction_hash: hashOf(transaction) })
    await sequencer.query('commit')
    sequencer.release()
    await until(async () => (await toldBy(asking, request_id)).includes('payment_request.signed'))
    on.include(transaction, secondsNow() + 30n)
    const matched = await on.settled(asking, request_id, (s) => s.ledger_match !== undefined)
    expect(matched.ledger_match.named_before_close).toBe(true)
  })

  test('is shown with what is known of it, is never proven unpaid, and no event tells what nobody named', async () => {
    const asking = await on.asking()
    const told = (id: string) => toldBy(asking, id)
    const [first, second] = [await asking.asked(), await asking.asked()]
    const transaction = on.transaction({ to: asking.payee.address })
    const transaction_hash = hashOf(transaction)
    await asking.report(first.request_id, { status: 'signed', transaction_hash })
    // What was named before a ledger closes is judged with that ledger, and no further one closes here.
    await until(async () => (await told(first.request_id)).includes('payment_request.signed'))
    on.include(transaction, secondsNow() + 60n)
    const matched = await on.settled(
      asking,
      first.request_id,
      (s) => s.ledger_match?.named_before_close === true && s.ledger_match.rivals === 1,
    )
    expect([matched.assurance, matched.ledger_match.transaction_hash]).toEqual(['wallet_reported', transaction_hash])
    await on.settled(asking, second.request_id, (s) => s.ledger_match?.rivals === 1)
    expect(await told(first.request_id)).toContain('payment_request.ledger_finding')
    expect(await told(second.request_id)).toEqual(['payment_request.pending'])
    on.passTo(secondsOf(second.expires_at) + 30n)
    await until(async () => (await doneOf(asking)) >= 2)
    for (const [{ request_id }, assurance] of [
      [first, 'wallet_reported'],
      [second, 'none'],
    ] as const)
      expect(await on.settlement(asking, request_id)).toMatchObject({ assurance, reason: 'unbound_payment' })
  })
})
