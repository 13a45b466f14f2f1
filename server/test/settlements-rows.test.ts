/** Every way in which a payment can fail to fit has its name, in the answer and in the evidence, with what was seen. */
import { Asset, Claimant, Keypair, Memo, Operation } from '@stellar/stellar-sdk/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Asking } from './asking.ts'
import { type LedgerWorld, type Paying, referenceTo, secondsNow, secondsOf, startLedgerWorld } from './ledger-world.ts'
import { until } from './until.ts'

let on: LedgerWorld
beforeAll(async () => {
  on = await startLedgerWorld({ apis: ['horizon'] })
})
afterAll(() => on.stop())

/** Payments to such a payee are bound by their payer's signature alone. */
const MEMO = { memo: 'id:7' }
const SEVEN = Memo.id('7')
const hashOf = (transaction: ReturnType<LedgerWorld['transaction']>) => Buffer.from(transaction.hash()).toString('hex')
const reasonsOf = async (asking: Asking, request_id: string): Promise<string[]> =>
  (await on.evidence(asking, request_id)).findings.map(({ reason }: { reason: string }) => reason)

interface Row {
  readonly facts?: Parameters<LedgerWorld['asking']>[0]
  readonly paying?: Partial<Paying>
  readonly end?: string
  readonly proven?: boolean
}

/** The wallet names this transaction, and the ledger holds it. */
const reported = async ({ facts = MEMO, paying = {}, end = 'broadcasted', proven = true }: Row) => {
  const asking = await on.asking(facts)
  const request = await asking.asked()
  const max_time = Number(secondsOf(request.expires_at))
  const transaction = on.transaction({ to: asking.payee.address, memo: SEVEN, max_time, ...paying })
  const transaction_hash = hashOf(transaction)
  const payer_proof = proven ? { payer_proof: on.proof(request, transaction_hash) } : {}
  for (const status of ['signed', 'broadcasted', 'confirmed']) {
    expect((await asking.report(request.request_id, { status, transaction_hash, ...payer_proof })).status).toBe(200)
    if (status === end) break
  }
  on.include(transaction)
  return { asking, request, transaction_hash }
}

const stranger = Keypair.random()

/** First in this file: the ledger's clock still lags behind ours. */
test('before_request: an old payment cannot be named for a new request', async () => {
  const asking = await on.asking(MEMO)
  const transaction = on.transaction({ to: asking.payee.address, memo: SEVEN })
  on.include(transaction, on.double.ledger.latest().closed_at + 1n)
  const request = await asking.asked()
  await asking.report(request.request_id, { status: 'signed', transaction_hash: hashOf(transaction) })
  const settlement = await on.settled(asking, request.request_id, (s) => s.assurance === 'disputed')
  expect(settlement).toMatchObject({ reason: 'before_request' })
})

describe('a reported transaction that does not pay is disputed', () => {
  beforeAll(() => void on.double.ledger.fund(stranger.publicKey()))

  test.each<[string, () => Row]>([
    ['wrong_destination', () => ({ paying: { to: stranger.publicKey() } })],
    ['amount_short', () => ({ paying: { amount: '12.4999999' } })],
    ['amount_over', () => ({ paying: { amount: '12.5000001' } })],
    ['memo_wrong', () => ({ paying: { memo: Memo.id('8') } })],
    ['memo_missing', () => ({ paying: { memo: Memo.none() } })],
    ['memo_kind_wrong', () => ({ paying: { memo: Memo.text('7') } })],
    ['memo_unexpected', () => ({ facts: {} })],
    ['no_payment_operation', () => ({ paying: { operations: [Operation.bumpSequence({ bumpTo: '0' })] } })],
    ['wrong_asset', () => ({ facts: { ...MEMO, asset: 'USD', issuer: stranger.publicKey() } })],
  ])('%s', async (reason, row) => {
    const { asking, request, transaction_hash } = await reported(row())
    const settlement = await on.settled(asking, request.request_id, (s) => s.assurance === 'disputed')
    expect(settlement).toMatchObject({ reason, ledger_outcome: 'mismatch', transaction_hash })
    const { findings } = await on.evidence(asking, request.request_id)
    expect(findings).toMatchObject([{ reason, transaction_hash, seen: { mismatches: [reason] } }])
  })

  test('wrong_issuer', async () => {
    const asking = await on.asking({ ...MEMO, asset: 'USD', issuer: stranger.publicKey() })
    const request = await asking.asked()
    const asset = new Asset('USD', on.payer.publicKey())
    on.trust(asking.payee.address, asset)
    const transaction = on.transaction({ to: asking.payee.address, memo: SEVEN, asset })
    await asking.report(request.request_id, { status: 'signed', transaction_hash: hashOf(transaction) })
    on.include(transaction)
    const settlement = await on.settled(asking, request.request_id, (s) => s.assurance === 'disputed')
    expect(settlement).toMatchObject({ reason: 'wrong_issuer' })
  })

  test('not_yet_claimable', async () => {
    const asking = await on.asking(MEMO)
    const request = await asking.asked()
    const { address: to } = asking.payee
    const claimants = [new Claimant(to)]
    const promise = Operation.createClaimableBalance({ asset: Asset.native(), amount: '12.5', claimants })
    const transaction = on.transaction({ to, memo: SEVEN, operations: [promise] })
    await asking.report(request.request_id, { status: 'signed', transaction_hash: hashOf(transaction) })
    on.include(transaction)
    const settlement = await on.settled(asking, request.request_id, (s) => s.assurance === 'disputed')
    expect(settlement).toMatchObject({ reason: 'not_yet_claimable', ledger_outcome: 'mismatch' })
  })
})

