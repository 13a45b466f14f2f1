/** What was judged, given back and counted again, as the steps that the replay takes, and as the wire shows them. */
import type {
  backtestPolicy as backtestPolicyOperation,
  simulatePolicy as simulatePolicyOperation,
} from '@pursestrings/contract/automation-policies/operations'
import {
  outcomeOf,
  type PastStep,
  REPLAY_OUTCOMES,
  type ReplayOutcome,
  replayPolicy,
} from '@pursestrings/contract/automation-policies/policy-replay'
import { BACKTEST_INTENTS_MAX, BACKTEST_LISTED_MAX } from '@pursestrings/contract/automation-policies/records'
import type { BodyOf } from '@pursestrings/contract/operation'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { formatUnits } from '@pursestrings/protocol/amount'
import { type JudgedPolicy, judgeIntent, type Verdict } from '@pursestrings/protocol/policy-judge'
import { activeVersions, type ServedVersion } from '../../payees/recipients/recipients.reads.ts'
import type { TenantTx, Transactions } from '../../platform/postgres/transaction.ts'
import type { VersionFacts } from '../payment-requests/version-facts.ts'
import type { PolicyNow } from './automation-policies.store.ts'
import { givenThresholds } from './create-policy.ts'
import { asInForce, judgedPolicy } from './judge-claim.ts'
import {
  type DecisionRow,
  selectDecisions,
  selectUseChanges,
  type UseChangeRow,
  usedBefore,
} from './policy-decisions.store.ts'
import { intentTo, namedPayee, payeesOf, servedPayee } from './policy-payees.ts'
import { asProposed, recipientsOf } from './policy-row.ts'
import { verdictView } from './policy-view.ts'
import { type PolicyCaller, withPolicy } from './reach-policy.ts'

type Facts = ReadonlyMap<Uuid, ServedVersion>

const factsOfPast = async (versionFacts: VersionFacts, decisions: readonly DecisionRow[]): Promise<Facts> => {
  const ids = [...new Set(decisions.map((d) => d.recipient_version_id))]
  const found = await Promise.all(ids.map(async (id) => [id, await versionFacts(id)] as const))
  return new Map(found.flatMap(([id, facts]) => (facts ? [[id, facts] as const] : [])))
}

const factsIn = (facts: Facts, id: Uuid): ServedVersion => {
  const version = facts.get(id)
  if (!version) throw new Error('an intent was judged to a version that never served')
  return version
}

const msOf = (at_us: string): number => Math.floor(Number(at_us) / 1_000)

/** In the order of the policy's row: all times were read while it was held. */
const stepsOf = (
  decisions: readonly DecisionRow[],
  changes: readonly UseChangeRow[],
  policy_id: Uuid,
  facts: Facts,
): PastStep[] => {
  const timed: { at_us: number; step: PastStep }[] = decisions.map((d) => {
    const { network, asset, contract, issuer, decimals } = factsIn(facts, d.recipient_version_id)
    const intent = { network, asset, contract, issuer, decimals, units: BigInt(d.units), payee: d.payee_digest }
    const step = { kind: 'intent' as const, at: msOf(d.at_us), intent, agent_payment_id: d.agent_payment_id }
    return { at_us: Number(d.at_us), step }
  })
  for (const { kind, agent_payment_id, units, at_us, policy_id: of } of changes) {
    const step = { kind, agent_payment_id, units: BigInt(units), own: of === policy_id }
    timed.push({ at_us: Number(at_us), step })
  }
  return timed.toSorted((a, b) => a.at_us - b.at_us).map(({ step }) => step)
}

const viewOfPast = (d: DecisionRow, facts: Facts) => {
  const { recipient_id, decimals } = factsIn(facts, d.recipient_version_id)
  return {
    at: new Date(msOf(d.at_us)).toISOString(),
    recipient_id: idOf('rcp', recipient_id),
    recipient_version_id: idOf('rcv', d.recipient_version_id),
    amount: formatUnits(BigInt(d.units), decimals),
    agent_payment_id: d.agent_payment_id === null ? null : idOf('apy', d.agent_payment_id),
    live: verdictView(d),
  }
}

// The past through the judge, as though the policy had been in force (M7): the intents of its connection, in their order,
// with what was given back and counted again between. With the policy unchanged it says what the live judge said.

interface Deps {
  readonly transactions: Transactions
  readonly versionFacts: VersionFacts
}

type Body = BodyOf<typeof backtestPolicyOperation>
interface BacktestPolicyInput {
  readonly caller: PolicyCaller
  readonly policy_id: Uuid
  readonly body: Body
}

const DAY_MS = 86_400_000

export const backtestPolicy = async (
  { transactions, versionFacts }: Deps,
  { caller, policy_id, body }: BacktestPolicyInput,
) => {
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

// A dry run: the same judge, with what is used now; nothing is stored, reserved or counted.

interface SimulatePolicyInput {
  readonly caller: PolicyCaller
  readonly policy_id: Uuid
  readonly body: BodyOf<typeof simulatePolicyOperation>
}

export const simulatePolicy = async (
  { transactions, versionFacts }: Deps,
  { caller, policy_id, body }: SimulatePolicyInput,
) => {
  const payee = await namedPayee(versionFacts, body)
  const { policy, active } = await withPolicy(transactions, { caller, policy_id, hold: false }, async (tx, found) => ({
    policy: found,
    active: await activeVersions(tx, [...new Set([...recipientsOf(found), payee.recipient_id])]),
  }))
  const intent = intentTo(servedPayee(payee, active), body.amount)
  const at = body.at === undefined ? policy.now : new Date(body.at)
  const judge = (by: JudgedPolicy) => verdictView(judgeIntent(by, policy.used, intent, at.getTime()))
  return {
    id: idOf('pol', policy_id),
    status: policy.status,
    at: at.toISOString(),
    used: formatUnits(policy.used, policy.decimals),
    verdict: judge(judgedPolicy(policy)),
    if_in_force: judge(asInForce(asProposed(policy) ?? policy, await payeesOf(versionFacts, policy, active))),
  }
}
