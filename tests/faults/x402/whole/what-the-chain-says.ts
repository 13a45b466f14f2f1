/** What came of it all, by the chain itself: who was paid what for which request, and whether everybody knows. */

import { OUTCOMES } from '@pursestrings/x402/outcomes'
import { until } from '../../../../server/test/until.ts'
import { USDC } from '../eip712.ts'
import { BARS, type Bar } from '../what-must-hold.ts'
import { type Asked, askedOf, type Lane } from './lane.ts'
import type { Buying } from './play.ts'
import type { Stage } from './stage.ts'

export interface Tally {
  readonly schedules: number
  readonly calls: number
  readonly requests: number
  readonly paid: number
  readonly proven_unpaid: number
  readonly bars: Readonly<Record<Bar, number>>
  readonly outcomes: Readonly<Record<string, number>>
  /** What did not hold, and why. */
  readonly broken: readonly string[]
}

const USED = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5'

interface Paid {
  readonly from: string
  readonly to: string
  readonly units: bigint
  readonly nonce: string
}

interface Log {
  readonly topics: readonly string[]
  readonly data: string
  readonly transactionHash: string
  readonly logIndex: string
}

const addressIn = (topic = ''): string => `0x${topic.slice(26)}`

async function paidOn({ chain }: Stage): Promise<Paid[]> {
  const all = { address: USDC, fromBlock: '0x0', toBlock: 'latest' }
  const logs = await chain.call<Log[]>('eth_getLogs', [all])
  return logs.flatMap(({ topics, data, transactionHash, logIndex }) => {
    const before = logs.find(
      (one) => one.transactionHash === transactionHash && Number(one.logIndex) === Number(logIndex) - 1,
    )
    if (before?.topics[0] !== USED) return []
    const nonce = before.topics[2]?.slice(2) ?? ''
    return [{ from: addressIn(topics[1]), to: addressIn(topics[2]), units: BigInt(data), nonce }]
  })
}

interface Known extends Asked {
  readonly url: string
  readonly status: string
  readonly assurance: string
  readonly reason: string | undefined
}

async function requestsOf({ reading }: Lane): Promise<Known[]> {
  const [requests, payments] = await Promise.all([
    reading.paymentRequests.list({ limit: 100 }).toArray(),
    reading.agentPayments.list({ limit: 100 }).toArray(),
  ])
  return [
    ...requests.map((one) => ({ ...askedOf('payment_request', one.request_id, one), ...standOf(one) })),
    ...payments.map((one) => ({
      ...askedOf('agent_payment', one.id, one, one.initiator === 'agent'),
      ...standOf(one),
    })),
  ]
}

interface Standing {
  readonly status: string
  readonly terms?: { readonly url: string } | undefined
  readonly settlement: { readonly assurance: string; readonly reason?: string }
}
const standOf = ({ status, terms, settlement }: Standing) => ({
  url: terms?.url ?? '',
  status,
  assurance: settlement.assurance,
  reason: settlement.reason,
})

const UNDECIDED = new Set(['pending', 'intent_created', 'expired', 'rejected', 'canceled'])
const HOUR_S = 3600
const JUDGED_WITHIN_MS = 180_000

/** Nothing that was signed can be used any more, and all of it is final. */
export async function endAll(stage: Stage, lanes: readonly Lane[]): Promise<void> {
  for (const node of stage.nodes) node.honest()
  // Sellers use what they kept as late as they can.
  for (const { authorization, signature } of stage.front.kept)
    await stage.chain.sendAuthorization(authorization, signature).catch(() => undefined)
  await stage.chain.finalize()
  await stage.chain.passTime(HOUR_S)
  await stage.chain.finalize()
  const isJudged = async (lane: Lane): Promise<boolean> =>
    (await requestsOf(lane)).every(
      ({ status, assurance }) =>
        UNDECIDED.has(status) || ['chain_observed', 'proven_unpaid', 'disputed'].includes(assurance),
    )
  for (const lane of lanes) await until(() => isJudged(lane), JUDGED_WITHIN_MS)
  for (const lane of lanes) for (let n = 0; n < 2; n++) await lane.wallet.tell({ does: 'resume' })
}

export async function tallyOf(stage: Stage, lanes: readonly Lane[], buyings: readonly Buying[]): Promise<Tally> {
  const paid = await paidOn(stage)
  const known = (await Promise.all(lanes.map(requestsOf))).flat()
  const accounts = new Set(lanes.map(({ account }) => account.toLowerCase()))
  const ours = paid.filter(({ from }) => accounts.has(from))
  const byDigest = new Map(known.map((one) => [one.facts_digest, one]))
  const approved = new Set(buyings.filter((one) => one.approved).map(({ url }) => url))
  const outcomes: Record<string, number> = {}
  for (const outcome of buyings.flatMap((one) => one.outcomes)) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  const bars = Object.fromEntries(BARS.map((bar) => [bar, 0])) as Record<Bar, number>
  const broken: string[] = []
  const says = (bar: Bar, why: string) => {
    bars[bar]++
    broken.push(`${bar}: ${why}`)
  }
  for (const [outcome, n] of Object.entries(outcomes))
    if (!(OUTCOMES as readonly string[]).includes(outcome)) says('outside_the_closed_set', `${outcome} × ${n}`)
  for (const { url, unanswered } of buyings) if (unanswered > 0) says('unanswered', url)
  for (const { authorization } of stage.front.elsewhere)
    says('paid_to_another', `${authorization.nonce} went elsewhere`)
  for (const [what, theirs] of Map.groupBy(ours, ({ nonce }) => byDigest.get(nonce)?.url ?? nonce))
    if (theirs.length > 1) says('paid_twice', `${what} × ${theirs.length}`)
  for (const { to, units, nonce } of ours) {
    const request = byDigest.get(nonce)
    if (to !== stage.payee.toLowerCase()) says('paid_to_another', to)
    if (request === undefined || units > BigInt(request.units) || !approved.has(request.url))
      says('above_approved', `${units} of ${request?.units} at ${request?.url}`)
  }
  for (const { facts_digest, request_id, url, units, status, assurance, reason } of known) {
    const of = paid.filter(({ nonce }) => nonce === facts_digest)
    const is_paid = of.some((one) => one.units === BigInt(units) && one.to === stage.payee.toLowerCase())
    const is_ours = of.some(({ from }) => accounts.has(from))
    if (UNDECIDED.has(status) && !is_ours) continue
    const said = `${request_id} (${url}) is ${status} and ${assurance} (${reason}), and ${is_ours ? '' : 'not '}paid`
    if (assurance !== (is_paid ? 'chain_observed' : 'proven_unpaid') && !(is_paid && !is_ours)) says('wrong_end', said)
    if (['confirmed', 'settled'].includes(status) !== is_ours) says('wrong_word', said)
  }
  return {
    schedules: buyings.length,
    calls: buyings.reduce((sum, one) => sum + one.outcomes.length, 0),
    requests: known.length,
    paid: ours.length,
    proven_unpaid: known.filter(({ assurance }) => assurance === 'proven_unpaid').length,
    bars,
    outcomes,
    broken,
  }
}
