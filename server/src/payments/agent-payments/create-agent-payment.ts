/**
 * A payment intent, by an agent within a policy or for a person to approve. One statement holds and finds all that it is judged by:
 * the connection first, so that what its user does to it waits, and so does another intent for a person, since those that wait
 * are counted; agents meet at their policy alone. A second statement writes what was decided. Of twins the key's index lets one
 * through, and the other looks again. An intent that its policy does not allow leaves the decision and the attempt, which are
 * kept although the call is refused.
 */
import type { createAgentPayment as operation } from '@pursestrings/contract/agent-payments/operations'
import { hitlRequired } from '@pursestrings/contract/automation-policies/errors'
import { merchantNotActive } from '@pursestrings/contract/merchants/records'
import type { BodyOf } from '@pursestrings/contract/operation'
import { idempotencyKeyReused, tooManyPending } from '@pursestrings/contract/payment-requests/errors'
import { EXPIRY_DEFAULT_S } from '@pursestrings/contract/payment-requests/records'
import { credentialInvalid, resourceNotFound } from '@pursestrings/contract/transport-errors'
import { newUuidFor, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { factsText } from '@pursestrings/protocol/payment-facts'
import { termsText } from '@pursestrings/protocol/payment-terms'
import type { Verdict } from '@pursestrings/protocol/policy-judge'
import { refuseOutOfScope, refuseUnlessOpen } from '../../connections/connections/hold-connection.ts'
import type { TenantTx, Transactions } from '../../platform/postgres/transaction.ts'
import { limitReached, Refusal } from '../../platform/refusal.ts'
import { factsDigest } from '../../transparency/facts-keys/facts-keys.ts'
import { decideIntent } from '../automation-policies/judge-claim.ts'
import {
  activeAmong,
  intentTo,
  type NamedPayee,
  namedPayee,
  servedPayee,
} from '../automation-policies/policy-payees.ts'
import { policyOf, termsVersion } from '../automation-policies/policy-row.ts'
import { digestsOf } from '../payment-requests/check-create.ts'
import type { VersionFacts } from '../payment-requests/version-facts.ts'
import { factsOfPayment } from './agent-payment-view.ts'
import {
  type AgentPaymentRow,
  type HeldForIntent,
  holdForIntent,
  insertAgentPayment,
  type NewAgentPayment,
  readAgentPayment,
} from './agent-payments.store.ts'
import { keepRefusedAttempt, nextAction, thresholdsAt } from './refused-attempts.ts'

type Body = BodyOf<typeof operation>

interface Deps {
  readonly transactions: Transactions
  readonly versionFacts: VersionFacts
  readonly pending_max: number
}

interface Input {
  /** Who asks: a project by the hash of its key, or somebody who speaks for the project. */
  readonly caller: { readonly merchant_id: Uuid } & (
    | { readonly token_hash: Buffer; readonly project_id?: never }
    | { readonly project_id: Uuid; readonly token_hash?: never }
  )
  readonly body: Body
  readonly idempotency_key: string
}

export interface Created {
  readonly payment: AgentPaymentRow
  readonly replayed: boolean
  /** The project's key, where its use is to be noted. */
  readonly unnoted_id: Uuid | null
}

const RETRY_AFTER_S = 60

export const createAgentPayment = async (
  { transactions, versionFacts, pending_max }: Deps,
  input: Input,
): Promise<Created> => {
  const payee = await namedPayee(versionFacts, input.body)
  const attempt = () => transactions.asTenant(input.caller.merchant_id, (tx) => create(tx, input, payee, pending_max))
  const outcome = await attempt().catch((error: unknown) => {
    if (error instanceof TwinCameFirst) return attempt()
    throw error
  })
  if (outcome instanceof Refusal) throw outcome
  return outcome
}

/** Rolls back what was reserved: the payment is there already, and the next look finds it. */
class TwinCameFirst extends Error {}

const create = async (
  tx: TenantTx,
  { caller, body, idempotency_key }: Input,
  payee: NamedPayee,
  pending_max: number,
): Promise<Created | Refusal> => {
  const { initiator, amount } = body
  const { recipient_id, recipient_version_id } = payee
  const connection_id = uuidOf('con', body.connection_id)
  const digests = digestsOf(body, idempotency_key)
  const held = await holdForIntent(tx, {
    token_hash: caller.token_hash ?? null,
    project_id: caller.project_id ?? null,
    connection_id,
    recipient_id,
    policy_id: body.policy_id === undefined ? undefined : uuidOf('pol', body.policy_id),
    counted_in: payee.version,
    by_human: initiator === 'human',
    ...digests,
  })
  if (!held) throw new Refusal(credentialInvalid)
  const { project_id, device_id, unnoted_id, now } = held
  if (device_id === null) throw new Refusal(resourceNotFound)
  refuseOutOfScope(held, 'payment.requests.create')
  if (held.replayed !== null) {
    const payment = await readAgentPayment(tx.client, { agent_payment_id: held.replayed })
    return { payment, replayed: true, unnoted_id }
  }
  if (held.key_of) throw new Refusal(idempotencyKeyReused)
  refuseUnlessOpen(held)
  if (held.merchant_status !== 'active') throw new Refusal(merchantNotActive)
  const version = servedPayee(payee, activeAmong(held, recipient_id))
  const intent = intentTo(version, amount)
  const agent_payment_id = newUuidFor(tx.merchant_id)
  const expires_at = new Date(now.getTime() + EXPIRY_DEFAULT_S * 1000)
  const terms = body.terms === undefined ? null : termsText(body.terms)
  const pinned = { connection_id, agent_payment_id, recipient_version_id, amount, expires_at, terms }
  const base = {
    ...pinned,
    ...digests,
    project_id,
    idempotency_key,
    device_id,
    initiator,
    purpose: body.purpose ?? null,
    facts_digest: factsDigest(factsText(factsOfPayment(pinned, version, version.issuers[0]))),
    created_at: now,
  }
  if (initiator === 'human') {
    const quota = held.own_pending_max ?? pending_max
    if ((held.waiting ?? 0) >= quota) {
      throw limitReached(tooManyPending, { policy: 'pending', quota, retry_after: RETRY_AFTER_S })
    }
    return insert(tx, { ...base, policy_id: null, policy_version: null, reserved: null }, held)
  }
  if (body.policy_id !== undefined && !held.policy) throw new Refusal(resourceNotFound)
  const policy = held.policy ? { ...policyOf(held.policy), now } : undefined
  const judged = {
    project_id,
    connection_id,
    agent_payment_id,
    recipient_version_id,
    intent,
    judged_at: held.now_exact,
  }
  const { verdict, written } = decideIntent(tx, policy, judged)
  if (!verdict.allowed || !policy) {
    await written.execute(tx.tables())
    await keepRefusedAttempt(tx, {
      ...base,
      policy_id: policy?.policy_id ?? null,
      policy_version: policy ? termsVersion(policy) : null,
      rule: verdict.rule,
      thresholds: thresholdsAt(policy, verdict, { intent, recipient_id, now }),
    })
    return humanRequired(verdict, body, idempotency_key)
  }
  const by_policy = { policy_id: policy.policy_id, policy_version: termsVersion(policy), reserved: intent.units }
  return insert(tx, { ...base, ...by_policy }, held, written)
}

/** Nobody has said anything of it yet. */
const NEW = {
  status: 'intent_created',
  transaction_hash: null,
  reason: null,
  device_signed: null,
  has_evidence: false,
  repeated: false,
  ledger: null,
  history: [],
} as const

const insert = async (
  tx: TenantTx,
  row: NewAgentPayment,
  { unnoted_id, payee_verified, policy, now }: HeldForIntent,
  decision?: Parameters<typeof insertAgentPayment>[2],
): Promise<Created> => {
  if (!(await insertAgentPayment(tx, row, decision))) throw new TwinCameFirst()
  const { merchant_id } = tx
  const payment = { ...row, ...NEW, merchant_id, wallet_id: row.device_id, payee_verified, policy, now }
  return { payment, replayed: false, unnoted_id }
}

const humanRequired = ({ triggered, rule }: Verdict, body: Body, idempotency_key: string): Refusal =>
  new Refusal(hitlRequired, {
    details: { triggered_thresholds: triggered, rule, next_action: nextAction(body, idempotency_key) },
  })
