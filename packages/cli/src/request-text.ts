/** A payment request as text for people: what is asked for, from facts that were checked. Only the ledger makes it paid. */
import {
  approvalLink,
  type FactsCheck,
  FactsMismatchError,
  type FeedReset,
  outcomeOf,
  type PaymentEvent,
  type PaymentFacts,
  type PaymentRequest,
  type PaymentStatus,
  walletLink,
} from '@pursestrings/sdk'
import type { Field } from './output.ts'
import type { Profile } from './profile.ts'

interface State {
  readonly word: string
  readonly means: string
}

/** What a status says by itself, as the wallet reported it. */
const BY_STATUS: Readonly<Record<PaymentStatus, State>> = {
  pending: { word: 'Waiting', means: "the user hasn't decided yet" },
  signed: { word: 'Waiting', means: 'approved and signed, not sent yet' },
  broadcasted: { word: 'Sent', means: 'the wallet reports that it sent it' },
  confirmed: { word: 'Sent', means: 'the wallet reports that it was confirmed' },
  failed: { word: 'Not paid', means: 'the wallet reports that it failed' },
  expired: { word: 'Expired', means: 'nobody decided in time' },
  rejected: { word: 'Rejected', means: 'the user declined' },
}

/** In the words of every client. */
export const stateOf = (request: PaymentRequest): State => {
  switch (outcomeOf(request)) {
    case 'paid':
      return { word: 'Paid', means: 'the ledger shows a payment that is bound to this request' }
    case 'unpaid':
      return { word: 'Not paid', means: 'the ledger shows no payment' }
    case 'disputed':
      return { word: 'Disputed', means: 'the wallet and the ledger disagree' }
    case 'canceled':
      return {
        word: 'Canceled',
        means: request.reason === 'canceled_by_agent' ? 'by the agent' : 'the payee was recalled',
      }
    default:
      return request.settlement.assurance === 'merchant_accepted'
        ? { word: 'Accepted by hand', means: 'by the merchant, not proven' }
        : BY_STATUS[request.status]
  }
}

export const stateText = (request: PaymentRequest): string => {
  const { word, means } = stateOf(request)
  return `${word}: ${means}`
}

export const requestFields = (
  { record: request, facts, wallet_link }: CheckedRequest,
  approval_url?: string,
): readonly Field[] => {
  const { payment, payee } = facts
  const { status } = request
  return [
    ['request', facts.request_id],
    ['task', request.metadata?.task_ref],
    ['status', stateText(request)],
    ['reason', request.reason],
    ['amount', `${payment.amount} ${payment.asset} on ${payment.network}`],
    ['payee', `${payee.name}, listed by ${payee.domain}`],
    ['to', payment.to],
    ['memo', payment.memo],
    ['approve at', approval_url],
    ['wallet link', wallet_link],
    ['transaction', request.transaction_hash],
    ['wallet says', WALLET_SAYS.has(status) ? status : undefined],
    ...ledgerFields(request.settlement),
    ['expires', status === 'pending' ? facts.expires_at : undefined],
    ['facts digest', request.facts_digest],
    ...request.late_reports.map(
      (late): Field => ['paid late?', `${late.transaction_hash}, reported ${late.reported_at}`],
    ),
    ...(request.history ?? []).map(
      (step): Field => [
        step.occurred_at.slice(0, 19),
        [step.type.replace('payment_request.', ''), `by the ${step.said_by}`, step.reason].filter(Boolean).join(', '),
      ],
    ),
  ]
}

const WALLET_SAYS: ReadonlySet<PaymentStatus> = new Set(['signed', 'broadcasted', 'confirmed', 'failed', 'rejected'])

type Settlement = PaymentRequest['settlement']

const LEDGER_SAYS: Readonly<Record<NonNullable<Settlement['ledger_outcome']>, string>> = {
  paid: 'paid',
  unpaid: 'not paid',
  mismatch: "doesn't match the request",
  unknown: 'nothing yet',
}

const BOUND_BY: Readonly<Record<NonNullable<Settlement['bound_by']>, string>> = {
  reference: 'by its reference: it carries the digest of the facts',
  payer_signature: "by the payer's signature",
}

/** A payment that fits and isn't bound is nobody's yet: never called paid. */
const matchText = ({ ledger_match: match, accepted_by, accepted_at }: Settlement): string | undefined => {
  if (accepted_by !== undefined) return `accepted by hand, not proven: ${accepted_by} at ${accepted_at}`
  if (match === undefined) return undefined
  const named = match.named_before_close ? ', named by the wallet before its ledger closed' : ''
  const rivals = match.rivals === 0 ? '' : `, fits ${match.rivals} other open requests too`
  return `${match.transaction_hash} fits, but nobody has shown that it is this payer's${named}${rivals}`
}

