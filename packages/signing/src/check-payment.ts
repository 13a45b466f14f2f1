/**
 * Everything that a wallet refuses before it signs, as data: each finding with the figures that a person needs. An empty list
 * is the only way on.
 */
import { formatUnits } from '@pursestrings/protocol/amount'
import type { PolicyRule } from '@pursestrings/protocol/policy-judge'
import type { Terms } from '@pursestrings/stellar/terms'
import { type Entry, isEnvelope } from './journal.ts'
import type { Surroundings } from './look-around.ts'

/** A submission takes two closes, and clocks drift: with less time left it would only die at its bound. */
export const SECONDS_LEFT_MIN = 30
const NATIVE = 'XLM'
const DECIMALS = 7
const STARTING_BALANCE_MIN = 10_000_000n

export type Finding =
  /** Test networks only. */
  | { readonly code: 'real_money' }
  | { readonly code: 'not_payable'; readonly field: string }
  | { readonly code: 'facts_changed' }
  | { readonly code: 'payee_not_verified' }
  /** Somebody has decided already: this wallet, another device, or time. */
  | { readonly code: 'not_pending'; readonly status: string }
  /** This wallet has signed for the same task before; a restored service may ask again. */
  | { readonly code: 'signed_before'; readonly request_id: string; readonly transaction_hash?: string }
  /** Another payment of this account is under way: it has to end first. */
  | { readonly code: 'payment_in_flight'; readonly request_id: string; readonly transaction_hash?: string }
  | { readonly code: 'pays_itself' }
  | { readonly code: 'payer_not_funded'; readonly account: string }
  | { readonly code: 'payer_needs_signers'; readonly account: string }
  /** The payee has no account yet, and this payment cannot open one. */
  | { readonly code: 'payee_not_funded'; readonly asset: string; readonly least: string }
  | { readonly code: 'payer_no_trustline'; readonly asset: string }
  | { readonly code: 'payee_no_trustline'; readonly asset: string }
  | { readonly code: 'payer_not_authorized'; readonly asset: string }
  | { readonly code: 'payee_not_authorized'; readonly asset: string }
  | { readonly code: 'payee_full'; readonly asset: string; readonly room: string; readonly needed: string }
  | {
      readonly code: 'balance_short'
      readonly asset: string
      readonly available: string
      readonly needed: string
      /** Of XLM: what must stay on the account. */
      readonly reserve?: string
    }
  | { readonly code: 'memo_required' }
  /** Nobody was to be asked, and the limits that the person agreed to don't allow it. */
  | { readonly code: 'beyond_policy'; readonly rule: PolicyRule }
  | { readonly code: 'too_late'; readonly seconds_left: number }
  /** What it is said to be for is not what was signed with the facts. */
  | { readonly code: 'terms_changed' }
  /** It is said to pay for an address that isn't the payee's. */
  | { readonly code: 'wrong_host'; readonly host: string; readonly domain: string }
  /** The key that the authorization would be sealed to is not one that the agent's own key stands for. */
  | { readonly code: 'seal_key_unproven' }
  /** This device does not know the agent's key from when the connection was approved; the person may look at it. */
  | { readonly code: 'agent_key_unknown'; readonly agent_key: string }

export type FindingCode = Finding['code']

/** What the payment does to the payer's account, to be shown before it is approved. */
export interface Costs {
  readonly asset: string
  readonly amount: string
  /** In XLM. */
  readonly fee: string
  /** Of the asset, after reserves: before, and after payment and fee. */
  readonly available: string
  readonly remains: string
  /** In XLM: what must stay on the account. */
  readonly reserve: string
}

export interface Checked {
  readonly findings: readonly Finding[]
  /** The payment opens the payee's account. */
  readonly creates: boolean
  /** Undefined while the payer has no account. */
  readonly costs: Costs | undefined
}

const shown = (units: bigint): string => formatUnits(units > 0n ? units : 0n, DECIMALS)

export function checkPayment(terms: Terms, account: string, around: Surroundings): Checked {
  const findings: Finding[] = []
  const { head, payer, payee, payer_line, payee_line, wants_memo, fee } = around
  const { asset, units, to } = terms
  const native = asset.issuer === undefined
  const creates = payee === undefined && native && units >= STARTING_BALANCE_MIN
  if (!terms.testnet) findings.push({ code: 'real_money' })
  const seconds_left = Number(terms.max_time) - head.closed_at
  if (seconds_left < SECONDS_LEFT_MIN) findings.push({ code: 'too_late', seconds_left: Math.max(0, seconds_left) })
  if (to === account) findings.push({ code: 'pays_itself' })
  if (payer === undefined) findings.push({ code: 'payer_not_funded', account })
  else if (!payer.pays_alone) findings.push({ code: 'payer_needs_signers', account })
  if (payee === undefined && !creates)
    findings.push({ code: 'payee_not_funded', asset: asset.code, least: shown(native ? STARTING_BALANCE_MIN : 0n) })
  if (wants_memo && terms.memo.kind === 'none') findings.push({ code: 'memo_required' })
  // Who issues an asset needs no trustline for it, and has no end of it.
  if (!native && asset.issuer !== account) {
    if (payer_line === undefined) findings.push({ code: 'payer_no_trustline', asset: asset.code })
    else if (!payer_line.authorized) findings.push({ code: 'payer_not_authorized', asset: asset.code })
    else if (payer_line.available < units) findings.push(short(asset.code, payer_line.available, units))
  }
  if (!native && asset.issuer !== to && payee !== undefined) {
    if (payee_line === undefined) findings.push({ code: 'payee_no_trustline', asset: asset.code })
    else if (!payee_line.authorized) findings.push({ code: 'payee_not_authorized', asset: asset.code })
    else if (payee_line.room < units)
      findings.push({ code: 'payee_full', asset: asset.code, room: shown(payee_line.room), needed: shown(units) })
  }
  const coins = (native ? units : 0n) + BigInt(fee)
  if (payer !== undefined && payer.available < coins)
    findings.push({ ...short(NATIVE, payer.available, coins), reserve: shown(payer.balance - payer.available) })
  const available = native || asset.issuer === account ? payer?.available : payer_line?.available
  const costs = payer && {
    asset: asset.code,
    amount: shown(units),
    fee: shown(BigInt(fee)),
    available: shown(available ?? 0n),
    remains: shown((available ?? 0n) - (native ? coins : units)),
    reserve: shown(payer.balance - payer.available),
  }
  return { findings, creates, costs }
}

