/**
 * What the review screen says of a request: pure, from what was checked, what this device knows, and the time. Notices come
 * strongest first; the first one is the case. What hinders takes Approve away, whatever else is true.
 */
import type { Connection } from '@pursestrings/sdk'
import type { CheckedFacts } from '@pursestrings/ui/checked-facts'
import type { Payment } from '../requests/payment.ts'
import type { RequestCheck } from './check-request.ts'
import type { TermsCheck } from './check-terms.ts'
import type { PayeeOnRecord } from './record.ts'
import { type Usual, usualOf } from './usual-of.ts'

/** A payment of the past that this wallet made: facts that were checked then. */
export interface Paid {
  readonly recipient_id: string
  readonly connection_id: string
  readonly to: string
  readonly memo?: string | undefined
  readonly amount: string
  readonly asset: string
  readonly at: string
}

/** What the ledger said when this device asked it. Amounts are exact texts. */
export type Funds =
  | {
      readonly is: 'ready'
      readonly fee_most: string
      /** What can be spent before and after, of the asset that is sent. */
      readonly now: string
      readonly left: string
      /** What must stay on the account, in XLM. */
      readonly reserve: string
    }
  | {
      readonly is: 'short'
      /** Of the asset that is short: the fee is paid in XLM, whatever is sent. */
      readonly asset: string
      readonly available: string
      readonly needed: string
      readonly missing: string
      /** What must stay on the account, in XLM; undefined where another asset is short. */
      readonly reserve?: string | undefined
    }
  | { readonly is: 'unfunded' }
  | { readonly is: 'cannot_receive' }
  /** Something else that the checks before signing refuse, in their own words. */
  | { readonly is: 'refused'; readonly because: string }
  | { readonly is: 'no_answer' }
  /** Of another network or asset than this wallet pays. */
  | { readonly is: 'elsewhere' }

export interface ReviewInput {
  readonly request: Payment
  readonly check: RequestCheck
  readonly connection: Pick<Connection, 'status'> | undefined
  readonly paid: readonly Paid[]
  /** This device has signed for it: what became of that is the paying page's matter. */
  readonly under_way: boolean
  /** It was opened in another wallet from here: what became of it there, this wallet cannot know. */
  readonly handed_over: boolean
  /** Undefined while the ledger is being asked. */
  readonly funds: Funds | undefined
  /** Whether the payee is on the public record; undefined while that is being asked. */
  readonly record: PayeeOnRecord | undefined
  /** Of what is said to be paid for; undefined where nothing is sealed to the agent. */
  readonly terms?: TermsCheck | undefined
  readonly now: number
}

export type Notice =
  | { readonly is: 'wrong' }
  | { readonly is: 'unknown_key' }
  | { readonly is: 'under_way' }
  | { readonly is: 'answered'; readonly status: Payment['status'] }
  | { readonly is: 'expired'; readonly at: string }
  | { readonly is: 'not_verified' }
  /** Its agent asked for it without asking the person, and the limits no longer let it be paid. */
  | { readonly is: 'beyond_limits' }
  | { readonly is: 'split_view' }
  /** What the agent says that it is for doesn't hold against what was signed. */
  | { readonly is: 'wrong_terms'; readonly finding: TermsCheck['findings'][number] }
  | { readonly is: 'not_on_record' }
  | { readonly is: 'disconnected'; readonly until: string }
  | { readonly is: 'cannot_receive'; readonly asset: string }
  | { readonly is: 'unfunded' }
  | { readonly is: 'short'; readonly funds: Extract<Funds, { is: 'short' }> }
  | { readonly is: 'refused'; readonly because: string }
  | { readonly is: 'elsewhere'; readonly network: string }
  | { readonly is: 'no_answer' }
  | { readonly is: 'handed_over' }
  /** The approval would go to a key that this device doesn't know as the agent's. */
  | { readonly is: 'agent_key'; readonly agent_key: string }
  | ({ readonly is: 'unusual'; readonly payee: string; readonly asset: string } & Pick<
      Usual,
      'most' | 'count' | 'factor'
    >)
  | { readonly is: 'changed'; readonly at: string | undefined; readonly payee: string }
  | { readonly is: 'paused' }
  | { readonly is: 'first'; readonly domain: string; readonly listed: boolean }

