/** A policy as the wire shows it, what the judge said of an intent, and what a replay of the past answers with. */

import { POLICY_STATUSES } from '@pursestrings/protocol/payment-status'
import { POLICY_RULES, THRESHOLDS } from '@pursestrings/protocol/policy-judge'
import { Type } from 'typebox'
import { Input, Resource } from '../operation.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { Amount, At, Counted, CreatedAt, mostlyNull, NetworkName, RARE, RecordVersion, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { IdInput, Time, Whole } from '../wire/inputs.ts'
import { EXAMPLE_DIGEST, payable } from '../wire/payable.ts'
import { REPLAY_OUTCOMES } from './policy-replay.ts'

export const LIVE_POLICIES_MAX = 20
export const ALLOWLIST_MAX = 50
export const BACKTEST_INTENTS_MAX = 20_000
export const BACKTEST_LISTED_MAX = 500
export const HISTORY_LISTED_MAX = 100
/** So long a refused intent can be part of a backtest. */
export const POLICY_DECISION_KEPT_DAYS = 400

/** What happens to a policy in its life, as it is written down. */
export const POLICY_CHANGES = [
  'created',
  'renamed',
  'narrowed',
  'widened',
  'proposed',
  'declined',
  'proposal_withdrawn',
  'consented',
  'paused',
  'resumed',
  'withdrawn',
] as const
export type PolicyChange = (typeof POLICY_CHANGES)[number]
export const PolicyStatusName = Type.Enum([...POLICY_STATUSES], {
  type: 'string',
  description: 'only an `active` policy lets the wallet sign without asking',
  examples: ['active'],
})
export const ThresholdName = Type.Enum([...THRESHOLDS], { type: 'string', description: 'the name of a threshold' })
const SINGLE = 'maximum per payment'
const CUMULATIVE = 'the most that all payments together may be'
const WINDOW = 'half-open by the clock of the database: `from` is inside, `to` is not'

/** The four thresholds as a caller fills them. */
export const thresholdInputs = {
  single_tx_limit: Type.Optional({ ...Amount, description: SINGLE }),
  cumulative_limit: Type.Optional({ ...Amount, description: CUMULATIVE }),
  validity_window: Type.Optional(
    Type.Object(
      { from: Time({ description: 'the first moment' }), to: Time({ description: 'the end, not included' }) },
      { additionalProperties: false, description: WINDOW },
    ),
  ),
  allowlist: Type.Optional(
    Type.Array(IdInput('rcp'), {
      minItems: 1,
      maxItems: ALLOWLIST_MAX,
      uniqueItems: true,
      description: 'recipient ids; what is pinned at consent is where each is paid then',
    }),
  ),
}

const Terms = Type.Object(
  {
    single_tx_limit: orNull(Shown(SINGLE, '5'), SINGLE),
    cumulative_limit: orNull(Shown(CUMULATIVE, '50'), CUMULATIVE),
    validity_window: orNull(Type.Object({ from: At('the first moment'), to: At('the end, not included') }), WINDOW),
    allowlist: Type.Array(IdSchema('rcp'), { description: 'the recipients that may be paid' }),
  },
  { description: 'the four thresholds' },
)

const PAYEE_DIGEST = 'SHA-256, in hexadecimal, of network, asset, address and memo as one text'

const PinnedPayee = Type.Object({
  recipient_id: IdSchema('rcp'),
  recipient_version_id: IdSchema('rcv'),
  payee_digest: Shown(PAYEE_DIGEST, EXAMPLE_DIGEST),
})

const Consent = Resource('PolicyConsent', 'what the user consented to', {
  policy_version: Counted('the version that was consented to', 1),
  policy_digest: Shown('the digest that was consented to', EXAMPLE_DIGEST),
  payees: Type.Array(PinnedPayee, { description: 'where each recipient was paid then' }),
  public_key: mostlyNull(Type.String(), 'decision key of the device, where it has one'),
  signature: mostlyNull(Type.String(), 'by that key, over `svc.policy_consent.v1`, a line feed and the digest'),
  consented_at: At('when the user opted in'),
})

const Payees = Type.Array(
  Type.Object({
    recipient_id: IdSchema('rcp'),
    recipient_version_id: orNull(IdSchema('rcv'), 'its active version; null where it cannot be paid in this asset'),
    payee_digest: orNull(Shown(PAYEE_DIGEST, EXAMPLE_DIGEST), PAYEE_DIGEST),
    name: Type.Optional(Shown('as payers see it', 'Harbour Books till')),
    domain: Type.Optional(Shown('the domain that lists it', 'shop.example')),
    address: Type.Optional(payable.address),
    memo: Type.Optional({ ...payable.memo, ...RARE }),
  }),
  {
    description:
      'where the recipients of the list are paid now: what an opt-in would pin; null where one cannot be paid in this asset',
  },
)
const Missing = Type.Array(ThresholdName, {
  description: 'what must be filled before the user can opt in',
  examples: [[]],
})

export const PolicyProposal = Resource('PolicyProposal', 'wider terms that the user has not agreed to', {
  ...Terms.properties,
  widened: Type.Array(ThresholdName, {
    description: 'what would allow more than now',
    examples: [['single_tx_limit']],
  }),
  missing: Missing,
  payees: Payees,
  policy_digest: orNull(
    Shown('the digest', EXAMPLE_DIGEST),
    'SHA-256, in hexadecimal, of what an opt-in would consent to; null while something is missing',
  ),
  proposed_at: At('when it was proposed'),
})

