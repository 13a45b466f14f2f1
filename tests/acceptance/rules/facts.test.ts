import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createWalletClient, FactsMismatchError, type PaymentRequest, PinRequiredError } from '@pursestrings/sdk'
import { thePlace } from '../place.ts'
import { newReady } from '../stage.ts'
import { newStellarAddress } from '../steps/merchant.ts'
import type { Ready } from '../steps/ready.ts'

let ready: Ready
let request: PaymentRequest
before(async () => {
  ready = await newReady()
  const { request_id } = (await ready.ask('facts', { amount: '0.0000001' })).payment_request
  request = (await ready.wallet.review(request_id)).payment_request
})

test('every fact of a request comes from the payee, and is signed', async () => {
  const { payee, wallet } = ready
  const facts = await wallet.verifyFacts(request)
  assert.deepEqual(facts, {
    type: 'svc.payment_facts.v2',
    issuer: thePlace().audience ?? thePlace().base_url,
    connection_id: ready.connection_id,
    request_id: request.request_id,
    recipient_id: payee.recipient_id,
    recipient_version_id: payee.recipient_version_id,
    payee: { name: 'Harbour Books till', domain: thePlace().host },
    payment: {
      rail: 'stellar_xlm',
      network: 'stellar_testnet',
      asset: 'XLM',
      amount: '0.0000001',
      to: payee.address,
      reference: 'memo_hash',
      decimals: 7,
    },
    expires_at: request.expires_at,
  })
})

const CHANGED: readonly [string, (given: PaymentRequest) => PaymentRequest][] = [
  ['address', (given) => ({ ...given, payment: { ...given.payment, to: newStellarAddress() } })],
  ['amount', (given) => ({ ...given, payment: { ...given.payment, amount: '1' } })],
  ['memo', (given) => ({ ...given, payment: { ...given.payment, memo: '7' } })],
  ['network', (given) => ({ ...given, payment: { ...given.payment, network: 'stellar_public' } })],
  ['payee name', (given) => ({ ...given, payee: { ...given.payee, name: 'Harbor Books' } })],
  ['payee domain', (given) => ({ ...given, payee: { ...given.payee, domain: 'shop.example' } })],
  ['service', (given) => ({ ...given, issuer: 'https://pay.example' })],
  ['connection', (given) => ({ ...given, connection_id: 'con_01k0000000e008000000000000' })],
  ['reference', (given) => ({ ...given, payment: { ...given.payment, reference: undefined } as never })],
  ['expiry', (given) => ({ ...given, expires_at: '2100-01-01T00:00:00.000Z' })],
  ['request', (given) => ({ ...given, request_id: 'another' })],
  ['signature', (given) => ({ ...given, facts_jws: given.facts_jws?.replace(/\.[^.]{4}([^.]+)$/, '.AAAA$1') ?? '' })],
]
for (const [what, change] of CHANGED) {
  test(`a request whose ${what} was changed on the way is not paid`, async () => {
    await assert.rejects(ready.wallet.verifyFacts(change(request)), FactsMismatchError)
  })
}

test('a wallet that pinned nothing, or another key, believes nothing', async () => {
  const { base_url, audience } = thePlace()
  await assert.rejects(createWalletClient({ base_url, audience }).verifyFacts(request), PinRequiredError)
  const other = createWalletClient({ base_url, audience, pinned_keys: [`${'A'.repeat(42)}A`] })
  await assert.rejects(other.verifyFacts(request), FactsMismatchError)
})