test('a transaction that failed is a finding while the wallet claims no more, and disputed where it says confirmed', async () => {
  const paying = { amount: '900000000' }
  const open = await reported({ paying })
  const seen = await on.settled(open.asking, open.request.request_id, (s) => s.reason !== undefined)
  expect(seen).toMatchObject({ assurance: 'wallet_reported', reason: 'transaction_failed', ledger_outcome: 'mismatch' })
  const claimed = await reported({ paying, end: 'confirmed' })
  const settlement = await on.settled(claimed.asking, claimed.request.request_id, (s) => s.assurance === 'disputed')
  expect(settlement).toMatchObject({ reason: 'transaction_failed' })
})

test('one operation pays one request: the second that its payer signs for is disputed, and not told whose it is', async () => {
  const { asking, request, transaction_hash } = await reported({})
  await on.settled(asking, request.request_id, (s) => s.assurance === 'chain_observed')
  const second = await asking.asked()
  const payer_proof = on.proof(second, transaction_hash)
  await asking.report(second.request_id, { status: 'signed', transaction_hash, payer_proof })
  const settlement = await on.settled(asking, second.request_id, (s) => s.assurance === 'disputed')
  expect(settlement).toMatchObject({ reason: 'already_claimed' })
  expect(JSON.stringify(await on.evidence(asking, second.request_id))).not.toContain(request.request_id)
  expect((await on.settlement(asking, request.request_id)).assurance).toBe('chain_observed')
})

test('two operations of one transaction pay two requests, each by its own proof', async () => {
  const asking = await on.asking(MEMO)
  const [first, second] = [await asking.asked(), await asking.asked()]
  const pay = Operation.payment({ destination: asking.payee.address, asset: Asset.native(), amount: '12.5' })
  const transaction = on.transaction({ to: asking.payee.address, memo: SEVEN, operations: [pay, pay] })
  const transaction_hash = hashOf(transaction)
  for (const [i, request] of [first, second].entries()) {
    const payer_proof = on.proof(request, transaction_hash, { place: `op/${i}` })
    await asking.report(request.request_id, { status: 'signed', transaction_hash, payer_proof })
  }
  on.include(transaction)
  const settled = await Promise.all(
    [first, second].map(({ request_id }) => on.settled(asking, request_id, (s) => s.assurance === 'chain_observed')),
  )
  expect(settled.map(({ place }) => place)).toEqual(['op/0', 'op/1'])
})

test('a payment that no wallet named is found by its reference, and says that its end was not enforced', async () => {
  const asking = await on.asking()
  const request = await asking.asked()
  on.include(on.transaction({ to: asking.payee.address, memo: referenceTo(request) }))
  const settlement = await on.settled(asking, request.request_id, (s) => s.assurance === 'chain_observed')
  expect(settlement.notes).toEqual(['unreported_payment', 'expiry_not_enforced'])
  // Paid once more: both sides are told.
  on.include(on.transaction({ to: asking.payee.address, memo: referenceTo(request) }))
  await on.found(asking, request.request_id, 'duplicate_payment')
  expect((await on.settlement(asking, request.request_id)).transaction_hash).toBe(settlement.transaction_hash)
})

