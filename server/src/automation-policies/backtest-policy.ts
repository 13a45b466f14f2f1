/**
 * The past through the judge, as though the policy had been in force (M7): the intents of its connection, in their order,
 * with what was given back and counted again between. With the policy unchanged it says what the live judge said.
 */
import type { backtestPolicy as operation } from '@countersign/contract/automation-policies/operations'
import type { Verdict } from '@countersign/contract/automation-policies/policy-judge'
import {
  outcomeOf,
  REPLAY_OUTCOMES,
  type ReplayOutcome,
  replayPolicy,
} from '@countersign/contract/automation-policies/policy-replay'
import { BACKTEST_INTENTS_MAX, BACKTEST_LISTED_MAX } from '@countersign/contract/automation-policies/records'
import type { BodyOf } from '@countersign/contract/operation'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import type { VersionFacts } from '../payment-requests/version-facts.ts'
import type { TenantTx, Transactions } from '../postgres/transaction.ts'
import { activeVersions } from '../recipients/active-versions.ts'
import type { PolicyNow } from './automation-policies.store.ts'
import { givenThresholds } from './given-thresholds.ts'
import { asInForce } from './judged-policy.ts'
import { factsOfPast, stepsOf, viewOfPast } from './past-intents.ts'
import { payeesOf } from './payees.ts'
import { type DecisionRow, selectDecisions, selectUseChanges, usedBefore } from './policy-decisions.store.ts'
import { verdictView } from './policy-view.ts'
import { type PolicyCaller, withPolicy } from './reach-policy.ts'

interface Deps {
  readonly transactions: Transactions
  readonly versionFacts: VersionFacts
}

type Body = BodyOf<typeof operation>
interface Input {
  readonly caller: PolicyCaller
  readonly policy_id: Uuid
  readonly body: Body
}

const DAY_MS = 86_400_000

export const backtestPolicy = async ({ transactions, versionFacts }: Deps, { caller, policy_id, body }: Input) => {
  const reached = { caller, policy_id, hold: false }
  const past = await withPolicy(transactions, reached, (tx, policy) => readPast(tx, policy, body))
  const { policy, other, decisions, changes, used, active } = past
  const facts = await factsOfPast(versionFacts, decisions)
  const steps = stepsOf(decisions, changes, policy_id, facts)
  const replay = async (of: typeof policy) =>
    replayPolicy(asInForce(of, await payeesOf(versionFacts, of, active)), used, steps)

  const verdicts = await replay(policy)
  const others = other && (await replay(other))
  const entry = (i: number, verdict: Verdict) => ({
    ...viewOfPast(decisions[i] as DecisionRow, facts),
    outcome: outcomeOf(verdict),
    verdict: verdictView(verdict),
  })
  const differs = (verdict: Verdict, i: number) => outcomeOf(verdict) !== outcomeOf(verdicts[i] as Verdict)
  return {
    id: idOf('pol', policy_id),
    status: policy.status,
    from: new Date(policy.now.getTime() - body.days * DAY_MS).toISOString(),
    to: policy.now.toISOString(),
    intents: decisions.length,
    truncated: past.truncated,
    policy: listed(verdicts, entry),
    ...(others && {
      other: listed(others, entry),
      difference: newest(others, differs).map((i) => {
        const verdict = others[i] as Verdict
        return {
          ...entry(i, verdicts[i] as Verdict),
          other_outcome: outcomeOf(verdict),
          other_verdict: verdictView(verdict),
        }
      }),
    }),
  }
}

const readPast = async (tx: TenantTx, policy: PolicyNow, { days, terms }: Body) => {
  const rows = await selectDecisions(tx, policy, { days, limit: BACKTEST_INTENTS_MAX + 1 })
  const truncated = rows.length > BACKTEST_INTENTS_MAX
  const decisions = truncated ? rows.slice(1) : rows
  const since = decisions[0]?.at_us
  const other = terms && { ...policy, ...(await givenThresholds(tx, terms, policy)) }
  return {
    policy,
    other,
    decisions,
    truncated,
    active: await activeVersions(tx, [...new Set([...policy.allowlist, ...(other?.allowlist ?? [])])]),
    changes: since === undefined ? [] : await selectUseChanges(tx, policy.connection_id, since),
    used: since === undefined ? 0n : await usedBefore(tx, policy.policy_id, since),
  }
}

/** Places of the newest that are wanted, newest first. */
const newest = (verdicts: readonly Verdict[], wanted: (verdict: Verdict, i: number) => boolean): number[] =>
  verdicts
    .flatMap((verdict, i) => (wanted(verdict, i) ? [i] : []))
    .slice(-BACKTEST_LISTED_MAX)
    .toReversed()

const listed = <E>(verdicts: readonly Verdict[], entry: (i: number, verdict: Verdict) => E) => {
  const of = (outcome: ReplayOutcome) => (verdict: Verdict) => outcomeOf(verdict) === outcome
  const each = <T>(make: (outcome: ReplayOutcome) => T) =>
    Object.fromEntries(REPLAY_OUTCOMES.map((outcome) => [outcome, make(outcome)])) as Record<ReplayOutcome, T>
  return {
    counts: each((outcome) => verdicts.filter(of(outcome)).length),
    ...each((outcome) => newest(verdicts, of(outcome)).map((i) => entry(i, verdicts[i] as Verdict))),
  }
}
