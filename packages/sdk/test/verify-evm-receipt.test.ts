/** What a receipt proves of a payment that was made by an authorization, and in which words. */
import { randomBytes } from 'node:crypto'
import { bindingSentence, verifyReceipt } from '@pursestrings/sdk/verify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addKey, decisionFor, newDeviceKey } from '../../../server/test/device.ts'
import { type EvmWorld, startEvmWorld } from '../../../server/test/evm-world.ts'
import { until } from '../../../server/test/until.ts'
import { ISSUER } from './receipted.ts'
import { startWitness } from './witness.ts'

let on: EvmWorld
let witness: Awaited<ReturnType<typeof startWitness>>
beforeAll(async () => {
  const LOG_KEY = randomBytes(32).toString('base64url')
  witness = await startWitness(LOG_KEY, ISSUER)
  const FACTS_KEYS = `facts-1:${randomBytes(32).toString('base64url')}`
  on = await startEvmWorld({ settings: { LOG_KEY, LOG_WITNESSES: witness.setting, FACTS_KEYS, LOG_LEVEL: 'error' } })
})
afterAll(async () => {
  await on?.stop()
  witness?.stop()
})

test('a receipt proves the payment, names the account that signed for it, and says that its nonce is the digest of the facts', async () => {
  const shop = await on.asking()
  const key = newDeviceKey()
  expect((await addKey(shop.device, key, { aud: ISSUER })).status).toBe(201)
  const request = await shop.asked()
  const about = { aud: ISSUER, device_id: shop.device.device_id, status: 'signed' } as const
  const decision_jws = decisionFor(key, request, about)
  expect((await shop.report(request.request_id, { status: 'signed', decision_jws })).status).toBe(200)
  const transaction_hash = await on.pay(shop, request)
  await on.chain.finalize()
  await on.settled(shop, request, ({ assurance }) => assurance === 'chain_observed')
  const read = () => shop.call('GET', `/v1/payment-requests/${request.request_id}/receipt`)
  await until(async () => (await read()).status === 200)
  const receipt = (await read()).json.receipt as string
  const policy = await (await fetch(`${on.world.url}/.well-known/svc-log-policy.txt`)).text()
  const verdict = await verifyReceipt(receipt, policy)
  expect(verdict).toMatchObject({
    level: 'proven',
    missing: [],
    ledger: 'observed',
    bound_by: 'reference',
    paid_by: on.payer,
    transaction_hash,
    simulated: true,
    facts: {
      request_id: request.request_id,
      payment: { network: 'base_sepolia', reference: 'authorization_nonce', method: 'evm.eip3009' },
    },
  })
  expect(bindingSentence(verdict)).toBe(
    `Bound by its reference: the payment from account ${on.payer} carries the digest of these facts.`,
  )
  const [, payload = ''] = (JSON.parse(receipt) as { ledger_jws: string }).ledger_jws.split('.')
  const seen = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
  expect(seen).toMatchObject({ network: 'base_sepolia', transaction_hash, bound_by: 'reference', finding: 'match' })
  // There are no bytes of a transaction to take a digest of.
  expect(seen).not.toHaveProperty('envelope_digest')
})
