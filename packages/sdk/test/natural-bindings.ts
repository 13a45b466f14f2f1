/** Proving a payer and accepting a payment: repeated after a lost answer, and done once. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { payerProofText } from '@pursestrings/sdk'
import { StrKey } from '@stellar/stellar-sdk/base'
import { expect } from 'vitest'
import type { Ready } from '../../../tests/acceptance/steps/ready.ts'
import type { TestPlace } from './place.ts'

interface Stage {
  readonly place: TestPlace
  readonly ready: Ready
  newPayment(): Promise<string>
  auditedOf(id: string): Promise<string[]>
  lost<T>(route: string, call: () => PromiseLike<T>): Promise<T | string>
}

const transaction_hash = 'c'.repeat(64)

const proofFor = (facts_digest: string) => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const account = StrKey.encodeEd25519PublicKey(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))
  const text = payerProofText({ network: 'stellar_testnet', transaction_hash, facts_digest })
  const signature = sign(null, Buffer.from(text), privateKey).toString('base64')
  return { transaction_hash, account, signer: account, signature }
}

/** As if the observer had found a payment that fits. */
const MATCHED = `insert into settlements (merchant_id, payment_id, connection_id, network, payee, project_id, network_epoch,
    ledger_match)
  select p.merchant_id, p.id, p.connection_id, 'stellar_testnet', 'G', p.project_id, 'e',
    jsonb_build_object('transaction_hash', $2::text, 'place', 'op/0', 'named_before_close', false, 'rivals', 0)
  from (select merchant_id, payment_request_id as id, connection_id, null::uuid as project_id from payment_requests
    union all select merchant_id, agent_payment_id, connection_id, project_id from agent_payments) p where p.id = $1`
const KEPT = 'select count(*)::int as n from payer_proofs where payment_id = $1'

export const naturalBindings = (stage: () => Stage): Readonly<Record<string, () => Promise<void>>> => ({
  'payment_requests.prove_payer': async () => {
    const { place, ready, lost } = stage()
    const { request_id, facts_digest } = (await ready.ask('order-proven')).payment_request
    const answer = await lost(`PUT /v1/payment-requests/${request_id}/payer-proof`, () =>
      ready.wallet.paymentRequests.provePayer(request_id, proofFor(facts_digest)),
    )
    expect(answer).toMatchObject({ payment_request: { request_id } })
    const { rows } = await place.world.database.admin.query(
      `select count(*)::int as n from payer_proofs f join payment_requests p on p.payment_request_id = f.payment_id
       where p.facts_digest = $1`,
      [Buffer.from(facts_digest, 'hex')],
    )
    expect(rows[0].n).toBe(1)
  },
  'agent_payments.prove_payer': async () => {
    const { place, ready, newPayment, lost } = stage()
    const id = await newPayment()
    const { facts_digest } = await ready.wallet.agentPayments.read(id)
    const answer = await lost(`PUT /v1/agent-payments/${id}/payer-proof`, () =>
      ready.wallet.agentPayments.provePayer(id, proofFor(facts_digest)),
    )
    expect(answer).toMatchObject({ id })
    expect((await place.world.database.admin.query(KEPT, [uuidOf('apy', id)])).rows[0].n).toBe(1)
  },
  'payment_requests.accept_payment': async () => {
    const { place, ready, auditedOf, lost } = stage()
    const { request_id, facts_digest } = (await ready.ask('order-accepted')).payment_request
    const found = await place.world.database.admin.query(
      'select payment_request_id as id from payment_requests where facts_digest = $1',
      [Buffer.from(facts_digest, 'hex')],
    )
    await place.world.database.admin.query(MATCHED, [found.rows[0].id, transaction_hash])
    const answer = await lost(`POST /v1/payment-requests/${request_id}/accept-payment`, () =>
      ready.merchant.paymentRequests.acceptPayment(request_id, { transaction_hash }),
    )
    expect(answer).toMatchObject({ payment_request: { request_id } })
    expect(await auditedOf(request_id)).toEqual(['payment.accepted'])
  },
  'agent_payments.accept_payment': async () => {
    const { place, ready, newPayment, auditedOf, lost } = stage()
    const id = await newPayment()
    await place.world.database.admin.query(MATCHED, [uuidOf('apy', id), transaction_hash.replaceAll('c', 'd')])
    const answer = await lost(`POST /v1/agent-payments/${id}/accept-payment`, () =>
      ready.merchant.agentPayments.acceptPayment(id, { transaction_hash: transaction_hash.replaceAll('c', 'd') }),
    )
    expect(answer).toMatchObject({ id })
    expect(await auditedOf(id)).toEqual(['payment.accepted'])
  },
})
