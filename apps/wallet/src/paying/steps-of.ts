/**
 * The steps of a payment as the paying page shows them: pure, from the journal, what the engine told while this page was
 * open, and what the service answers. A step is done only where something shows it; "not known" is never called failed.
 */
import { type Entry, isAuthorization } from '@pursestrings/signing/journal'
import type { Payment } from '../requests/payment.ts'

export const PAYING_STEPS = ['checked', 'signed', 'sent', 'ledger', 'seen'] as const
/** Where the agent's seller sends it: handing it over pays nothing yet, and what is seen first can still be undone. */
export const APPROVAL_STEPS = ['checked', 'signed', 'handed', 'sighted', 'ledger', 'seen'] as const
export type PayingStep = (typeof PAYING_STEPS)[number] | (typeof APPROVAL_STEPS)[number]

export type StepState = 'done' | 'now' | 'later' | 'unsure' | 'failed'

export interface ShownStep {
  readonly step: PayingStep
  readonly state: StepState
  readonly at?: number | undefined
}

/** What the engine said while it ran in this tab; times by this device's clock. */
export interface Told {
  readonly times: Readonly<Partial<Record<PayingStep, number>>>
  /** Service or ledger gave no answer: how often we looked, and when we look again. */
  readonly unknown?: { readonly looked: number; readonly again_at: number } | undefined
}

export type Ending = 'paid' | 'failed' | 'lost' | 'not_sent'

export interface PayingView {
  readonly steps: readonly ShownStep[]
  readonly ending: Ending | undefined
  readonly is_unknown: boolean
  readonly reason: string | undefined
  /** The service has seen a payment that fits, and doesn't know that it is this wallet's. */
  readonly unproven: 'unbound' | 'accepted' | undefined
}

interface Given {
  readonly entry: Entry | undefined
  readonly told: Told
  readonly request: Pick<Payment, 'history' | 'settlement'> | undefined
}

export const viewOf = ({ entry, told, request }: Given): PayingView => {
  const ending = endingOf(entry)
  const at = timesOf(entry, told, request)
  const seen = isSeen(request)
  const unproven = ending === 'paid' ? unprovenIn(request) : undefined
  const approval = entry !== undefined && isAuthorization(entry) ? entry : undefined
  const steps = approval ? APPROVAL_STEPS : PAYING_STEPS
  const done: Readonly<Record<PayingStep, boolean>> = {
    checked: entry !== undefined || told.times.checked !== undefined,
    signed: entry !== undefined,
    sent: at.sent !== undefined || ending === 'paid',
    handed: approval?.handed_at !== undefined || ending === 'paid',
    sighted: approval?.seen !== undefined || ending === 'paid',
    ledger: ending === 'paid',
    seen: ending === 'paid' && seen,
  }
  const is_unknown = ending === undefined && told.unknown !== undefined
  const current = steps.find((step) => !done[step])
  const stateOf = (step: PayingStep): StepState => {
    if (done[step]) return is_unknown && step === 'sent' ? 'unsure' : 'done'
    if (step !== current) return 'later'
    if (unproven !== undefined) return 'unsure'
    if (ending !== undefined && ending !== 'paid') return ending === 'lost' ? 'unsure' : 'failed'
    // Once it was sent, what is not known is whether the network took it; before that, whether the service did.
    return is_unknown ? (done.sent ? 'later' : 'unsure') : 'now'
  }
  return {
    steps: steps.map((step) => ({
      step,
      state: stateOf(step),
      ...(at[step] !== undefined && { at: at[step] }),
    })),
    ending,
    is_unknown,
    reason: reasonOf(entry),
    unproven,
  }
}

const endingOf = (entry: Entry | undefined): Ending | undefined => {
  if (entry?.state === 'erased') return 'not_sent'
  return entry?.outcome?.is
}

const reasonOf = (entry: Entry | undefined): string | undefined => {
  if (entry?.outcome?.is === 'failed' || entry?.outcome?.is === 'lost') return entry.outcome.reason
  return entry?.state === 'erased' ? entry.reason : undefined
}

/** Seen on the ledger by the service itself, and bound to this request: more than what this wallet told it. */
const isSeen = (request: Given['request']): boolean => request?.settlement.assurance === 'chain_observed'

const unprovenIn = (request: Given['request']): PayingView['unproven'] => {
  if (request === undefined || isSeen(request)) return undefined
  const { assurance, ledger_match } = request.settlement
  return assurance === 'merchant_accepted' ? 'accepted' : ledger_match && 'unbound'
}

const timesOf = (entry: Entry | undefined, { times }: Told, request: Given['request']) => {
  const history = request?.history ?? []
  const heard = (is: (step: (typeof history)[number]) => boolean): number | undefined => {
    const at = history.find(is)?.occurred_at
    return at === undefined ? undefined : Date.parse(at)
  }
  const signed = entry && Date.parse(entry.signed_at)
  const sent = times.sent ?? heard(({ status, said_by }) => status === 'broadcasted' && said_by === 'wallet')
  const handed_at = entry !== undefined && isAuthorization(entry) ? entry.handed_at : undefined
  const closed = entry?.outcome?.is === 'paid' ? entry.outcome.closed_at * 1000 : undefined
  return {
    checked: times.checked ?? signed,
    signed,
    sent,
    handed: handed_at === undefined ? times.handed : Date.parse(handed_at),
    sighted: undefined,
    // A final block is known long after it closed.
    ledger: handed_at === undefined ? (times.ledger ?? closed) : closed,
    seen: heard(({ type }) => type === 'payment_request.chain_observed'),
  } satisfies Record<PayingStep, number | undefined>
}
