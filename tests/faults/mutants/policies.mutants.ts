/** A wallet's claim: judged again, never taken back, and no hash lost. */
import type { Mutant } from './mutant.ts'

const CLAIM_TEST = 'server/test/agent-payments-claim.test.ts'
const MOVES_TEST = 'server/test/agent-payments-moves.test.ts'
const CLAIMS_SQL = 'server/sql/agent-payments.sql'

export const policiesMutants: readonly Mutant[] = [
  {
    name: 'a claim is not judged by its policy',
    file: 'server/src/agent-payments/check-claim.ts',
    find: '  if (allowed) return\n',
    replace: '  if (allowed || rule === "paused" || rule === "allowlist") return\n',
    test: CLAIM_TEST,
    caught_by: 'a claim under a policy that lists another payee is refused',
  },
  {
    name: 'a claim is judged by the time of the creation',
    file: 'server/src/automation-policies/judge-claim.ts',
    find: 'policy.now.getTime()',
    replace: '(policy.validity_window?.from ?? 0)',
    test: CLAIM_TEST,
    caught_by: 'a claim under a policy that is over is refused',
  },
  {
    name: 'a claim is held against what is reserved',
    file: 'server/src/automation-policies/judge-claim.ts',
    find: 'policy.claimed',
    replace: 'policy.used',
    test: CLAIM_TEST,
    caught_by: 'a limit narrowed below what is reserved lets those claim that fit into it',
  },
  {
    name: 'a claim over a paused connection',
    file: 'server/src/agent-payments/check-claim.ts',
    find: "  if (connection.status === 'paused') throw new Refusal(connectionPaused)\n",
    replace: '',
    test: CLAIM_TEST,
    caught_by: 'what the connection, its agent, its merchant or its payee may no longer do',
  },
  {
    name: 'a claim of a suspended merchant',
    file: 'server/src/agent-payments/check-claim.ts',
    find: "!== 'active') throw new Refusal(merchantNotActive)",
    replace: "=== 'pending') throw new Refusal(merchantNotActive)",
    test: CLAIM_TEST,
    caught_by: 'what the connection, its agent, its merchant or its payee may no longer do',
  },
  {
    name: 'the use of a claimed payment is given back',
    file: CLAIMS_SQL,
    find: 'new.reserved is not null and new.claimed_at is null\n',
    replace: 'new.reserved is not null\n',
    test: MOVES_TEST,
    caught_by: 'gives back once before the claim',
  },
  {
    name: 'a late hash counts nothing',
    file: 'server/sql/automation-policies.sql',
    find: 'set used = p.used + payment.reserved, claimed = p.claimed + payment.reserved',
    replace: 'set used = p.used, claimed = p.claimed',
    test: CLAIM_TEST,
    caught_by: 'is kept in history, once, and counts against the policy again',
  },
  {
    name: 'a late hash of a canceled payment is refused',
    file: 'packages/contract/src/agent-payments/states.ts',
    find: "  'expired',\n  'canceled',\n] as const satisfies readonly AgentPaymentStatus[]",
    replace: "  'expired',\n] as const satisfies readonly AgentPaymentStatus[]",
    test: CLAIM_TEST,
    caught_by: 'a hash that comes after a payment was canceled is kept in history',
  },
  {
    name: 'the hash of a refused report is dropped',
    file: 'server/src/agent-payments/report-agent-payment.ts',
    find: '  if (named === undefined || named === known) return refusal\n',
    replace: '  if (named !== known) return refusal\n',
    test: CLAIM_TEST,
    caught_by: 'a second hash for a payment that has one is refused and kept',
  },
  {
    name: 'what has a transaction can be claimed',
    file: CLAIMS_SQL,
    find: '    if agent_payment_has_evidence(new.merchant_id, new.agent_payment_id) then\n      raise',
    replace: '    if false then\n      raise',
    test: MOVES_TEST,
    caught_by: 'no role of the service writes what a policy has used',
  },
  {
    name: 'a statement of its own changes what a policy has used',
    file: 'server/sql/automation-policies.sql',
    find: 'pg_trigger_depth() < 2',
    replace: 'pg_trigger_depth() < 1',
    test: MOVES_TEST,
    caught_by: 'no role of the service writes what a policy has used',
  },
]
