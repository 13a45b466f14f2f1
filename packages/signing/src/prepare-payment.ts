/** From a request to one signed envelope in the journal, or to the reasons why there is none. Nothing leaves the wallet here. */
import { buildPayment, type Payer } from '@pursestrings/stellar/build-payment'
import { comparePayment } from '@pursestrings/stellar/compare-payment'
import { termsOf } from '@pursestrings/stellar/terms'
import { judgeAgreed, usedOf } from './agreed-policy.ts'
import { type Checked, checkJournal, checkPayment, type Finding } from './check-payment.ts'
import { type Entry, type EnvelopeEntry, entryId, isEnvelope } from './journal.ts'
import { lookAround, type Surroundings } from './look-around.ts'
import type { PayerDeps, PayInput } from './payer.ts'
import { callsFor, type Payable, type PaymentCalls } from './payment-calls.ts'
import { LedgerUnavailableError } from './rpc-call.ts'
import { proofBy, signedBy } from './signer.ts'

/** What can be shown before the person decides. */
export interface Assessment extends Checked {
  readonly payable: Payable
}

interface Looked extends Assessment {
  readonly around: Surroundings | undefined
  /** This very request was signed before: the way on is the journal's. */
  readonly entry: EnvelopeEntry | undefined
}

export async function assess(deps: PayerDeps, input: Omit<PayInput, 'facts_digest'>, account: string): Promise<Looked> {
  const { kind = 'payment_request', request_id, connection_id, within, signal } = input
  const calls: PaymentCalls = callsFor(deps.wallet, kind)
  const payable = await calls.review(request_id, connection_id, signal)
  await deps.tell?.({ step: 'reviewed', request_id })
  const entries = await deps.journal.list()
  const id = entryId(deps.service, payable)
  const entry = entries.filter(isEnvelope).find((one) => one.id === id && one.state !== 'erased')
  const nothing = { payable, around: undefined, entry, creates: false, costs: undefined }
  if (entry !== undefined && entry.facts_digest === payable.facts_digest && entry.account === account)
    return { ...nothing, findings: [] }
  const before: Finding[] = checkJournal(entries, { ...payable, service: deps.service }, account)
  if (!payable.pending) before.push({ code: 'not_pending', status: payable.status })
  if (!payable.payee_verified) before.push({ code: 'payee_not_verified' })
  const rule = within && judgeAgreed(within, payable, usedOf(entries, within.policy_id), Date.now())
  if (rule !== undefined) before.push({ code: 'beyond_policy', rule })
  const verdict = termsOf(payable.facts, payable.facts_digest)
  if (!verdict.ok) return { ...nothing, findings: [...before, { code: 'not_payable', field: verdict.reason }] }
  const { terms } = verdict
  if (terms.passphrase !== deps.ledger.passphrase)
    return { ...nothing, findings: [...before, { code: 'not_payable', field: 'network' }] }
  const around = await lookAround(deps.ledger, terms, account, { at_least: lastLedger(entries, account), signal })
  const checked = checkPayment(terms, account, around)
  return { payable, around, entry: undefined, ...checked, findings: [...before, ...checked.findings] }
}

/** An older view of the account would show a sequence number that is used up. */
const lastLedger = (entries: readonly Entry[], account: string): number =>
  Math.max(0, ...entries.map((one) => (one.account === account && one.outcome?.is === 'paid' ? one.outcome.ledger : 0)))

export type Prepared =
  | { readonly is: 'signed' | 'known'; readonly entry: EnvelopeEntry }
  | { readonly is: 'refused'; readonly findings: readonly Finding[] }

export async function preparePayment(deps: PayerDeps, input: PayInput, account: string): Promise<Prepared> {
  const { request_id, within, signal } = input
  const { payable, around, entry: known, creates, findings } = await assessPatiently(deps, input, account)
  // What the person saw is what is paid: a request that reads differently now goes back to them.
  if (payable.facts_digest !== input.facts_digest) return { is: 'refused', findings: [{ code: 'facts_changed' }] }
  if (known !== undefined && findings.length === 0) return { is: 'known', entry: known }
  if (findings.length > 0) return { is: 'refused', findings }
  const verdict = termsOf(payable.facts, payable.facts_digest)
  if (!verdict.ok || around?.payer === undefined) throw new Error('a payment without findings can be built')
  await deps.tell?.({ step: 'checked', request_id })

  const { terms } = verdict
  const payer: Payer = { source: account, sequence: around.payer.sequence + 1n, fee: around.fee, creates }
  const unsigned = buildPayment(terms, payer)
  const differences = comparePayment(unsigned, terms, payer)
  if (differences.length > 0) throw new Error(`the envelope differs from the facts: ${differences.join(', ')}`)
  await deps.tell?.({ step: 'built', request_id })

  const { signer } = deps
  if (signer === undefined) throw new TypeError('paying needs a signer')
  const { hash, envelope } = await signedBy(signer, { unsigned, passphrase: terms.passphrase, account })
  await deps.tell?.({ step: 'signed', request_id, transaction_hash: hash })
  const { facts_digest, facts } = payable
  const { network } = facts.payment
  const proven = { network, transaction_hash: hash, facts_digest, referenced: terms.referenced }
  const payer_proof = await proofBy(signer, account, proven)
  const decision = (await deps.decide?.({ payable, transaction_hash: hash })) ?? {}
  signal?.throwIfAborted()

  const at = new Date().toISOString()
  const entry: EnvelopeEntry = {
    version: 1,
    id: entryId(deps.service, payable),
    service: deps.service,
    kind: payable.kind,
    connection_id: payable.connection_id,
    request_id,
    idempotency_key: payable.idempotency_key,
    facts_digest,
    account,
    passphrase: terms.passphrase,
    transaction_hash: hash,
    sequence: payer.sequence.toString(),
    fee: payer.fee,
    max_time: Number(terms.max_time),
    anchor: around.head,
    unsigned,
    envelope,
    ...(payer_proof !== undefined && { payer_proof }),
    decision,
    ...(within && {
      within: { policy_id: within.policy_id, policy_digest: within.policy_digest, units: terms.units.toString() },
    }),
    state: 'signed',
    signed_at: at,
    changed_at: at,
  }
  await deps.journal.put(entry)
  await deps.tell?.({ step: 'kept', request_id, transaction_hash: hash })
  return { is: 'signed', entry }
}

const LAG_TRIES = 5

/** A source may lag a close or two behind what this wallet has seen itself. */
async function assessPatiently(deps: PayerDeps, input: PayInput, account: string): Promise<Looked> {
  for (let tries = 1; ; tries++) {
    try {
      return await assess(deps, input, account)
    } catch (failure) {
      if (!(failure instanceof LedgerUnavailableError) || tries === LAG_TRIES) throw failure
      await deps.pause(deps.poll_ms, input.signal)
    }
  }
}