/** Nothing where nobody looks at the ledger. */
const ledgerFields = (settlement: Settlement): readonly Field[] => {
  const { ledger_outcome, assurance, reason, observers = [], bound_by, ...seen } = settlement
  if (ledger_outcome === undefined) return [['assurance', assurance]]
  const fits = ledger_outcome === 'unknown' && seen.ledger_match !== undefined
  const said = [fits ? 'a payment that fits' : LEDGER_SAYS[ledger_outcome], reason].filter(Boolean).join(': ')
  const where = seen.ledger === undefined ? '' : `, in ledger ${seen.ledger}`
  return [
    ['ledger says', `${said}${where}${seen.simulated === true ? ' (simulated ledger)' : ''}`],
    ['paid by', seen.paid_by],
    ['bound', bound_by && BOUND_BY[bound_by]],
    ['payment', matchText(settlement)],
    ['assurance', observers.length === 0 ? assurance : `${assurance}, seen by ${observers.join(', ')}`],
    ['request again', seen.retry === 'safe' ? 'safe' : seen.retry && 'not yet: the payer may still pay'],
  ]
}

export const REQUEST_TITLES = ['REQUEST', 'STATUS', 'AMOUNT', 'PAYEE'] as const

export const requestRow = (shown: CheckedRequest | UncheckedRequest): readonly unknown[] => {
  const { request_id, status } = shown.record
  if (!('facts' in shown)) return [request_id, BY_STATUS[status].word, 'not shown', NOT_VERIFIED]
  const { payment, payee } = shown.facts
  return [request_id, stateOf(shown.record).word, `${payment.amount} ${payment.asset}`, payee.name]
}

const NOT_VERIFIED = "the facts aren't what the service signed: don't pay"

/** What the ledger shows, apart from the status, which comes from the wallet. */
const LEDGER_STEPS: Readonly<Record<string, State>> = {
  'payment_request.chain_observed': { word: 'Paid', means: 'the ledger shows a payment that is bound to this request' },
  'payment_request.merchant_accepted': {
    word: 'Accepted by hand',
    means: 'the merchant accepted a payment that nobody proved',
  },
  'payment_request.disputed': { word: 'Disputed', means: 'the wallet and the ledger disagree' },
  'payment_request.proven_unpaid': { word: 'Not paid', means: 'the ledger shows no payment' },
  'payment_request.ledger_finding': {
    word: 'Ledger',
    means: "something there doesn't match, or isn't bound to this request",
  },
}

export const stepText = ({ type, status }: Pick<PaymentEvent, 'type' | 'status'>): string => {
  const { word, means } = LEDGER_STEPS[type] ?? BY_STATUS[status]
  return `${word.padEnd(8)}  ${means}`
}

export const resetText = ({ since, resume_from }: FeedReset): string =>
  `The service was restored from a backup: events ${resume_from + 1} to ${since} are lost. Check your open requests.`

export const eventText = ({ cursor, occurred_at, request_id, status, type }: PaymentEvent): string => {
  const what = type === `payment_request.${status}` ? status : type.replace('payment_request.', '')
  return `${String(cursor).padStart(6)}  ${occurred_at.slice(0, 19)}Z  ${what.padEnd(11)}  ${request_id}`
}

// A payment request as the CLI may show it, in words and with --json: what is paid, to whom and by which link comes from
// facts whose signature was checked. What was not checked is not shown.

export interface CheckedRequest {
  /** For --json: the request with the facts as they were signed. */
  readonly record: PaymentRequest
  readonly facts: PaymentFacts
  /** Opens another wallet, while somebody has to decide. */
  readonly wallet_link: string | undefined
}

/** All that is shown of a request whose facts are not what the service signed. */
export interface UncheckedRequest {
  readonly record: Pick<PaymentRequest, 'request_id' | 'status'> & { readonly facts_not_verified: string }
}

type Checks = Pick<FactsCheck, 'verifyFacts'>

/** Throws what verifyFacts throws. `asked` is the request that was asked for: another is no answer. */
export const checkRequest = async (
  checks: Checks,
  request: PaymentRequest,
  asked = request.request_id,
): Promise<CheckedRequest> => {
  const facts = await checks.verifyFacts(request)
  if (facts.request_id !== asked) throw new FactsMismatchError('intent', 'The answer is about a different request.')
  const { reference_value: _value, ...sent } = request
  const { type: _type, payee, ...signed } = facts
  const record = {
    ...sent,
    ...signed,
    payee: { ...sent.payee, ...payee },
    ...(facts.payment.reference !== undefined && { reference_value: sent.facts_digest }),
  } as PaymentRequest
  return { record, facts, wallet_link: sent.status === 'pending' ? await walletLink(facts) : undefined }
}

/** Where the person decides, while they have to; undefined where the profile knows no wallet. */
export const approvalUrl = (
  { wallet_url }: Pick<Profile, 'wallet_url'>,
  { request_id, status }: Pick<PaymentRequest, 'request_id' | 'status'>,
): string | undefined =>
  status === 'pending' && wallet_url !== undefined ? approvalLink(wallet_url, request_id) : undefined

/** One that does not hold leaves the others as they are. */
export const checkRequests = (
  checks: Checks,
  requests: readonly PaymentRequest[],
): Promise<(CheckedRequest | UncheckedRequest)[]> =>
  Promise.all(
    requests.map((request) =>
      checkRequest(checks, request).catch((failure: unknown) => {
        if (!(failure instanceof FactsMismatchError)) throw failure
        const { request_id, status } = request
        return { record: { request_id, status, facts_not_verified: failure.reason } }
      }),
    ),
  )