export const AutomationPolicy = Resource('AutomationPolicy', 'what an agent may pay by itself', {
  id: IdSchema('pol'),
  status: PolicyStatusName,
  version: RecordVersion,
  project_id: IdSchema('prj'),
  connection_id: IdSchema('con'),
  name: Shown('as the user sees it', 'Weekly groceries'),
  network: NetworkName,
  asset: payable.asset,
  contract: Type.Optional({ ...payable.contract, ...RARE }),
  issuer: Type.Optional({ ...payable.issuer, ...RARE }),
  decimals: payable.decimals,
  ...Terms.properties,
  missing: Missing,
  payees: Payees,
  policy_digest: orNull(
    Shown('the digest', EXAMPLE_DIGEST),
    'SHA-256, in hexadecimal, of what an opt-in to these terms would consent to; null while something is missing',
  ),
  proposed: mostlyNull(
    PolicyProposal,
    'wider terms that wait for the user, beside those in force, which stay until the user agrees; null where nothing is proposed',
  ),
  consent: orNull(Consent, 'what the user consented to; null before the first opt-in'),
  used: Shown('reserved and spent so far', '12.5'),
  created_at: CreatedAt,
  history: Type.Optional(
    Type.Array(
      Type.Object({
        version: Counted('the version after it', 1),
        change: Type.Enum([...POLICY_CHANGES], { type: 'string', description: 'what happened' }),
        actor: Shown('the API key or account that did it, or `wallet`', 'wallet'),
        terms: Terms,
        proposed: Type.Optional({ ...Terms, description: 'what was proposed, where that is what happened', ...RARE }),
        occurred_at: At('when it happened'),
      }),
      { description: `newest first, at most ${HISTORY_LISTED_MAX}; where one policy is read` },
    ),
  ),
})

export const PolicyVerdict = Resource('PolicyVerdict', 'what the policy says of one intent', {
  allowed: Type.Boolean({ description: 'the wallet may sign without asking' }),
  triggered_thresholds: Type.Array(ThresholdName, {
    description: 'every threshold that does not hold',
    examples: [[]],
  }),
  rule: Type.Enum([...POLICY_RULES], { type: 'string', description: 'what decided' }),
})

export const Backtest = Input({
  days: Whole(1, 366, { description: 'how far to look back' }),
  terms: Type.Optional(
    Type.Object(thresholdInputs, {
      additionalProperties: false,
      minProperties: 1,
      description: 'other thresholds to compare with; what is left out stays as it is',
    }),
  ),
})

const Outcome = Type.Enum([...REPLAY_OUTCOMES], { type: 'string', description: 'what would have happened' })

const Replayed = Type.Object({
  at: At('when it was asked'),
  recipient_id: IdSchema('rcp'),
  recipient_version_id: IdSchema('rcv'),
  amount: Shown('the requested amount', '2.5'),
  agent_payment_id: orNull(IdSchema('apy'), 'the resulting payment, if any'),
  live: PolicyVerdict,
  outcome: Outcome,
  verdict: PolicyVerdict,
})

export const ReplayOfPolicy = Resource('ReplayOfPolicy', 'what the policy would have said', {
  counts: Type.Object(
    {
      passed: Counted('within the policy', 12),
      asked: Counted('over a limit: the user would have been asked', 2),
      refused: Counted('of another asset, or otherwise not its matter', 0),
    },
    { description: 'of all intents, also those that the lists leave out' },
  ),
  passed: Type.Array(Replayed, { description: 'within the policy' }),
  asked: Type.Array(Replayed, { description: 'over a limit: the user would have been asked' }),
  refused: Type.Array(Replayed, { description: 'of another asset, or otherwise not its matter' }),
})

export const BacktestAnswer = Type.Object({
  id: IdSchema('pol'),
  status: PolicyStatusName,
  from: At('the first moment that was replayed'),
  to: At('the last one'),
  intents: Counted(`replayed: the newest ${BACKTEST_INTENTS_MAX} at most`, 14),
  truncated: Type.Boolean({ description: 'there are older ones within the days', examples: [false] }),
  policy: ReplayOfPolicy,
  other: Type.Optional(ReplayOfPolicy),
  difference: Type.Optional(
    Type.Array(Type.Object({ ...Replayed.properties, other_outcome: Outcome, other_verdict: PolicyVerdict }), {
      description: 'intents to which the other terms would have said something else',
    }),
  ),
})

const PolicyUsage = Resource('PolicyUsage', 'how much of a policy is used', {
  used: Shown('reserved and claimed; counts against new payments', '12.5'),
  claimed: Shown('what wallets were let sign, and what late transactions name: it never comes back', '10'),
  given_back: Shown('released by payments that were over before a claim', '2.5'),
  counted_again: Shown('of what was given back: transactions that turned up afterwards', '0'),
  cumulative_limit: orNull(Shown('the limit', '50'), 'the most that all payments together may be'),
  remaining: orNull(Shown('the rest', '37.5'), 'what is left of the limit'),
  allowed: Counted('intents that passed', 5),
  refused: Counted('intents that needed the user', 1),
  last_decision_at: orNull(Timestamp, 'when it was last asked'),
})

export const UsedAutomationPolicy = Resource('UsedAutomationPolicy', 'a policy, and how much of it is used', {
  ...AutomationPolicy.properties,
  usage: PolicyUsage,
})

export const SimulateAnswer = Type.Object({
  id: IdSchema('pol'),
  status: PolicyStatusName,
  at: At('the moment that was judged'),
  used: Shown('reserved and claimed so far', '12.5'),
  verdict: PolicyVerdict,
  if_in_force: PolicyVerdict,
})