const short = (asset: string, available: bigint, needed: bigint) => ({
  code: 'balance_short' as const,
  asset,
  available: shown(available),
  needed: shown(needed),
})

/** What this wallet's own past says. An envelope that never left is not in the way. */
export function checkJournal(
  entries: readonly Entry[],
  payable: Pick<Entry, 'service' | 'kind' | 'connection_id' | 'request_id' | 'idempotency_key'>,
  account: string,
): Finding[] {
  const signed = entries.filter(({ state }) => state !== 'erased')
  const before = signed.find(
    (one) =>
      one.service === payable.service &&
      one.kind === payable.kind &&
      one.connection_id === payable.connection_id &&
      (one.request_id === payable.request_id || one.idempotency_key === payable.idempotency_key),
  )
  if (before !== undefined) return [{ code: 'signed_before', ...named(before) }]
  const open = signed.find(
    (one) => isEnvelope(one) && one.account === account && (one.state === 'signed' || one.state === 'claimed'),
  )
  return open === undefined ? [] : [{ code: 'payment_in_flight', ...named(open) }]
}

const named = ({ request_id, transaction_hash }: Entry) => ({
  request_id,
  ...(transaction_hash !== undefined && { transaction_hash }),
})

// Each finding as sentences for a person: what is in the way, and what they can do. Screens may have their own.

export function findingText(finding: Finding): string {
  switch (finding.code) {
    case 'real_money':
      return 'This payment is about real money. This wallet pays on test networks only.'
    case 'not_payable':
      return `This wallet cannot pay it: the ${finding.field.replaceAll('_', ' ')} is none that it can pay exactly.`
    case 'facts_changed':
      return 'The request has changed since you looked at it. Look at it again before you decide.'
    case 'payee_not_verified':
      return 'The payee is not verified right now. Wait until it is, or reject the request.'
    case 'not_pending':
      return `The request is ${finding.status}. Nothing is left to decide.`
    case 'signed_before':
      return finding.transaction_hash === undefined
        ? `You have approved this before, with ${finding.request_id}.`
        : `You have paid for this before, with ${finding.request_id} (transaction ${finding.transaction_hash}).`
    case 'payment_in_flight':
      return `Another payment of this account, ${finding.request_id}, is still on its way. Try again when it has ended.`
    case 'pays_itself':
      return 'The payee is your own account.'
    case 'payer_not_funded':
      return `Your account ${finding.account} is not on the ledger yet. Get test funds first.`
    case 'payer_needs_signers':
      return `Your account ${finding.account} needs the signatures of others. This wallet cannot pay from it alone.`
    case 'payee_not_funded':
      return finding.least === '0'
        ? `The payee has no account on the ledger yet, and ${finding.asset} cannot open one.`
        : `The payee has no account on the ledger yet. The first payment must be at least ${finding.least} ${finding.asset}.`
    case 'payer_no_trustline':
      return `Your account does not hold ${finding.asset}. Add a trustline for it first.`
    case 'payee_no_trustline':
      return `The payee cannot receive ${finding.asset}: it has no trustline for it.`
    case 'payer_not_authorized':
      return `The issuer of ${finding.asset} does not let your account send it.`
    case 'payee_not_authorized':
      return `The issuer of ${finding.asset} does not let the payee receive it.`
    case 'payee_full':
      return `The payee takes at most ${finding.room} ${finding.asset} more. This needs ${finding.needed}.`
    case 'balance_short':
      return `You have ${finding.available} ${finding.asset} available. This needs ${finding.needed}.`
    case 'memo_required':
      return 'The payee only takes payments with a memo, and this request has none. Paying it could lose the money.'
    case 'beyond_policy':
      return `The limits that you agreed to do not allow this without asking you (${finding.rule}).`
    case 'too_late':
      return `Only ${finding.seconds_left} seconds are left. That is too little for the ledger to take the payment.`
    case 'terms_changed':
      return 'What this pays for has changed since the request was signed. Reject it.'
    case 'wrong_host':
      return `The agent says that this pays for something at ${finding.host}. The payee is ${finding.domain}. Reject it.`
    case 'seal_key_unproven':
      return "The approval would go to a key that the agent's own key doesn't stand for. Reject the request."
    case 'agent_key_unknown':
      return "This device doesn't know the agent's key. Check with the agent that it is its own before you approve."
  }
}
