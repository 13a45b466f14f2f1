/** How a payment on the ledger comes to belong to a request: the payer proves it, or the merchant accepts it by hand. */
import { Type } from 'typebox'
import { AgentPayment } from '../agent-payments/records.ts'
import { Input, operation } from '../operation.ts'
import { noLedgerMatch, payerProofInvalid, requestIdAmbiguous, tooManyPayerProofs } from '../payment-requests/errors.ts'
import { payerProofFields } from '../payment-requests/fields.ts'
import { PaymentRequest } from '../payment-requests/records.ts'
import { IdInput, NamePath, TransactionHash } from '../wire/inputs.ts'
import { EXAMPLE_ADDRESS, EXAMPLE_HASH } from '../wire/payable.ts'

const requestPath = Input({ request_id: NamePath({ description: 'the id of the payment request' }) })
const paymentPath = Input({ agent_payment_id: IdInput('apy') })
const EXAMPLE = { request_id: 'pr_01k0000000e008000000000000' }
const EXAMPLE_PAYMENT = { agent_payment_id: 'apy_01k0000000e008000000000000' }
const request = { status: 200, body: Type.Object({ payment_request: PaymentRequest }) } as const

const proofBody = {
  transaction_hash: TransactionHash({ description: 'the transaction that paid' }),
  ...payerProofFields,
}
const EXAMPLE_PROOF = {
  transaction_hash: EXAMPLE_HASH,
  account: EXAMPLE_ADDRESS,
  signer: EXAMPLE_ADDRESS,
  signature: `${'A'.repeat(86)}==`,
}
const PROVE =
  'For the wallet, at any time, also after the request is over. A key of the paying account signs that this transaction pays this request. The ledger must then show the transaction, with a valid signature by that key. Sending the same proof again changes nothing. A payment has sixteen proofs at most.'

export const proveRequestPayer = operation({
  limit: 'standard',
  cross_origin: true,
  id: 'payment_requests.prove_payer',
  method: 'PUT',
  path: '/v1/payment-requests/{request_id}/payer-proof',
  tier: 'evidence',
  idempotency: 'natural',
  summary: 'Prove which transaction paid a request',
  description: PROVE,
  credential: 'device_token',
  params: requestPath,
  body: Input({
    ...proofBody,
    connection_id: Type.Optional(IdInput('con', { description: 'needed where two connections use one id' })),
  }),
  answer: request,
  refuses: [payerProofInvalid, tooManyPayerProofs, requestIdAmbiguous],
  example: { params: EXAMPLE, body: EXAMPLE_PROOF },
})

export const proveAgentPaymentPayer = operation({
  surface: 'agent_payments',
  limit: 'standard',
  cross_origin: true,
  id: 'agent_payments.prove_payer',
  method: 'PUT',
  path: '/v1/agent-payments/{agent_payment_id}/payer-proof',
  tier: 'evidence',
  idempotency: 'natural',
  summary: 'Prove which transaction paid an agent payment',
  description: PROVE,
  credential: 'device_token',
  params: paymentPath,
  body: Input(proofBody),
  answer: { status: 200, body: AgentPayment },
  refuses: [payerProofInvalid, tooManyPayerProofs],
  example: { params: EXAMPLE_PAYMENT, body: EXAMPLE_PROOF },
})

const acceptBody = {
  transaction_hash: TransactionHash({ description: 'the one that `settlement.ledger_match` shows' }),
}
const ACCEPT =
  "For a payment that fits but isn't bound to any request (`settlement.ledger_match`): you decide that it was for this one, for example after you asked the payer. The settlement becomes `merchant_accepted` and says who decided; the audit log and the receipt say so too. Each payment can be accepted once. If the payer proves later that it was for another request, that one becomes `chain_observed`, and this one stays as you decided."
const accepts = { credential: 'merchant_session', role: 'admin', limit: 'standard' } as const

export const acceptRequestPayment = operation({
  ...accepts,
  id: 'payment_requests.accept_payment',
  method: 'POST',
  path: '/v1/payment-requests/{request_id}/accept-payment',
  tier: 'evidence',
  idempotency: 'natural',
  summary: 'Accept a payment that nobody proved',
  description: ACCEPT,
  params: requestPath,
  body: Input({
    ...acceptBody,
    connection_id: Type.Optional(
      IdInput('con', { description: 'which connection, where two use the same `request_id`' }),
    ),
  }),
  answer: request,
  refuses: [noLedgerMatch, requestIdAmbiguous],
  example: { params: EXAMPLE, body: { transaction_hash: EXAMPLE_HASH } },
})

export const acceptAgentPayment = operation({
  ...accepts,
  surface: 'agent_payments',
  id: 'agent_payments.accept_payment',
  method: 'POST',
  path: '/v1/agent-payments/{agent_payment_id}/accept-payment',
  tier: 'evidence',
  idempotency: 'natural',
  summary: 'Accept a payment that nobody proved',
  description: ACCEPT,
  params: paymentPath,
  body: Input(acceptBody),
  answer: { status: 200, body: AgentPayment },
  refuses: [noLedgerMatch],
  example: { params: EXAMPLE_PAYMENT, body: { transaction_hash: EXAMPLE_HASH } },
})

export const bindingOperations = [
  proveRequestPayer,
  proveAgentPaymentPayer,
  acceptRequestPayment,
  acceptAgentPayment,
] as const
