/**
 * From a request to one sealed authorization in the journal, or to the reasons why there is none. Nothing leaves the wallet here. What
 * is kept can be opened by the agent alone: a signed authorization is money for whoever holds it.
 */
import { authorizationBytes, authorizationOf, type Terms, termsOf } from '@pursestrings/evm/authorization'
import { sealTo } from '@pursestrings/evm/sealed-box'
import { formatUnits } from '@pursestrings/protocol/amount'
import { judgeAgreed, usedOf } from '../agreed-policy.ts'
import { type Costs, checkJournal, type Finding, SECONDS_LEFT_MIN } from '../check-payment.ts'
import { type AuthorizationEntry, type Entry, entryId, isAuthorization } from '../journal.ts'
import type { PayInput } from '../payer.ts'
import { callsFor, type Payable } from '../payment-calls.ts'
import type { Assessment } from '../prepare-payment.ts'
import { LedgerUnavailableError } from '../rpc-call.ts'
import { signedBy } from './authorization-signer.ts'
import type { AuthorizerOptions } from './authorizer.ts'
import { base64urlOf, bytesOf, checkTerms } from './check-terms.ts'

interface Looked extends Assessment {
  readonly terms: Terms | undefined
  readonly anchor: AuthorizationEntry['anchor'] | undefined
  /** This very request was signed before: the way on is the journal's. */
  readonly entry: AuthorizationEntry | undefined
}

export async function assessAuthorization(
  deps: AuthorizerOptions,
  input: Omit<PayInput, 'facts_digest'>,
  account: string,
): Promise<Looked> {
  const { kind = 'payment_request', request_id, connection_id, within, signal } = input
  const payable = await callsFor(deps.wallet, kind).review(request_id, connection_id, signal)
  await deps.tell?.({ step: 'reviewed', request_id })
  const entries = await deps.journal.list()
  const id = entryId(deps.service, payable)
  const entry = entries.filter(isAuthorization).find((one) => one.id === id && one.state !== 'erased')
  const nothing = { payable, entry, terms: undefined, anchor: undefined, creates: false, costs: undefined }
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
  if (terms.domain.chain_id !== deps.chain.chain_id)
    return { ...nothing, findings: [...before, { code: 'not_payable', field: 'network' }] }
  before.push(...(await checkTerms(payable.facts, payable.terms)), ...(await checkAgentKey(deps, input, payable)))
  const around = await lookAround(deps, terms, { account, entries, signal })
  const { findings, costs } = checkAround(payable, terms, { account, ...around })
  return { ...nothing, entry: undefined, terms, anchor: around.anchor, costs, findings: [...before, ...findings] }
}

/** Sealed to nobody that this device or its person doesn't know: whoever can write to the service's tables could name another key. */
async function checkAgentKey(
  { isKnownAgentKey }: AuthorizerOptions,
  { agent_key: accepted }: Pick<PayInput, 'agent_key'>,
  { connection_id, terms }: Payable,
): Promise<Finding[]> {
  if (terms === undefined) return []
  const { agent_key } = terms.seal
  const known = agent_key === accepted || (await isKnownAgentKey(connection_id, agent_key))
  return known ? [] : [{ code: 'agent_key_unknown', agent_key }]
}

interface Around {
  readonly anchor: AuthorizationEntry['anchor']
  /** Seconds since 1970, by the chain's newest block or this device's clock, whichever is later. */
  readonly now: number
  readonly available: bigint
}

async function lookAround(
  { chain }: AuthorizerOptions,
  { domain: { contract } }: Terms,
  { account, entries, signal }: { account: string; entries: readonly Entry[]; signal: AbortSignal | undefined },
): Promise<Around> {
  const [final, latest, balance] = await Promise.all([
    chain.block('finalized', signal),
    chain.block('latest', signal),
    chain.balance(contract, account, signal),
  ])
  if (final === null || latest === null) throw new LedgerUnavailableError('The node does not say where its chain ends.')
  // What is approved and not paid yet is still in the balance.
  const promised = entries
    .filter(isAuthorization)
    .filter((one) => one.account === account && one.contract === contract && one.chain_id === chain.chain_id)
    .filter(({ state, seen }) => seen === undefined && OPEN.has(state))
    .reduce((sum, { value }) => sum + BigInt(value), 0n)
  const { number: sequence, hash, timestamp } = final
  return {
    anchor: { sequence, hash, closed_at: Number(timestamp) },
    now: Math.max(Number(latest.timestamp), Math.floor(Date.now() / 1000)),
    available: balance > promised ? balance - promised : 0n,
  }
}

