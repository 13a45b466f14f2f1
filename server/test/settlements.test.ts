/** "Paid" means that the ledger says so: what wallets report stays beside it, and never more. */
import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Asking } from './asking.ts'
import { type LedgerWorld, referenceTo, secondsNow, secondsOf, startLedgerWorld } from './ledger-world.ts'

let on: LedgerWorld
let shop: Asking
beforeAll(async () => {
  on = await startLedgerWorld()
  shop = await on.asking()
})
afterAll(() => on.stop())

const boundOf = (request: { expires_at: string }) => Number(secondsOf(request.expires_at))

/** Reports as a wallet does, with the transaction named before it is sent. */
const reportAll = async (asking: Asking, request_id: string, transaction_hash: string, end = 'confirmed') => {
  for (const status of ['signed', 'broadcasted', end]) {
    const { status: code } = await asking.report(request_id, { status, transaction_hash })
    expect([status, code]).toEqual([status, 200])
  }
}

test('a payment that the ledger holds is paid, and says by whom it was seen', async () => {
  const request = await shop.asked()
  const transaction = on.transaction({ to: shop.payee.address, memo: referenceTo(request), max_time: boundOf(request) })
  const hash = Buffer.from(transaction.hash()).toString('hex')
  await shop.report(request.request_id, { status: 'signed', transaction_hash: hash })
  expect(on.include(transaction)).toBe(hash)
  const settlement = await on.settled(shop, request.request_id, (s) => s.assurance === 'chain_observed')
  expect(settlement).toMatchObject({
    ledger_outcome: 'paid',
    notes: [],
    transaction_hash: hash,
    place: 'op/0',
    bound_by: 'reference',
    paid_by: on.payer.publicKey(),
    received_amount: '12.5',
    observers: ['operator-0'],
    sealed_by: [],
    simulated: true,
  })
  // The wallet's word is another matter, and stays as it was.
  const { json } = await shop.call('GET', `/v1/payment-requests/${request.request_id}`)
  expect(json.payment_request.status).toBe('signed')
  const evidence = await on.evidence(shop, request.request_id)
  expect(evidence.proof).toMatchObject({
    rule: 'svc.match.v2',
    simulated: true,
    transaction: { transaction_hash: hash },
  })
})

test('a payment that is called confirmed and is nowhere is disputed a minute later, and unpaid once its window is over', async () => {
  const [request, sent] = [await shop.asked(), await shop.asked()]
  await reportAll(shop, request.request_id, 'ab'.repeat(32))
  for (const status of ['signed', 'broadcasted'])
    await shop.report(sent.request_id, { status, transaction_hash: 'ac'.repeat(32) })
  on.passTo(secondsNow() + 30n)
  await on.rounds(2)
  expect(await on.settlement(shop, request.request_id)).toMatchObject({ assurance: 'wallet_reported' })
  on.passTo(secondsNow() + 90n)
  const missed = await on.settled(shop, request.request_id, (s) => s.assurance === 'disputed')
  expect(missed).toMatchObject({ reason: 'transaction_not_found', ledger_outcome: 'unknown' })
  // A payment that comes after all is seen, and one that nothing binds is still the merchant's to accept.
  const other = await on.asking()
  const bound = await other.asked()
  await reportAll(other, bound.request_id, 'ae'.repeat(32))
  const late = await other.asked()
  await reportAll(other, late.request_id, 'ad'.repeat(32))
  on.passTo(secondsNow() + 180n)
  await on.settled(other, late.request_id, (s) => s.assurance === 'disputed')
  await on.settled(other, bound.request_id, (s) => s.assurance === 'disputed')
  on.include(on.transaction({ to: other.payee.address, memo: referenceTo(bound) }), secondsNow() + 185n)
  await on.settled(other, bound.request_id, (s) => s.assurance === 'chain_observed')
  const transaction_hash = on.include(on.transaction({ to: other.payee.address }), secondsNow() + 190n)
  await on.settled(other, late.request_id, (s) => s.ledger_match !== undefined)
  const path = `/v1/payment-requests/${late.request_id}/accept-payment`
  const accepted = await other.operator.call('POST', path, { body: { transaction_hash } })
  expect(accepted.json.payment_request.settlement.assurance).toBe('merchant_accepted')
  // Whoever only sent something may still be waiting for a ledger to take it.
  expect(await on.settlement(shop, sent.request_id)).toMatchObject({ assurance: 'wallet_reported' })
  on.passTo(secondsOf(request.expires_at) + 30n)
  const settlement = await on.settled(shop, request.request_id, (s) => s.ledger_outcome === 'unpaid')
  expect(settlement).toMatchObject({ assurance: 'disputed', reason: 'transaction_not_found' })
})

test('an expired request that nobody paid is proven unpaid, with a statement that is signed with the receipt key', async () => {
  const request = await shop.asked()
  on.passTo(secondsOf(request.expires_at) + 30n)
  const settlement = await on.settled(shop, request.request_id, (s) => s.assurance === 'proven_unpaid')
  expect(settlement).toMatchObject({
    ledger_outcome: 'unpaid',
    retry: 'payer_may_still_pay',
    observers: ['operator-0'],
  })
  const { proof } = await on.evidence(shop, request.request_id)
  const [header = '', payload = '', signature = ''] = proof.statement_jws.split('.')
  const text = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  expect(text(header)).toEqual({ alg: 'EdDSA', kid: 'receipt-1', typ: 'svc-unpaid-statement+jws' })
  expect(text(payload)).toEqual(proof.statement)
  expect(proof.statement).toMatchObject({
    type: 'svc.unpaid_statement.v1',
    request_id: request.request_id,
    facts_digest: request.facts_digest,
    rule: 'svc.match.v2',
    basis: 'queried',
    envelope: null,
  })
  const { keys } = (await on.world.call('GET', '/.well-known/jwks.json')).json
  const jwk = keys.find((key: { kid: string }) => key.kid === 'receipt-1')
  expect(jwk.purpose).toBe('receipt')
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  expect(verify(null, Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))).toBe(true)
})