/** `guarded`: after three seconds in view. `off`: drawn, and cannot be pressed. Each of `ticks` is asked for besides. */
/** What the person has to say before Approve: a second step. */
export type Tick = 'changed' | 'handed_over' | 'agent_key' | 'unusual' | 'first'

export type Approve = 'open' | 'guarded' | 'waiting' | 'off' | 'gone'

export interface Review {
  readonly is: Notice['is'] | 'normal'
  readonly notices: readonly Notice[]
  readonly approve: Approve
  readonly ticks: readonly Tick[]
  readonly reject: boolean
  /** Whether another wallet may pay it from here. */
  readonly other_wallets: boolean
  /** What this wallet paid to this payee: at this address, and at others. */
  readonly here: readonly Paid[]
  readonly elsewhere: readonly Paid[]
  /** What it was paid until now, in this asset; undefined where it never was. */
  readonly usual: Usual | undefined
}

const HOUR_MS = 3_600_000
/** Whoever never paid the payee hears of a change for a week; whoever paid the old address, until they paid the new one. */
const CHANGE_NEWS_MS = 7 * 24 * HOUR_MS
const TICK_MS = 48 * HOUR_MS

const ENDED = { approve: 'gone', ticks: [], reject: false, other_wallets: false } as const
const REFUSED = { approve: 'gone', ticks: [], reject: true, other_wallets: false } as const

export const reviewOf = (input: ReviewInput): Review => {
  const { request, check, under_way, now } = input
  const nothing = { here: [], elsewhere: [], usual: undefined }
  const only = (notice: Notice, may: typeof ENDED | typeof REFUSED): Review => ({
    is: notice.is,
    notices: [notice],
    ...may,
    ...nothing,
  })
  if (check.is === 'altered') return only({ is: 'wrong' }, REFUSED)
  if (check.is === 'unknown_key') return only({ is: 'unknown_key' }, REFUSED)
  const { facts } = check
  const payee = payeeKnown(facts, input.paid)
  const known = { ...payee, usual: usualOf(facts, [...payee.here, ...payee.elsewhere]) }
  const ended = (notice: Notice): Review => ({ ...only(notice, ENDED), ...known })
  if (under_way) return ended({ is: 'under_way' })
  if (request.status !== 'pending' && request.status !== 'expired') {
    return ended({ is: 'answered', status: request.status })
  }
  // The time is a signed fact; the status is the service's word for it. Whichever comes first ends it.
  if (request.status === 'expired' || Date.parse(facts.expires_at) <= now) {
    return ended({ is: 'expired', at: facts.expires_at })
  }
  return { ...decisionOf(input, facts, known), ...known }
}

const decisionOf = (
  { request, connection, funds, record, terms, handed_over, now }: ReviewInput,
  facts: CheckedFacts,
  known: Pick<Review, 'here' | 'elsewhere' | 'usual'>,
): Omit<Review, 'here' | 'elsewhere' | 'usual'> => {
  const hinders = hindrancesOf(request, facts, { connection, funds, record, terms })
  const change = changeOf(request, facts, known, now)
  const notices: Notice[] = [
    ...hinders,
    ...(known.usual?.is === 'far_above' ? [unusual(facts, known.usual)] : []),
    ...(handed_over ? [{ is: 'handed_over' } as const] : []),
    ...unknownKey(terms),
    ...(change ? [change.notice] : []),
    ...(connection?.status === 'paused' ? [{ is: 'paused' } as const] : []),
    ...(!change && known.here.length === 0 ? [first(facts)] : []),
  ]
  const guarded = change !== undefined || handed_over
  const gone = hinders.some(({ is }) => BEYOND_HELP.has(is))
  return {
    is: notices[0]?.is ?? 'normal',
    notices,
    approve: gone ? 'gone' : hinders.length > 0 ? 'off' : approveAfter({ funds, record, terms }, facts, guarded),
    ticks: notices.flatMap(({ is }) => (is === 'changed' ? (change?.tick ? [is] : []) : isTick(is) ? [is] : [])),
    reject: true,
    // What this wallet has not seen on the record, it hands to nobody.
    // Other wallets build a transaction; an authorization is signed by this one alone.
    other_wallets: !gone && isVouched(record) && facts.payment.method === undefined,
  }
}

