/**
 * The service's side of a payment, the same for payment requests and agent payments: read it, claim it for one transaction,
 * say what became of it. A claim has three answers: ours, refused, or none; only the first lets anything be sent.
 */

import type { PayerProof } from '@pursestrings/protocol/payer-proof'
import type { PaymentTerms } from '@pursestrings/protocol/payment-terms'
import { ApiError, type PaymentFacts, type WalletClient } from '@pursestrings/sdk'

import { type ClaimDetails, type Entry, isEnvelope, type Outcome, WANTS_SIGNATURE } from './journal.ts'

export type PayableKind = Entry['kind']

/** What is asked for, after its signed facts were checked. */
export interface Payable {
  readonly kind: PayableKind
  readonly request_id: string
  readonly connection_id: string
  readonly idempotency_key: string
  readonly facts_digest: string
  readonly facts: PaymentFacts
  readonly status: string
  /** It waits for this wallet's decision. */
  readonly pending: boolean
  readonly payee_verified: boolean
  /** What it is said to be for: the agent's words, and of these facts. */
  readonly terms?: PaymentTerms
  /** Of an agent payment that its agent asked for within a policy. */
  readonly policy_id?: string
}

export type Claim = { readonly is: 'ours' } | { readonly is: 'refused'; readonly why: string }

export interface PaymentCalls {
  /** Throws FactsMismatchError where the signed facts do not hold. */
  review(request_id: string, connection_id: string | undefined, signal?: AbortSignal): Promise<Payable>
  /** Throws where the answer is not known: ask again, with the same entry. */
  claim(entry: Entry, signal?: AbortSignal): Promise<Claim>
  /** It is on its way. */
  reportSent(entry: Entry, signal?: AbortSignal): Promise<void>
  /** Its end. Gives the code where the service will not take the report, however often it is told. */
  reportEnd(entry: Entry, outcome: Outcome, signal?: AbortSignal): Promise<string | undefined>
}

export type WalletSide = Pick<
  WalletClient,
  'review' | 'paymentRequests' | 'reviewAgentPayment' | 'agentPayments' | 'signReport'
>

/** More than other calls get: what was signed may be on its way. */
const RETRIES = 3

export const callsFor = (wallet: WalletSide, kind: PayableKind): PaymentCalls =>
  kind === 'payment_request' ? requestCalls(wallet) : agentPaymentCalls(wallet)

interface Stands {
  readonly status: string
  readonly transaction_hash?: string
  readonly facts_digest: string
}

interface Way {
  /** Where it stands once it is claimed, and later. */
  readonly claimed: readonly [claimed: string, ...later: string[]]
  report(entry: Entry, input: Report, signal?: AbortSignal): Promise<{ stands: Stands; late: boolean }>
  read(entry: Entry, signal?: AbortSignal): Promise<Stands>
}

interface Report extends ClaimDetails {
  readonly status: string
  readonly payer_proof?: PayerProof
  readonly reason?: string
  /** The service checks it, and cannot send it. */
  readonly unsigned_transaction?: string
}

const requestCalls = (wallet: WalletSide): PaymentCalls => ({
  async review(request_id, connection_id, signal) {
    const { payment_request: one, facts, terms } = await wallet.review(request_id, { connection_id }, { signal })
    const { idempotency_key, facts_digest, status, payee } = one
    return {
      kind: 'payment_request',
      request_id,
      connection_id: one.connection_id,
      idempotency_key,
      facts_digest,
      facts,
      status,
      pending: status === 'pending',
      payee_verified: payee.verified,
      ...(terms && { terms }),
    }
  },
  ...reportsBy(wallet, {
    claimed: ['signed', 'broadcasted', 'confirmed'],
    async report({ request_id, connection_id, transaction_hash }, input, signal) {
      const reported = { ...input, connection_id, transaction_hash } as Parameters<
        WalletSide['paymentRequests']['reportStatus']
      >[1]
      const call = { retries: RETRIES, signal }
      const { payment_request, late } = await wallet.paymentRequests.reportStatus(request_id, reported, call)
      return { stands: payment_request, late }
    },
    async read({ request_id, connection_id }, signal) {
      return (await wallet.paymentRequests.read(request_id, { connection_id }, { signal })).payment_request
    },
  }),
})

