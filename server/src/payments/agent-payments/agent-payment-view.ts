/** A payment as the wire shows it: its row, the facts of the version that it is pinned to, and what follows from both. */
import { type Id, idOf } from '@pursestrings/contract/wire/ids'
import type { PaymentFacts } from '@pursestrings/protocol/payment-facts'
import type { ServedVersion } from '../../payees/recipients/recipients.reads.ts'
import { judgeClaim } from '../automation-policies/judge-claim.ts'
import { intentTo } from '../automation-policies/policy-payees.ts'
import { policyOf } from '../automation-policies/policy-row.ts'
import { settlementOf } from '../payment-requests/ledger-settlement.ts'
import { factsOf, factsShown, termsShown } from '../payment-requests/payment-request-view.ts'
import type { AgentPaymentRow } from './agent-payments.store.ts'

type Pinned = Pick<
  AgentPaymentRow,
  'connection_id' | 'agent_payment_id' | 'recipient_version_id' | 'amount' | 'expires_at' | 'terms'
>

/** The facts that are digested, signed and shown. The request that they name is the payment itself. */
export const factsOfPayment = (pinned: Pinned, version: ServedVersion, issuer: string): PaymentFacts =>
  factsOf({ ...pinned, request_id: idOf('apy', pinned.agent_payment_id) }, version, issuer)

interface Beside {
  readonly facts: PaymentFacts
  readonly facts_jws: string
  readonly allowed_without_asking: boolean
  readonly with_history: boolean
}

const result = ({ transaction_hash, reason }: { transaction_hash: string | null; reason: string | null }) => ({
  ...(transaction_hash !== null && { transaction_hash }),
  ...(reason !== null && { reason }),
})

export const agentPaymentView = (
  row: AgentPaymentRow,
  { facts, facts_jws, allowed_without_asking, with_history }: Beside,
) => {
  return {
    id: idOf('apy', row.agent_payment_id),
    status: row.status,
    initiator: row.initiator,
    project_id: idOf('prj', row.project_id),
    connection_id: idOf('con', row.connection_id),
    issuer: facts.issuer,
    recipient_id: facts.recipient_id as Id<'rcp'>,
    recipient_version_id: facts.recipient_version_id as Id<'rcv'>,
    payee: { ...facts.payee, verified: row.payee_verified },
    payment: facts.payment,
    ...(row.purpose !== null && { purpose: row.purpose }),
    ...termsShown(row, facts),
    policy: {
      policy_id: row.policy_id === null ? null : idOf('pol', row.policy_id),
      policy_version: row.policy_version,
      allowed_without_asking,
    },
    idempotency_key: row.idempotency_key,
    created_at: row.created_at.toISOString(),
    expires_at: facts.expires_at,
    ...result(row),
    settlement: settlementOf(row),
    ...factsShown(facts.payment, row.facts_digest.toString('hex')),
    facts_jws,
    ...(with_history && {
      history: row.history.map(({ transaction_hash, reason, ...event }) => ({
        ...event,
        ...result({ transaction_hash, reason }),
      })),
    }),
  }
}

// Whether the wallet could claim this payment now without asking: the hint that is shown before the claim. Judged as the
// claim will be, by policy and connection as they are at this moment; the claim alone decides.

export const signedWithoutAsking = (
  { policy, now, status, has_evidence, amount }: AgentPaymentRow,
  version: ServedVersion,
): boolean => {
  if (policy === null || status !== 'intent_created' || has_evidence) return false
  return judgeClaim({ ...policyOf(policy), now }, intentTo(version, amount)).allowed
}
