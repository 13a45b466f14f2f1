/**
 * How a wallet pays an agent payment, in the one safe order: check the signed facts, claim, sign, report. The claim is what
 * lets it sign. Nothing that was read before it does, `allowed_without_asking` neither; after it nothing takes the payment
 * back.
 */

import type { PayerProof } from '@pursestrings/protocol/payer-proof'
import type { PaymentFacts } from '@pursestrings/protocol/payment-facts'
import type { PaymentTerms } from '@pursestrings/protocol/payment-terms'
import { type CallOptions, PursestringsError } from './call.ts'
import type { DeviceKeyCalls } from './device-keys.ts'
import type { AgentPaymentsReportStatusInput } from './generated/calls.ts'
import type { WalletOperations } from './generated/clients.ts'
import type { AgentPayment } from './generated/records.ts'
import { FactsMismatchError, type SignedFacts } from './verify-facts.ts'
import { verifyTerms } from './verify-terms.ts'

export interface ReviewedAgentPayment {
  readonly agent_payment: AgentPayment
  /** What the service signed: the only thing to pay by. */
  readonly facts: PaymentFacts
  /** What the payment is for, as the agent says; the facts carry its digest. */
  readonly terms?: PaymentTerms
}

export interface ClaimedAgentPayment extends ReviewedAgentPayment {
  /** It had been claimed before, by this wallet: look whether something was signed then. */
  readonly repeated: boolean
}

export interface ClaimOptions extends CallOptions {
  /** Where the wallet decides by a policy and asks nobody: its digest, which a signed claim names. */
  readonly policy_digest?: string | undefined
}

export interface SentTransaction {
  readonly transaction_hash: string
  /** The account's signature of `payerProofText`: it shows that this transaction pays this payment. */
  readonly payer_proof?: PayerProof
}

/** The transaction may be on its way, and the service does not know its hash: report it again, as `submitted`. */
export class HashNotReportedError extends PursestringsError {
  override readonly name = 'HashNotReportedError'
  readonly agent_payment_id: string
  readonly transaction_hash: string

  constructor(agent_payment_id: string, transaction_hash: string, cause: unknown) {
    super(
      `${agent_payment_id} was signed, but its transaction ${transaction_hash} could not be reported. Do not sign again: report it with agentPayments.reportStatus, status submitted.`,
      { cause },
    )
    this.agent_payment_id = agent_payment_id
    this.transaction_hash = transaction_hash
  }
}

export interface AgentPaymentCalls {
  /** Reads an agent payment and checks its signed facts; what does not hold throws FactsMismatchError. */
  reviewAgentPayment(agent_payment_id: string, options?: CallOptions): Promise<ReviewedAgentPayment>
  /**
   * Checks a payment and claims it: once this resolves, and not before, the wallet may sign. What the policy no longer allows
   * throws HitlRequiredError, and what was canceled or is over an ApiError: do not sign. Claiming again is safe.
   */
  claimAgentPayment(agent_payment_id: string, options?: ClaimOptions): Promise<ClaimedAgentPayment>
  /**
   * Claims a payment, lets `sign` sign and send it, and reports the transaction. What `sign` throws is thrown on, and nothing
   * is reported: only the wallet knows whether something was sent.
   */
  payAgentPayment(
    agent_payment_id: string,
    sign: (claimed: ClaimedAgentPayment) => Promise<SentTransaction>,
    options?: ClaimOptions,
  ): Promise<AgentPayment>
}

type Verify = (given: SignedFacts, options?: CallOptions) => Promise<PaymentFacts>

/** More than other calls: what was signed may be on its way. */
const REPORT_RETRIES = 3

export const agentPaymentCalls = (
  { agentPayments }: Pick<WalletOperations, 'agentPayments'>,
  verify: Verify,
  signReport: DeviceKeyCalls['signReport'],
): AgentPaymentCalls => {
  const report = async (
    { id, connection_id, facts_digest }: AgentPayment,
    input: AgentPaymentsReportStatusInput,
    { policy_digest, ...options }: ClaimOptions = {},
  ) => {
    const signed = await signReport({ request_id: id, connection_id, facts_digest }, input, { policy_digest })
    return agentPayments.reportStatus(id, signed, { retries: REPORT_RETRIES, ...options })
  }

  const calls: AgentPaymentCalls = {
    async reviewAgentPayment(id, options) {
      const agent_payment = await agentPayments.read(id, options)
      const facts = await verify({ ...agent_payment, request_id: agent_payment.id }, options)
      if (facts.request_id !== id) {
        throw new FactsMismatchError('intent', 'The answer is about a different payment.')
      }
      const terms = await verifyTerms(agent_payment.terms, facts)
      return { agent_payment, facts, ...(terms && { terms }) }
    },
    async claimAgentPayment(id, { policy_digest, ...options } = {}) {
      const { agent_payment: seen, ...reviewed } = await calls.reviewAgentPayment(id, options)
      const claim = { policy_digest, ...options }
      const { late: _late, repeated, ...agent_payment } = await report(seen, { status: 'approved' }, claim)
      if (agent_payment.status !== 'approved' || agent_payment.facts_digest !== seen.facts_digest) {
        throw new FactsMismatchError('intent', "The service didn't confirm the claim of this payment.")
      }
      return { ...reviewed, agent_payment, repeated }
    },
    async payAgentPayment(id, sign, options) {
      const claimed = await calls.claimAgentPayment(id, options)
      const { transaction_hash, payer_proof } = await sign(claimed)
      const proof = payer_proof && { payer_proof }
      try {
        const {
          late: _late,
          repeated: _,
          ...paid
        } = await report(claimed.agent_payment, { status: 'submitted', transaction_hash, ...proof }, options)
        return paid
      } catch (failure) {
        throw new HashNotReportedError(id, transaction_hash, failure)
      }
    },
  }
  return calls
}