/** Nothing that the person does here makes it payable. */
const BEYOND_HELP: ReadonlySet<Notice['is']> = new Set([
  'disconnected',
  'not_verified',
  'cannot_receive',
  'split_view',
  'wrong_terms',
] as const)

const TICKS = ['handed_over', 'agent_key', 'unusual', 'first'] as const
const isTick = (is: Notice['is']): is is Tick => TICKS.some((tick) => tick === is)

const unknownKey = (terms: TermsCheck | undefined): Notice[] =>
  terms?.agent_key === undefined || terms.is_known ? [] : [{ is: 'agent_key', agent_key: terms.agent_key }]

const unusual = ({ payee, payment }: CheckedFacts, { most, count, factor }: Usual): Notice => ({
  is: 'unusual',
  payee: payee.name,
  asset: payment.asset,
  most,
  count,
  factor,
})

const first = ({ payee: { domain, standing } }: CheckedFacts): Notice => ({
  is: 'first',
  domain,
  listed: standing === 'listed',
})

const VOUCHED = ['on_record', 'not_checked', 'unlogged', 'listed']

export const isVouched = (record: ReviewInput['record']): boolean => record !== undefined && VOUCHED.includes(record.is)

/** A payee that is new to the record is not signed for before the record shows it. */
const approveAfter = (
  { funds, record, terms }: Pick<ReviewInput, 'funds' | 'record' | 'terms'>,
  { payment }: CheckedFacts,
  guarded: boolean,
): Approve => {
  if (funds === undefined || record === undefined || record.is === 'pending') return 'waiting'
  if (payment.method !== undefined && terms === undefined) return 'waiting'
  return guarded ? 'guarded' : 'open'
}

const hindrancesOf = (
  { payee, within_limits }: Payment,
  { payment, expires_at }: CheckedFacts,
  { connection, funds, record, terms }: Pick<ReviewInput, 'connection' | 'funds' | 'record' | 'terms'>,
): Notice[] => {
  // A connection that is not listed is not one that may ask.
  if (connection === undefined || connection.status === 'revoked') return [{ is: 'disconnected', until: expires_at }]
  if (!payee.verified) return [{ is: 'not_verified' }]
  const [finding] = terms?.findings ?? []
  if (finding !== undefined) return [{ is: 'wrong_terms', finding }]
  if (within_limits === false) return [{ is: 'beyond_limits' }]
  if (record?.is === 'split_view' || record?.is === 'not_on_record') return [{ is: record.is }]
  switch (funds?.is) {
    case undefined:
    case 'ready':
      return []
    case 'cannot_receive':
      return [{ is: 'cannot_receive', asset: payment.asset }]
    case 'short':
      return [{ is: 'short', funds }]
    case 'refused':
      return [{ is: 'refused', because: funds.because }]
    case 'elsewhere':
      return [{ is: 'elsewhere', network: payment.network }]
    case 'unfunded':
    case 'no_answer':
      return [{ is: funds.is }]
  }
}

const payeeKnown = ({ recipient_id, payment }: CheckedFacts, paid: readonly Paid[]) => {
  const payee = paid.filter((one) => one.recipient_id === recipient_id)
  const isHere = (one: Paid): boolean => one.to === payment.to && one.memo === payment.memo
  return { here: payee.filter(isHere), elsewhere: payee.filter((one) => !isHere(one)) }
}

/** This wallet's own memory counts as much as the service's word: it notices a change that nobody mentions. */
const changeOf = (
  { payee: { changed_at, serving_since } }: Payment,
  { payee }: CheckedFacts,
  { here, elsewhere }: Pick<Review, 'here' | 'elsewhere'>,
  now: number,
): { readonly notice: Notice; readonly tick: boolean } | undefined => {
  if (here.length > 0) return undefined
  const at = changed_at ?? (elsewhere.length > 0 ? serving_since : undefined)
  const age_ms = at == null ? undefined : now - Date.parse(at)
  const is_news = age_ms !== undefined && age_ms < CHANGE_NEWS_MS && changed_at != null
  if (elsewhere.length === 0 && !is_news) return undefined
  // Where nobody says when, it may have been a moment ago.
  const tick = age_ms === undefined || !(age_ms >= TICK_MS)
  return { notice: { is: 'changed', at: at ?? undefined, payee: payee.name }, tick }
}
