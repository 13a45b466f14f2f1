/**
 * A wallet says what became of a payment, or its project takes it back. Claims, reports, cancellation and expiry meet at the
 * payment's row, which is held: one of them moves it, the others see where it stands then. A repeated one commits too, for
 * the row that it held.
 *
 * `approved` is the claim that a wallet must win before it signs. From then on nothing cancels or expires the payment. A
 * transaction that a wallet names is never lost: what no move can take is kept as evidence, also where the report is refused.
 */
import {
  AGENT_PAYMENT_CLAIM,
  AGENT_PAYMENT_ENDS_UNPAID,
  AGENT_PAYMENT_NEEDS_TRANSACTION_HASH,
  AGENT_PAYMENT_STATUS_NEXT,
  type AgentPaymentStatus,
  REPORTED_AGENT_PAYMENT_STATUSES,
} from '@pursestrings/contract/agent-payments/records'
import { decisionSignatureRequired, deviceKeyUnknown } from '@pursestrings/contract/devices/records'
import { invalidTransition, recipientSuspended } from '@pursestrings/contract/payment-requests/errors'
import { LATE_REPORTS_MAX } from '@pursestrings/contract/payment-requests/records'
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import { kidIn } from '../../connections/devices/signed-statement.ts'
import type { DeferredCaller } from '../../platform/credentials/callers.ts'
import type { TenantTx, Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { transactionHashOn } from '../../rules/networks/check-memo.ts'
import type { NamedPayee } from '../automation-policies/policy-payees.ts'
import { checkDecision, keepDecision, policyDigestIn, type SignedDecision } from '../payment-requests/check-decision.ts'
import { checkPayerProof } from '../payment-requests/check-payer-proof.ts'
import { checkTransaction, refuseEarlyTransaction } from '../payment-requests/check-transaction.ts'
import type { Bindings } from '../payment-requests/ledger-settlement.ts'
import { factsAsPinned, type VersionFacts } from '../payment-requests/version-facts.ts'
import { factsOfPayment } from './agent-payment-view.ts'
import {
  type AgentPaymentRow,
  type HeldForMove,
  holdAgentPayment,
  type Look,
  type Move,
  moveAgentPayment,
  type Reach,
  readAgentPayment,
} from './agent-payments.store.ts'
import { checkClaim, type ReportOf, reportJudgeOf } from './judge-report.ts'
import { findPayment } from './reach-payment.ts'

type ReportedStatus = (typeof REPORTED_AGENT_PAYMENT_STATUSES)[number]
export type Report = ReportOf<ReportedStatus> & {
  readonly reason?: string | undefined
  readonly unsigned_transaction?: string | undefined
  readonly handoff_shown?: boolean | undefined
  readonly decision_jws?: string | undefined
  readonly payer_proof?: Parameters<typeof checkPayerProof>[0] | undefined
}

interface Deps {
  readonly pool: pg.Pool
  readonly transactions: Transactions
  readonly versionFacts: VersionFacts
  readonly base_url: string
  readonly keepProof: Bindings['keepProof']
}

interface Input {
  readonly caller: DeferredCaller<'device_token'>
  readonly agent_payment_id: Uuid
  readonly report: Report
}

export interface Result {
  /** The transaction that was named is kept as evidence, and moved nothing. */
  readonly late: boolean
  /** The same had been said before. */
  readonly repeated: boolean
}

/** With the payment as it is then. */
type Reported = Result & { readonly payment: AgentPaymentRow }

const judgeReport = reportJudgeOf<AgentPaymentStatus, ReportedStatus>({
  waiting: 'intent_created',
  expired: 'expired',
  late_after: AGENT_PAYMENT_ENDS_UNPAID,
  next: AGENT_PAYMENT_STATUS_NEXT,
  reported: REPORTED_AGENT_PAYMENT_STATUSES,
  needs_hash: AGENT_PAYMENT_NEEDS_TRANSACTION_HASH,
})

export const reportAgentPayment = async (deps: Deps, input: Input): Promise<Reported> => {
  refuseEarlyTransaction(input.report, AGENT_PAYMENT_CLAIM)
  const { found, report, payee, shown, proof } = await lookFirst(deps, input)
  const { merchant_id, agent_payment_id } = found
  const { decision_jws, status } = report
  const { owner_id: device_id } = input.caller
  const result = await deps.transactions.asTenant(merchant_id, async (tx) => {
    // A payee that is suspended or recalled meanwhile is either seen here, or comes after the claim.
    const claims_to = status === AGENT_PAYMENT_CLAIM ? payee.recipient_id : undefined
    const by_key = decision_jws === undefined ? undefined : kidIn(decision_jws)
    const held = await holdAgentPayment(tx, { agent_payment_id, claims_to, by_device: device_id, by_key })
    const payment = { ...found, ...held }
    try {
      const decision = decisionIn(payment, report, { device_id, issuer: deps.base_url })
      const { transaction_hash: _, ...envelope } = shown ?? {}
      return await take(tx, payment, { ...report, device_id, decision, envelope, payee })
    } catch (refusal) {
      if (refusal instanceof Refusal) return keepHash(tx, payment, report, refusal)
      throw refusal
    }
  })
  if (result instanceof Refusal) throw result
  if (!proof) return result
  await deps.keepProof({ merchant_id, payment_id: agent_payment_id }, proof)
  return { ...result, payment: await findPayment(deps, input.caller, agent_payment_id) }
}

type PaymentNow = AgentPaymentRow & HeldForMove & Look

/** What the device signed of this report; undefined where it signed nothing. */
const decisionIn = (
  payment: PaymentNow,
  { decision_jws, status, transaction_hash }: Report,
  { device_id, issuer }: { readonly device_id: Uuid; readonly issuer: string },
): Kept | undefined => {
  if (decision_jws === undefined) return undefined
  const request_id = idOf('apy', payment.agent_payment_id)
  const { claimed_jws, policy } = payment
  const policy_digest = claimed_jws === null ? policy?.consent?.policy_digest : policyDigestIn(claimed_jws)
  const about = { ...payment, device_id, issuer, request_id, status, transaction_hash, policy_digest }
  const decision = checkDecision(decision_jws, payment.key ?? undefined, about)
  // It may have been replaced or revoked since it was looked up.
  if (!payment.has_key) throw new Refusal(deviceKeyUnknown)
  return { ...decision, device_id }
}

/** The facts that a claim is judged by and a hash is spelt by never change: they are looked up before anything is held. */
const lookFirst = async (deps: Deps, { caller, agent_payment_id, report }: Input) => {
  const found = await findPayment(deps, caller, agent_payment_id)
  const { version, facts } = await factsAsPinned(deps.versionFacts, found, (...as) => factsOfPayment(found, ...as))
  const { transaction_hash: named, unsigned_transaction: text, payer_proof } = report
  const { facts_digest, recipient_version_id } = found
  const shown = text === undefined ? undefined : await checkTransaction({ facts, facts_digest }, text, named)
  const hash = shown?.transaction_hash ?? (named === undefined ? undefined : transactionHashOn(version.network, named))
  const proof = payer_proof && (await checkPayerProof(payer_proof, { facts, facts_digest, transaction_hash: hash }))
  const payee = { recipient_id: version.recipient_id, recipient_version_id, version }
  return { found, report: { ...report, transaction_hash: hash }, payee, shown, proof }
}

type Kept = SignedDecision & { readonly device_id: Uuid }

type Told = Report & {
  readonly device_id: Uuid
  readonly decision: Kept | undefined
  readonly envelope: Pick<Move, 'unsigned_transaction' | 'max_time'>
  readonly payee: NamedPayee
}

const take = async (
  tx: TenantTx,
  payment: PaymentNow,
  { decision, envelope, device_id, payee, ...report }: Told,
): Promise<Reported> => {
  const { agent_payment_id, written, now } = payment
  const { status, handoff_shown } = report
  const judged = judgeReport({ ...payment, status: written }, report, now)
  const reason = report.reason ?? null
  const move = async (late: boolean, repeated: boolean, to: Move): Promise<Reported> => {
    const moved = await moveAgentPayment(tx, agent_payment_id, { ...to, handoff_shown })
    const about = { connection_id: payment.connection_id, payment_id: agent_payment_id, status, late }
    if (decision && !repeated) await keepDecision(tx, { ...decision, ...about })
    return { payment: moved, late, repeated }
  }
  switch (judged.does) {
    case 'refuse':
      throw new Refusal(judged.entry, { details: judged.details })
    case 'repeat':
      refuseSecondClaim(payment, report, device_id)
      return move(judged.late, true, {})
    case 'move': {
      const claims = status === AGENT_PAYMENT_CLAIM
      if (!decision && payment.is_decision_required) throw new Refusal(decisionSignatureRequired)
      if (claims) {
        checkUnsigned(payment)
        if (!payment.payee_verified) throw new Refusal(recipientSuspended)
        if (payment.policy) checkClaim(payment, payment.amount, payment.policy, payee)
      }
      return move(false, false, {
        status,
        transaction_hash: judged.transaction_hash,
        reason,
        ...envelope,
        ...((claims || status === 'rejected') && { device_signed: decision !== undefined }),
        ...(claims && { claimed_by: device_id }),
      })
    }
    case 'late':
      return move(true, false, {
        // Time is written down before what came after it.
        ...(judged.expires && { status: 'expired' }),
        late: { transaction_hash: judged.transaction_hash, reason },
      })
  }
}

/** Of two devices of one wallet that are about to pay, one alone is told to go on. */
const refuseSecondClaim = ({ claimed_by, status }: PaymentNow, report: Report, device_id: Uuid): void => {
  const claims_blindly = report.status === AGENT_PAYMENT_CLAIM && report.transaction_hash === undefined
  if (!claims_blindly || claimed_by === null || claimed_by === device_id) return
  throw new Refusal(invalidTransition, { details: { current_status: status, allowed: [] } })
}

/** Where a transaction is out already, no one may sign another. */
const checkUnsigned = ({ has_evidence, status }: PaymentNow): void => {
  if (!has_evidence) return
  const ends: readonly AgentPaymentStatus[] = AGENT_PAYMENT_ENDS_UNPAID
  const allowed = REPORTED_AGENT_PAYMENT_STATUSES.filter((s) => ends.includes(s))
  throw new Refusal(invalidTransition, { details: { current_status: status, allowed } })
}

/** The report is refused, but what it names or showed is evidence: it is committed before the refusal is told. */
const keepHash = async (
  tx: TenantTx,
  { agent_payment_id, transaction_hash: known, late_hashes }: PaymentNow,
  { transaction_hash: named, reason, handoff_shown }: Report,
  refusal: Refusal,
): Promise<Refusal> => {
  if (handoff_shown) await moveAgentPayment(tx, agent_payment_id, { handoff_shown })
  if (named === undefined || named === known) return refusal
  const had = late_hashes.includes(named)
  if (!had && late_hashes.length >= LATE_REPORTS_MAX) return refusal
  if (!had) await moveAgentPayment(tx, agent_payment_id, { late: { transaction_hash: named, reason: reason ?? null } })
  const { entry, message, issues, details } = refusal
  return new Refusal(entry, { message, issues, details: { ...details, hash_kept: true } })
}

/** One whose time is up has expired, whether or not the sweep has been there. */
export const cancelAgentPayment = async (
  tx: TenantTx,
  reach: Reach,
  agent_payment_id: Uuid,
): Promise<AgentPaymentRow> => {
  const { verdict } = await readAgentPayment(tx.client, { ...reach, agent_payment_id })
  if (verdict !== 'found') throw new Refusal(resourceNotFound)
  const { status } = await holdAgentPayment(tx, { agent_payment_id })
  if (status !== 'intent_created' && status !== 'canceled') {
    throw new Refusal(invalidTransition, { details: { current_status: status, allowed: [] } })
  }
  return moveAgentPayment(tx, agent_payment_id, status === 'canceled' ? {} : { status: 'canceled' })
}