const OPEN: ReadonlySet<string> = new Set<Entry['state']>(['signed', 'claimed', 'handed_over'])

function checkAround(
  { facts: { payment } }: Payable,
  { testnet, to, units, valid_before }: Terms,
  { account, now, available }: Around & { account: string },
): { findings: Finding[]; costs: Costs } {
  const { asset, decimals } = payment
  const shown = (amount: bigint): string => formatUnits(amount > 0n ? amount : 0n, decimals)
  const findings: Finding[] = []
  if (!testnet) findings.push({ code: 'real_money' })
  const seconds_left = Number(valid_before) - now
  if (seconds_left < SECONDS_LEFT_MIN) findings.push({ code: 'too_late', seconds_left: Math.max(0, seconds_left) })
  if (to === account) findings.push({ code: 'pays_itself' })
  if (available < units)
    findings.push({ code: 'balance_short', asset, available: shown(available), needed: shown(units) })
  // Whoever sends it pays the fee.
  const costs = {
    asset,
    amount: shown(units),
    fee: '0',
    available: shown(available),
    remains: shown(available - units),
    reserve: '0',
  }
  return { findings, costs }
}

export type Prepared =
  | { readonly is: 'signed' | 'known'; readonly entry: AuthorizationEntry }
  | { readonly is: 'refused'; readonly findings: readonly Finding[] }

export async function prepareAuthorization(
  deps: AuthorizerOptions,
  input: PayInput,
  account: string,
): Promise<Prepared> {
  const { request_id, within, signal } = input
  const { payable, entry: known, terms, anchor, findings } = await assessAuthorization(deps, input, account)
  // What the person saw is what is approved: a request that reads differently now goes back to them.
  if (payable.facts_digest !== input.facts_digest) return { is: 'refused', findings: [{ code: 'facts_changed' }] }
  if (known !== undefined && findings.length === 0) return { is: 'known', entry: known }
  if (findings.length > 0) return { is: 'refused', findings }
  const key = bytesOf(payable.terms?.seal.key ?? '')
  if (terms === undefined || anchor === undefined || key === undefined || deps.signer === undefined)
    throw new Error('what has no findings can be signed')
  await deps.tell?.({ step: 'checked', request_id })

  const { facts_digest } = payable
  const signed = await signedBy(deps.signer, authorizationOf(terms, account), terms)
  await deps.tell?.({ step: 'signed', request_id })
  const sealed = base64urlOf(await sealTo({ key, facts_digest }, authorizationBytes(signed)))
  await deps.tell?.({ step: 'sealed', request_id })
  const decision = (await deps.decide?.({ payable })) ?? {}
  signal?.throwIfAborted()

  const at = new Date().toISOString()
  const entry: AuthorizationEntry = {
    version: 1,
    method: 'evm.eip3009',
    id: entryId(deps.service, payable),
    service: deps.service,
    kind: payable.kind,
    connection_id: payable.connection_id,
    request_id,
    idempotency_key: payable.idempotency_key,
    facts_digest,
    account,
    chain_id: terms.domain.chain_id,
    contract: terms.domain.contract,
    to: terms.to,
    value: terms.units.toString(),
    max_time: Number(terms.valid_before),
    anchor,
    sealed,
    decision,
    ...(within && {
      within: { policy_id: within.policy_id, policy_digest: within.policy_digest, units: terms.units.toString() },
    }),
    state: 'signed',
    signed_at: at,
    changed_at: at,
  }
  await deps.journal.put(entry)
  await deps.tell?.({ step: 'kept', request_id })
  return { is: 'signed', entry }
}