test('a payment with the reference of a request and another amount is a finding of the payee, not of the request', async () => {
  const asking = await on.asking()
  const request = await asking.asked()
  on.include(on.transaction({ to: asking.payee.address, memo: referenceTo(request), amount: '0.0000001' }))
  // What the account was opened with may be among the ledgers that are read.
  const kept = `select seen from payee_findings where payee = $1 and seen ->> 'amount' = '0.0000001'`
  await until(async () => (await on.world.database.admin.query(kept, [asking.payee.address])).rowCount === 1)
  expect((await on.world.database.admin.query(kept, [asking.payee.address])).rows).toMatchObject([
    { seen: { amount: '0.0000001', from: on.payer.publicKey() } },
  ])
  expect((await on.evidence(asking, request.request_id)).findings).toEqual([])
  expect(await on.settlement(asking, request.request_id)).toMatchObject({ assurance: 'none' })
})

test('a wallet that says no while the ledger says paid is disputed', async () => {
  const asking = await on.asking()
  const request = await asking.asked()
  await asking.report(request.request_id, { status: 'rejected' })
  on.include(on.transaction({ to: asking.payee.address, memo: referenceTo(request) }))
  const settlement = await on.settled(asking, request.request_id, (s) => s.assurance === 'disputed')
  expect(settlement).toMatchObject({ reason: 'reported_otherwise', ledger_outcome: 'paid' })
})

test('what the ledger says reaches the feed, the history and the list by assurance; the status stays', async () => {
  const { asking, request } = await reported({})
  await on.settled(asking, request.request_id, (s) => s.assurance === 'chain_observed')
  const feed = await asking.call('GET', '/v1/payment-requests/events?changes=all&limit=500')
  const told = feed.json.events.filter((event: { request_id: string }) => event.request_id === request.request_id)
  expect(told.at(-1)).toMatchObject({
    type: 'payment_request.chain_observed',
    assurance: 'chain_observed',
    status: 'broadcasted',
    previous_status: 'broadcasted',
  })
  const path = `/v1/payment-requests/${request.request_id}`
  const { json } = await asking.operator.call('GET', path)
  expect(json.payment_request.history.at(-1)).toMatchObject({
    type: 'payment_request.chain_observed',
    said_by: 'ledger',
  })
  const proof = await asking.operator.call('GET', `${path}/evidence`)
  expect(proof.json.evidence.proof.transaction.transaction_hash).toBe(json.payment_request.settlement.transaction_hash)
  await on.listed(asking, 'chain_observed', request.request_id)
  const wallet = await asking.device.call('GET', `/v1/payment-requests/${request.request_id}/evidence`)
  expect(wallet.json.evidence).toEqual(proof.json.evidence)
})

/** From here on the ledger's clock is ahead: last in this file. */
describe('after the window', () => {
  test('a payment in time by the very second pays; one after it is late', async () => {
    const asking = await on.asking()
    const other = await on.asking()
    const request = await asking.asked()
    const late = await other.asked()
    const end = secondsOf(request.expires_at)
    const memo = referenceTo(request)
    const transaction = on.transaction({ to: asking.payee.address, memo, max_time: Number(end) })
    await asking.report(request.request_id, { status: 'signed', transaction_hash: hashOf(transaction) })
    on.include(transaction, end)
    await on.settled(asking, request.request_id, (s) => s.assurance === 'chain_observed')
    const missed = on.transaction({ to: other.payee.address, memo: referenceTo(late) })
    await other.report(late.request_id, { status: 'signed', transaction_hash: hashOf(missed) })
    on.include(missed, secondsOf(late.expires_at) + 1n)
    const settlement = await on.settled(other, late.request_id, (s) => s.assurance === 'disputed')
    expect(settlement).toMatchObject({ reason: 'late_payment' })
  })

  test('a false "confirmed" is disputed; a request that was rejected and never paid is proven unpaid', async () => {
    const asking = await on.asking(MEMO)
    const [claimed, rejected] = [await asking.asked(), await asking.asked()]
    for (const status of ['signed', 'broadcasted', 'confirmed'])
      await asking.report(claimed.request_id, { status, transaction_hash: 'cd'.repeat(32) })
    await asking.report(rejected.request_id, { status: 'rejected' })
    on.passTo(secondsOf(rejected.expires_at) + 60n)
    const settlement = await on.settled(asking, claimed.request_id, (s) => s.assurance === 'disputed')
    expect(settlement).toMatchObject({ reason: 'transaction_not_found', ledger_outcome: 'unpaid' })
    expect(await reasonsOf(asking, claimed.request_id)).toEqual(['transaction_not_found'])
    await on.settled(asking, rejected.request_id, (s) => s.assurance === 'proven_unpaid')
    expect(secondsNow()).toBeLessThan(secondsOf(rejected.expires_at))
  })
})
