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
} from '@pursestrings/contract/agent-payments/states'
import { decisionSignatureRequired, deviceKeyUnknown } from '@pursestrings/contract/devices/errors'
import { invalidTransition, recipientSuspended } from '@pursestrings/contract/payment-requests/errors'
import { LATE_REPORTS_MAX } from '@pursestrings/contract/payment-requests/records'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { isDecisionRequired } from '../../connections/connections/decision-signature.ts'
import { decisionKeyOf, hasActiveKey } from '../../connections/devices/devices.ts'
import type { SigningKey } from '../../connections/devices/signed-statement.ts'
import { holdActiveVersions, type ServedVersion } from '../../payees/recipients/recipients.reads.ts'
import type { DeviceCaller } from '../../platform/credentials/callers.ts'
import type { TenantTx, Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { transactionHashOn } from '../../rules/networks/check-memo.ts'
import type { HeldPolicy } from '../automation-policies/judge-claim.ts'
import { checkDecision, keepDecision, type SignedDecision } from '../payment-requests/check-decision.ts'
import { checkPayerProof } from '../payment-requests/check-payer-proof.ts'
import { checkTransaction, refuseEarlyTransaction } from '../payment-requests/check-transaction.ts'
import type { Bindings } from '../payment-requests/ledger-settlement.ts'
import { factsAsPinned, type VersionFacts } from '../payment-requests/version-facts.ts'
import { factsOfPayment } from './agent-payment-view.ts'
import {
  appendLateReport,
  type Brought,
  moveAgentPayment,
  noteHandoff,
  type PaymentNow,
} from './agent-payments.store.ts'
import { checkClaim, holdForClaim } from './check-claim.ts'
import { type ReportOf, reportJudgeOf } from './judge-report.ts'
import { withHeldPayment, withPayment } from './reach-payment.ts'

type Reported = (typeof REPORTED_AGENT_PAYMENT_STATUSES)[number]
export type Report = ReportOf<Reported> & {
  readonly reason?: string | undefined
  readonly unsigned_transaction?: string | undefined
  readonly handoff_shown?: boolean | undefined
  readonly decision_jws?: string | undefined
  readonly payer_proof?: Parameters<typeof checkPayerProof>[0] | undefined
}

interface Deps {
  readonly transactions: Transactions
  readonly versionFacts: VersionFacts
  readonly base_url: string
  readonly keepProof: Bindings['keepProof']
}

interface Input {
  readonly caller: DeviceCaller
  readonly agent_payment_id: Uuid
  readonly report: Report
}

export interface Result {
  /** The transaction that was named is kept as evidence, and moved nothing. */
  readonly late: boolean
  /** The same had been said before. */
  readonly repeated: boolean
}

const judgeReport = reportJudgeOf<AgentPaymentStatus, Reported>({
  waiting: 'intent_created',
  expired: 'expired',
  late_after: AGENT_PAYMENT_ENDS_UNPAID,
  next: AGENT_PAYMENT_STATUS_NEXT,
  reported: REPORTED_AGENT_PAYMENT_STATUSES,
  needs_hash: AGENT_PAYMENT_NEEDS_TRANSACTION_HASH,
})

export const reportAgentPayment = async (deps: Deps, input: Input): Promise<{ merchant_id: Uuid; result: Result }> => {
  refuseEarlyTransaction(input.report, AGENT_PAYMENT_CLAIM)
  const { report, version, policy_id, shown, key, proof, merchant_id } = await lookFirst(deps, input)
  const claimed = report.status === AGENT_PAYMENT_CLAIM && policy_id !== null ? version : undefined
  // A payee that is suspended or recalled meanwhile is either seen here, or comes after the claim.
  const holdFirst = async (tx: TenantTx, found: PaymentNow): Promise<void> => {
    if (claimed) await holdForClaim(tx, found, claimed)
    else if (report.status === AGENT_PAYMENT_CLAIM) await holdActiveVersions(tx, [version.recipient_id])
  }
  const judge = async (tx: TenantTx, payment: PaymentNow, policy: HeldPolicy | undefined): Promise<Result> => {
    const about = { caller: input.caller, issuer: deps.base_url, key, policy }
    const decision = await decisionIn(tx, payment, report, about)
    const { transaction_hash: _, ...envelope } = shown ?? {}
    const told = { ...report, device_id: input.caller.device_id, decision, brought: envelope }
    return take(tx, payment, told, claimed && policy && { policy, version: claimed })
  }
  const result = await withHeldPayment(deps.transactions, { ...input, merchant_id, holdFirst }, (tx, payment, policy) =>
    judge(tx, payment, policy).catch((refusal: unknown) => {
      if (refusal instanceof Refusal) return keepHash(tx, payment, report, refusal)
      throw refusal
    }),
  )
  if (result instanceof Refusal) throw result
  if (proof) await deps.keepProof({ merchant_id, payment_id: input.agent_payment_id }, proof)
  return { merchant_id, result }
}

interface Signed {
  readonly caller: DeviceCaller
  readonly issuer: string
  readonly key: SigningKey | undefined
  readonly policy: HeldPolicy | undefined
}

/** What the device signed of this report; undefined where it signed nothing. */
const decisionIn = async (
  tx: TenantTx,
  payment: PaymentNow,
  { decision_jws, status, transaction_hash }: Report,
  { caller: { device_id }, issuer, key, policy }: Signed,
): Promise<Kept | undefined> => {
  if (decision_jws === undefined) return undefined
  const request_id = idOf('apy', payment.agent_payment_id)
  const policy_digest = policy?.consent?.policy_digest
  const about = { ...payment, device_id, issuer, request_id, status, transaction_hash, policy_digest }
  const decision = checkDecision(decision_jws, key, about)
  // It may have been replaced or revoked since it was looked up.
  if (!(await hasActiveKey(tx, device_id, decision.kid))) throw new Refusal(deviceKeyUnknown)
  return { ...decision, device_id }
}

/** The facts that a claim is judged by and a hash is spelt by never change: they are looked up before anything is held. */
const lookFirst = async ({ transactions, versionFacts }: Deps, input: Input) => {
  const { report } = input
  const { found, merchant_id } = await withPayment(transactions, input, (tx, payment) =>
    Promise.resolve({ found: payment, merchant_id: tx.merchant_id }),
  )
  const { version, facts } = await factsAsPinned(versionFacts, found, (...as) => factsOfPayment(found, ...as))
  const { transaction_hash: named, unsigned_transaction: text, payer_proof } = report
  const shown =
    text === undefined ? undefined : await checkTransaction({ facts, facts_digest: found.facts_digest }, text, named)
  const hash = shown?.transaction_hash ?? (named === undefined ? undefined : transactionHashOn(version.network, named))
  const signed = report.decision_jws !== undefined
  const key = signed ? (await transactions.asWallet(input.caller, decisionKeyOf)).active : undefined
  const { policy_id, facts_digest } = found
  const proof = payer_proof && (await checkPayerProof(payer_proof, { facts, facts_digest, transaction_hash: hash }))
  return { report: { ...report, transaction_hash: hash }, version, policy_id, shown, key, proof, merchant_id }
}

type Kept = SignedDecision & { readonly device_id: Uuid }

interface Claimed {
  readonly policy: HeldPolicy
  readonly version: ServedVersion
}

type Told = Report & { readonly device_id: Uuid; readonly decision: Kept | undefined; readonly brought: Brought }

const take = async (
  tx: TenantTx,
  payment: PaymentNow,
  { decision, brought, device_id, ...report }: Told,
  claim: Claimed | undefined,
): Promise<Result> => {
  const { agent_payment_id, written, now } = payment
  const judged = judgeReport({ ...payment, status: written }, report, now)
  const reason = report.reason ?? null
  const { handoff_shown } = report
  const keep = async (late: boolean): Promise<void> => {
    const { connection_id } = payment
    const about = { connection_id, payment_id: agent_payment_id, status: report.status, late }
    if (decision) await keepDecision(tx, { ...decision, ...about })
  }
  if (judged.does !== 'refuse' && handoff_shown !== undefined) await noteHandoff(tx, agent_payment_id, handoff_shown)
  switch (judged.does) {
    case 'refuse':
      throw new Refusal(judged.entry, { details: judged.details })
    case 'repeat':
      refuseSecondClaim(payment, report, device_id)
      return { late: judged.late, repeated: true }
    case 'move': {
      const { status } = report
      const { transaction_hash } = judged
      if (!decision && (await isDecisionRequired(tx, payment.connection_id)))
        throw new Refusal(decisionSignatureRequired)
      if (status === AGENT_PAYMENT_CLAIM) {
        checkUnsigned(payment)
        if (!payment.payee_verified) throw new Refusal(recipientSuspended)
      }
      if (claim) await checkClaim(tx, payment, claim.policy, claim.version)
      const decides = status === AGENT_PAYMENT_CLAIM || status === 'rejected'
      const device_signed = decides ? { device_signed: decision !== undefined } : {}
      const claimed_by = status === AGENT_PAYMENT_CLAIM ? { claimed_by: device_id } : {}
      await moveAgentPayment(
        tx,
        agent_payment_id,
        { status, transaction_hash, reason },
        { ...brought, ...device_signed, ...claimed_by },
      )
      await keep(false)
      return { late: false, repeated: false }
    }
    case 'late':
      if (judged.expires) await expire(tx, payment)
      await appendLateReport(tx, agent_payment_id, { transaction_hash: judged.transaction_hash, reason })
      await keep(true)
      return { late: true, repeated: false }
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

/** The report is refused, but what it names is evidence: it is committed before the refusal is told. */
const keepHash = async (
  tx: TenantTx,
  { agent_payment_id, transaction_hash: known, late_hashes }: PaymentNow,
  { transaction_hash: named, reason }: Report,
  refusal: Refusal,
): Promise<Refusal> => {
  if (named === undefined || named === known) return refusal
  const had = late_hashes.includes(named)
  if (!had && late_hashes.length >= LATE_REPORTS_MAX) return refusal
  if (!had) await appendLateReport(tx, agent_payment_id, { transaction_hash: named, reason: reason ?? null })
  const { entry, message, issues, details } = refusal
  return new Refusal(entry, { message, issues, details: { ...details, hash_kept: true } })
}

const expire = (tx: TenantTx, { agent_payment_id }: PaymentNow): Promise<void> =>
  moveAgentPayment(tx, agent_payment_id, { status: 'expired', transaction_hash: null, reason: null })

/** Of a payment that is held. One whose time is up has expired, whether or not the sweep has been there. */
export const cancelAgentPayment = async (tx: TenantTx, payment: PaymentNow): Promise<void> => {
  const { agent_payment_id, status } = payment
  if (status === 'canceled') return
  if (status !== 'intent_created') {
    throw new Refusal(invalidTransition, { details: { current_status: status, allowed: [] } })
  }
  await moveAgentPayment(tx, agent_payment_id, { status: 'canceled', transaction_hash: null, reason: null })
}
