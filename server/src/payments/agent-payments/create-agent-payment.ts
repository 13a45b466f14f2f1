/**
 * A payment intent, by an agent within a policy or for a person to approve. The connection is held first: what its user does
 * to it waits, and so does another intent for a person, since those that wait are counted. Agents meet at their policy
 * alone. Of twins the key's index lets one through, and the other looks again. An intent that its policy does not allow
 * leaves the decision and the attempt, which are kept although the call is refused.
 */
import type { createAgentPayment as operation } from '@pursestrings/contract/agent-payments/operations'
import { hitlRequired } from '@pursestrings/contract/automation-policies/errors'
import { merchantNotActive } from '@pursestrings/contract/merchants/records'
import type { BodyOf } from '@pursestrings/contract/operation'
import { idempotencyKeyReused, tooManyPending } from '@pursestrings/contract/payment-requests/errors'
import { EXPIRY_DEFAULT_S } from '@pursestrings/contract/payment-requests/records'
import { newUuidFor, uuidOf } from '@pursestrings/contract/wire/ids'
import { factsText } from '@pursestrings/protocol/payment-facts'
import type { Verdict } from '@pursestrings/protocol/policy-judge'
import { holdConnection, refuseUnlessOpen } from '../../connections/connections/hold-connection.ts'
import { readMerchant } from '../../organizations/merchants/merchants.reads.ts'
import { holdActiveVersions } from '../../payees/recipients/recipients.reads.ts'
import type { ApiKeyCaller } from '../../platform/credentials/callers.ts'
import type { TenantTx, Transactions } from '../../platform/postgres/transaction.ts'
import { limitReached, Refusal } from '../../platform/refusal.ts'
import { factsDigest } from '../../transparency/facts-keys/facts-keys.ts'
import { decideIntent, holdPolicyFor } from '../automation-policies/decide-intent.ts'
import { intentTo, type NamedPayee, namedPayee, servedPayee } from '../automation-policies/policy-payees.ts'
import { termsVersion } from '../automation-policies/policy-row.ts'
import { digestsOf } from '../payment-requests/check-create.ts'
import type { VersionFacts } from '../payment-requests/version-facts.ts'
import { factsOfPayment } from './agent-payment-view.ts'
import { type AgentPaymentRow, countReplay, insertAgentPayment, lookAround } from './agent-payments.store.ts'
import { keepRefusedAttempt, nextAction } from './refused-attempt-view.ts'
import { thresholdsAt } from './thresholds-at.ts'

type Body = BodyOf<typeof operation>

interface Deps {
  readonly transactions: Transactions
  readonly versionFacts: VersionFacts
  readonly pending_max: number
}

interface Input {
  readonly caller: Pick<ApiKeyCaller, 'merchant_id' | 'project_id'>
  readonly body: Body
  readonly idempotency_key: string
}

export interface Created {
  readonly payment: AgentPaymentRow
  readonly replayed: boolean
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
  { caller: { project_id }, body, idempotency_key }: Input,
  payee: NamedPayee,
  pending_max: number,
): Promise<Created | Refusal> => {
  const connection_id = uuidOf('con', body.connection_id)
  const how = body.initiator === 'human' ? 'alone' : 'shared'
  const connection = await holdConnection(tx, connection_id, { how, scope: 'payment.requests.create' })
  const { idempotency_digest, intent_digest } = digestsOf(body, idempotency_key)
  const key = { project_id, idempotency_digest }
  const { now, key_of, waiting } = await lookAround(tx, key, connection_id)
  const replay = key_of?.equals(intent_digest) ? await countReplay(tx, key, intent_digest) : undefined
  if (replay) return { payment: replay, replayed: true }
  if (key_of) throw new Refusal(idempotencyKeyReused)
  await refuseUnlessOpen(tx, connection)
  const merchant = await readMerchant(tx, tx.merchant_id)
  if (merchant.status !== 'active') throw new Refusal(merchantNotActive)
  const version = servedPayee(payee, await holdActiveVersions(tx, [payee.recipient_id]))
  const intent = intentTo(version, body.amount)
  const { recipient_version_id } = payee
  const agent_payment_id = newUuidFor(tx.merchant_id)
  const expires_at = new Date(now.getTime() + EXPIRY_DEFAULT_S * 1000)
  const pinned = { connection_id, agent_payment_id, recipient_version_id, amount: body.amount, expires_at }
  const base = {
    ...pinned,
    ...key,
    intent_digest,
    idempotency_key,
    device_id: connection.device_id,
    initiator: body.initiator,
    purpose: body.purpose ?? null,
    facts_digest: factsDigest(factsText(factsOfPayment(pinned, version, version.issuers[0]))),
    created_at: now,
  }
  if (body.initiator === 'human') {
    const quota = merchant.pending_max ?? pending_max
    if (waiting >= quota) throw limitReached(tooManyPending, { policy: 'pending', quota, retry_after: RETRY_AFTER_S })
    return insert(tx, { ...base, policy_id: null, policy_version: null, reserved: null })
  }
  const policy_id = body.policy_id === undefined ? undefined : uuidOf('pol', body.policy_id)
  const input = { project_id, connection_id, policy_id, agent_payment_id, recipient_version_id, intent }
  const policy = await holdPolicyFor(tx, input)
  // A twin that was ahead has used the policy already: it is not to be judged a second time.
  const twin = await countReplay(tx, key, intent_digest)
  if (twin) return { payment: twin, replayed: true }
  const verdict = await decideIntent(tx, policy, input)
  if (!verdict.allowed || !policy) {
    const { recipient_id } = payee
    await keepRefusedAttempt(tx, {
      ...base,
      project_id,
      policy_id: policy?.policy_id ?? null,
      policy_version: policy ? termsVersion(policy) : null,
      rule: verdict.rule,
      thresholds: thresholdsAt(policy, verdict, { intent, recipient_id, now }),
    })
    return humanRequired(verdict, body, idempotency_key)
  }
  return insert(tx, {
    ...base,
    policy_id: policy.policy_id,
    policy_version: termsVersion(policy),
    reserved: intent.units,
  })
}

const insert = async (tx: TenantTx, row: Parameters<typeof insertAgentPayment>[1]): Promise<Created> => {
  const payment = await insertAgentPayment(tx, row)
  if (!payment) throw new TwinCameFirst()
  return { payment, replayed: false }
}

const humanRequired = ({ triggered, rule }: Verdict, body: Body, idempotency_key: string): Refusal =>
  new Refusal(hitlRequired, {
    details: { triggered_thresholds: triggered, rule, next_action: nextAction(body, idempotency_key) },
  })
