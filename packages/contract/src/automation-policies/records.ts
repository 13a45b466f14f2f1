/** A policy as the wire shows it, what the judge said of an intent, and what a replay of the past answers with. */
import { Type } from 'typebox'
import { Input, Resource } from '../operation.ts'
import { Amount } from '../wire/amount.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { IdSchema } from '../wire/ids.ts'
import { IdInput, Time, Whole } from '../wire/inputs.ts'
import { NetworkName } from '../wire/networks.ts'
import { POLICY_RULES, THRESHOLDS } from './policy-judge.ts'
import { REPLAY_OUTCOMES } from './policy-replay.ts'
import { POLICY_STATUSES } from './states.ts'

export const LIVE_POLICIES_MAX = 20
export const ALLOWLIST_MAX = 50
export const BACKTEST_INTENTS_MAX = 20_000
export const BACKTEST_LISTED_MAX = 500
export const HISTORY_LISTED_MAX = 100

/** What happens to a policy in its life, as it is written down. */
export const POLICY_CHANGES = [
  'created',
  'renamed',
  'narrowed',
  'widened',
  'consented',
  'paused',
  'resumed',
  'withdrawn',
] as const
export type PolicyChange = (typeof POLICY_CHANGES)[number]
export const PolicyStatusName = Type.Enum([...POLICY_STATUSES], { type: 'string' })
export const ThresholdName = Type.Enum([...THRESHOLDS], { type: 'string' })
const WINDOW = 'half-open by the clock of the database: `from` is inside, `to` is not'

/** The four thresholds as a caller fills them. */
export const thresholdInputs = {
  single_tx_limit: Type.Optional(Amount),
  cumulative_limit: Type.Optional(Amount),
  validity_window: Type.Optional(
    Type.Object({ from: Time(), to: Time() }, { additionalProperties: false, description: WINDOW }),
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

const Terms = Type.Object({
  single_tx_limit: orNull(Type.String()),
  cumulative_limit: orNull(Type.String()),
  validity_window: orNull(Type.Object({ from: Timestamp, to: Timestamp }, { description: WINDOW })),
  allowlist: Type.Array(IdSchema('rcp')),
})

const PinnedPayee = Type.Object({
  recipient_id: IdSchema('rcp'),
  recipient_version_id: IdSchema('rcv'),
  payee_digest: Type.String({
    description: 'SHA-256, in hexadecimal, of network, asset, address and memo as one text',
  }),
})

const Consent = Resource('PolicyConsent', {
  policy_version: Type.Integer(),
  policy_digest: Type.String(),
  payees: Type.Array(PinnedPayee),
  public_key: orNull(Type.String({ description: 'decision key of the device, where it has one' })),
  signature: orNull(
    Type.String({ description: 'by that key, over `svc.policy_consent.v1`, a line feed and the digest' }),
  ),
  consented_at: Timestamp,
})

export const AutomationPolicy = Resource('AutomationPolicy', {
  id: IdSchema('pol'),
  status: PolicyStatusName,
  version: Type.Integer(),
  project_id: IdSchema('prj'),
  connection_id: IdSchema('con'),
  name: Type.String(),
  network: NetworkName,
  asset: Type.String(),
  contract: Type.Optional(Type.String()),
  issuer: Type.Optional(Type.String()),
  decimals: Type.Integer(),
  ...Terms.properties,
  missing: Type.Array(ThresholdName, { description: 'what must be filled before the user can opt in' }),
  payees: Type.Array(
    Type.Object({
      recipient_id: IdSchema('rcp'),
      recipient_version_id: orNull(IdSchema('rcv')),
      payee_digest: orNull(Type.String()),
      name: Type.Optional(Type.String()),
      domain: Type.Optional(Type.String()),
      address: Type.Optional(Type.String()),
      memo: Type.Optional(Type.String()),
    }),
    {
      description:
        'where the recipients of the list are paid now: what an opt-in would pin; null where one cannot be paid in this asset',
    },
  ),
  policy_digest: orNull(
    Type.String({
      description: 'SHA-256, in hexadecimal, of what an opt-in now would consent to; null while something is missing',
    }),
  ),
  consent: orNull(Consent),
  used: Type.String({ description: 'reserved and spent so far' }),
  created_at: Timestamp,
  history: Type.Optional(
    Type.Array(
      Type.Object({
        version: Type.Integer(),
        change: Type.Enum([...POLICY_CHANGES], { type: 'string' }),
        actor: Type.String({ description: 'the API key or account that did it, or `wallet`' }),
        terms: Terms,
        occurred_at: Timestamp,
      }),
      { description: `newest first, at most ${HISTORY_LISTED_MAX}; where one policy is read` },
    ),
  ),
})

export const PolicyVerdict = Resource('PolicyVerdict', {
  allowed: Type.Boolean(),
  triggered_thresholds: Type.Array(ThresholdName, { description: 'every threshold that does not hold' }),
  rule: Type.Enum([...POLICY_RULES], { type: 'string', description: 'what decided' }),
})

export const Backtest = Input({
  days: Whole(1, 366),
  terms: Type.Optional(Type.Object(thresholdInputs, { additionalProperties: false, minProperties: 1 })),
})

const Outcome = Type.Enum([...REPLAY_OUTCOMES], { type: 'string' })

const Replayed = Type.Object({
  at: Timestamp,
  recipient_id: IdSchema('rcp'),
  recipient_version_id: IdSchema('rcv'),
  amount: Type.String(),
  agent_payment_id: orNull(IdSchema('apy')),
  live: PolicyVerdict,
  outcome: Outcome,
  verdict: PolicyVerdict,
})

export const ReplayOfPolicy = Resource('ReplayOfPolicy', {
  counts: Type.Object({ passed: Type.Integer(), asked: Type.Integer(), refused: Type.Integer() }),
  passed: Type.Array(Replayed),
  asked: Type.Array(Replayed),
  refused: Type.Array(Replayed),
})

export const BacktestAnswer = Type.Object({
  id: IdSchema('pol'),
  status: PolicyStatusName,
  from: Timestamp,
  to: Timestamp,
  intents: Type.Integer({ description: `replayed: the newest ${BACKTEST_INTENTS_MAX} at most` }),
  truncated: Type.Boolean({ description: 'there are older ones within the days' }),
  policy: ReplayOfPolicy,
  other: Type.Optional(ReplayOfPolicy),
  difference: Type.Optional(
    Type.Array(Type.Object({ ...Replayed.properties, other_outcome: Outcome, other_verdict: PolicyVerdict }), {
      description: 'intents to which the other terms would have said something else',
    }),
  ),
})