const agentPaymentCalls = (wallet: WalletSide): PaymentCalls => ({
  async review(request_id, _connection_id, signal) {
    const { agent_payment: one, facts, terms } = await wallet.reviewAgentPayment(request_id, { signal })
    const { connection_id, idempotency_key, facts_digest, status, payee, initiator, policy } = one
    return {
      ...(initiator === 'agent' && policy.policy_id !== null && { policy_id: policy.policy_id }),
      kind: 'agent_payment',
      request_id,
      connection_id,
      idempotency_key,
      facts_digest,
      facts,
      status,
      pending: status === 'intent_created',
      payee_verified: payee.verified,
      ...(terms && { terms }),
    }
  },
  ...reportsBy(wallet, {
    claimed: ['approved', 'submitted', 'settled'],
    async report({ request_id, transaction_hash }, input, signal) {
      const reported = { ...input, transaction_hash } as Parameters<WalletSide['agentPayments']['reportStatus']>[1]
      const stands = await wallet.agentPayments.reportStatus(request_id, reported, { retries: RETRIES, signal })
      return { stands, late: stands.late }
    },
    read: ({ request_id }, signal) => wallet.agentPayments.read(request_id, { signal }),
  }),
})

function reportsBy({ signReport }: WalletSide, way: Way): Omit<PaymentCalls, 'review'> {
  const [claimed, sent, done] = way.claimed
  const reportProven = (entry: Entry, report: Report, signal?: AbortSignal) => {
    const payer_proof = isEnvelope(entry) ? entry.payer_proof : undefined
    return way.report(entry, { ...report, ...(payer_proof !== undefined && { payer_proof }) }, signal)
  }
  /** What becomes of a claim is signed as the claim was, where the client holds the device's key: by the person, or by the policy. */
  const reportSigned = async (entry: Entry, report: Report, signal?: AbortSignal) => {
    const { transaction_hash, within, decision } = entry
    const policy_digest = decision.decision_jws === undefined ? undefined : within?.policy_digest
    return reportProven(entry, await signReport(entry, { ...report, transaction_hash }, { policy_digest }), signal)
  }
  const isOurs = ({ transaction_hash, facts_digest }: Stands, entry: Entry): boolean =>
    transaction_hash === entry.transaction_hash && facts_digest === entry.facts_digest
  return {
    async claim(entry, signal) {
      try {
        const report = {
          status: claimed,
          ...(isEnvelope(entry) && { unsigned_transaction: entry.unsigned }),
          ...entry.decision,
        }
        const { stands, late } = await reportProven(entry, report, signal)
        // A request that has expired answers 200 as well, and so would one that kept another hash.
        if (late) return { is: 'refused', why: 'late' }
        return isOurs(stands, entry) && stands.status === claimed
          ? { is: 'ours' }
          : { is: 'refused', why: 'not_confirmed' }
      } catch (failure) {
        const why = definite(failure)
        if (why === undefined) throw failure
        if (why !== 'invalid_transition') return { is: 'refused', why }
        // Without a hash nothing shows whose claim it is, and what was claimed here is not claimed again later.
        if (!isEnvelope(entry)) return { is: 'refused', why }
        // It may stand further on because this very entry took it there.
        const stands = await way.read(entry, signal)
        return isOurs(stands, entry) && way.claimed.includes(stands.status)
          ? { is: 'ours' }
          : { is: 'refused', why: `it is ${stands.status}` }
      }
    },
    async reportSent(entry, signal) {
      if (sent !== undefined) await reportSigned(entry, { status: sent }, signal)
    },
    async reportEnd(entry, outcome, signal) {
      if (outcome.is === 'lost') return undefined
      const told: Report[] =
        outcome.is === 'failed'
          ? [{ status: 'failed', reason: outcome.reason }]
          : [sent, done].filter((status) => status !== undefined).map((status) => ({ status }))
      let refused: string | undefined
      for (const report of told) {
        // What the service has heard already cannot follow again; only its last word counts.
        refused = await reportSigned(entry, report, signal).then(() => undefined, refusalOf)
        // Nothing that follows is taken either, and would only hide why.
        if (refused === WANTS_SIGNATURE) return refused
      }
      return refused
    },
  }
}

/** The code of an answer that stays the same however often the call is made; undefined where it is worth another try. */
export function definite(failure: unknown): string | undefined {
  if (!(failure instanceof ApiError)) return undefined
  const { status, code } = failure
  return status >= 500 || status === 401 || status === 408 || status === 429 ? undefined : code
}

function refusalOf(failure: unknown): string {
  const code = definite(failure)
  if (code === undefined) throw failure
  return code
}
