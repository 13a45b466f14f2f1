/**
 * A wallet says what became of a payment, or its project takes it back. Claims, reports, cancellation and expiry meet at the
 * payment's row, which is held: one of them moves it, the others see where it stands then. A repeated one commits too, for
 * the row that it held (I3).
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
} from '@countersign/contract/agent-payments/states'
import { invalidTransition, recipientSuspended } from '@countersign/contract/payment-requests/errors'
import type { Uuid } from '@countersign/contract/wire/ids'
import type { HeldPolicy } from '../automation-policies/hold-policy.ts'
import type { PolicyCaller } from '../automation-policies/reach-policy.ts'
import { transactionHashOn } from '../networks/transaction-hash.ts'
import type { VersionFacts } from '../payment-requests/version-facts.ts'
import type { TenantTx, Transactions } from '../postgres/transaction.ts'
import { holdActiveVersions } from '../recipients/active-versions.ts'
import type { ServedVersion } from '../recipients/find-served-version.ts'
import { Refusal } from '../refusal.ts'
import { appendLateReport, moveAgentPayment, type PaymentNow } from './agent-payments.store.ts'
import { checkClaim, holdForClaim } from './check-claim.ts'
import { LATE_REPORTS_MAX, type ReportOf, reportJudgeOf } from './judge-report.ts'
import { withHeldPayment, withPayment } from './reach-payment.ts'

type Reported = (typeof REPORTED_AGENT_PAYMENT_STATUSES)[number]
export type Report = ReportOf<Reported> & { readonly reason?: string | undefined }

interface Deps {
  readonly transactions: Transactions
  readonly versionFacts: VersionFacts
}

interface Input {
  readonly caller: PolicyCaller
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

export const reportAgentPayment = async (deps: Deps, input: Input): Promise<Result> => {
  const { report, version, policy_id } = await lookFirst(deps, input)
  const claimed = report.status === AGENT_PAYMENT_CLAIM && policy_id !== null ? version : undefined
  // A payee that is suspended or recalled meanwhile is either seen here, or comes after the claim.
  const holdFirst = async (tx: TenantTx, found: PaymentNow): Promise<void> => {
    if (claimed) await holdForClaim(tx, found, claimed)
    else if (report.status === AGENT_PAYMENT_CLAIM) await holdActiveVersions(tx, [version.recipient_id])
  }
  const result = await withHeldPayment(deps.transactions, { ...input, holdFirst }, (tx, payment, policy) =>
    take(tx, payment, report, claimed && policy && { policy, version: claimed }).catch((refusal: unknown) => {
      if (refusal instanceof Refusal) return keepHash(tx, payment, report, refusal)
      throw refusal
    }),
  )
  if (result instanceof Refusal) throw result
  return result
}

/** The facts that a claim is judged by and a hash is spelt by never change: they are looked up before anything is held. */
const lookFirst = async ({ transactions, versionFacts }: Deps, input: Input) => {
  const { report } = input
  const found = await withPayment(transactions, input, (_tx, payment) => Promise.resolve(payment))
  const version = await versionFacts(found.recipient_version_id)
  if (!version) throw new Error('a payment is pinned to a version that never served')
  const { transaction_hash: named } = report
  const spelt = named === undefined ? {} : { transaction_hash: transactionHashOn(version.network, named) }
  return { report: { ...report, ...spelt }, version, policy_id: found.policy_id }
}

interface Claimed {
  readonly policy: HeldPolicy
  readonly version: ServedVersion
}

const take = async (tx: TenantTx, payment: PaymentNow, report: Report, claim: Claimed | undefined): Promise<Result> => {
  const { agent_payment_id, written, now } = payment
  const judged = judgeReport({ ...payment, status: written }, report, now)
  const reason = report.reason ?? null
  switch (judged.does) {
    case 'refuse':
      throw new Refusal(judged.entry, { details: judged.details })
    case 'repeat':
      return { late: judged.late, repeated: true }
    case 'move': {
      const { status } = report
      const { transaction_hash } = judged
      if (status === AGENT_PAYMENT_CLAIM) {
        checkUnsigned(payment)
        if (!payment.payee_verified) throw new Refusal(recipientSuspended)
      }
      if (claim) await checkClaim(tx, payment, claim.policy, claim.version)
      await moveAgentPayment(tx, agent_payment_id, { status, transaction_hash, reason })
      return { late: false, repeated: false }
    }
    case 'late':
      if (judged.expires) await expire(tx, payment)
      await appendLateReport(tx, agent_payment_id, { transaction_hash: judged.transaction_hash, reason })
      return { late: true, repeated: false }
  }
}

/** Where a transaction is out already, nobody is let sign another. */
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
