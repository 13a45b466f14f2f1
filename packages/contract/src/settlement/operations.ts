/** What the word of the ledger rests on, for whoever may see the payment. */
import { Type } from 'typebox'
import { Input, operation } from '../operation.ts'
import { requestIdAmbiguous } from '../payment-requests/errors.ts'
import { IdInput, NamePath } from '../wire/inputs.ts'
import { LedgerEvidence } from './records.ts'

const requestPath = Input({ request_id: NamePath({ description: 'the id of the payment request' }) })
const EXAMPLE = { request_id: 'pr_01k0000000e008000000000000' }

const EVIDENCE =
  "The transaction's bytes and result, which sources we asked, a validator's signature if there is one, the signed statement if nothing was paid, and every contradiction. Empty if this deployment doesn't watch the ledger."

export const readEvidence = operation({
  limit: 'standard',
  cross_origin: true,
  id: 'payment_requests.read_evidence',
  method: 'GET',
  path: '/v1/payment-requests/{request_id}/evidence',
  tier: 'evidence',
  idempotency: 'safe',
  summary: 'Read what the ledger says about a request, and why',
  description: EVIDENCE,
  credential: ['connection_token', 'device_token', 'merchant_session', 'merchant_key'],
  scope: 'payment.requests.read',
  merchant_scope: 'payment_requests:read',
  params: requestPath,
  query: Input({
    connection_id: Type.Optional(IdInput('con', { description: 'needed where two connections use one id' })),
  }),
  answer: { status: 200, body: Type.Object({ evidence: LedgerEvidence }) },
  refuses: [requestIdAmbiguous],
  example: { params: EXAMPLE },
})

export const readAgentPaymentEvidence = operation({
  surface: 'agent_payments',
  limit: 'standard',
  cross_origin: true,
  id: 'agent_payments.read_evidence',
  method: 'GET',
  path: '/v1/agent-payments/{agent_payment_id}/evidence',
  tier: 'evidence',
  idempotency: 'safe',
  summary: 'Read what the ledger says about an agent payment, and why',
  description: EVIDENCE,
  credential: ['api_key', 'merchant_session', 'device_token'],
  params: Input({ agent_payment_id: IdInput('apy') }),
  answer: { status: 200, body: Type.Object({ evidence: LedgerEvidence }) },
  refuses: [],
  example: { params: { agent_payment_id: 'apy_01k0000000e008000000000000' } },
})

export const evidenceOperations = [readEvidence, readAgentPaymentEvidence] as const
