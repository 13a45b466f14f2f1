/**
 * Whole schedules: each buys one thing in one lane, while programs are killed, the shop behaves as it is told to, the chain is undone
 * and strangers take part. At the end time runs out for what was signed, and the chain tells what was paid.
 */
import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { MANNERS, type Manner, SHOP } from './front.ts'
import { type Asked, type Lane, startLane } from './lane.ts'
import { KILLED } from './program.ts'
import type { Stage } from './stage.ts'

export interface Buying {
  readonly url: string
  readonly manner: Manner
  readonly lane: Lane
  asked: Asked | undefined
  /** What the person, or the policy, said yes to. */
  approved: boolean
  readonly outcomes: string[]
  unanswered: number
}

export interface Kills {
  agent: number
  wallet: number
  service: number
  observer: number
  node: number
  reorganized: number
}

const LANES = 8
/** Of what it pays within a policy. */
const POLICY_LANES = 2
const ASKED_WITHIN_MS = 8_000
const FIFTY_EVERY = 40

const chance = (p: number): boolean => Math.random() < p
const oneOf = <T>(choices: readonly T[]): T => choices[Math.floor(Math.random() * choices.length)] as T

interface Wanted {
  readonly schedules: number
  readonly lanes?: number
  readonly forgets_tasks?: boolean
  /** Nothing is killed or broken, and the shop is honest. */
  readonly is_calm?: boolean
}

export async function playWhole(
  stage: Stage,
  { schedules, lanes: count = LANES, forgets_tasks = false, is_calm = false }: Wanted,
): Promise<{ buyings: Buying[]; lanes: Lane[]; kills: Kills }> {
  const lanes: Lane[] = []
  while (lanes.length < count)
    lanes.push(await startLane(stage, { within_policy: lanes.length < POLICY_LANES, forgets_tasks }))
  await stage.begin()
  const kills: Kills = { agent: 0, wallet: 0, service: 0, observer: 0, node: 0, reorganized: 0 }
  const buyings: Buying[] = []
  const over = new AbortController()
  const troubling = trouble(stage, { kills, buyings, signal: over.signal, is_calm })
  await Promise.all(
    lanes.map(async (lane) => {
      while (buyings.length < schedules) {
        const buying = newBuying(stage, lane, { number: buyings.length, manner: is_calm ? 'honest' : oneOf(MANNERS) })
        buyings.push(buying)
        await buy(stage, buying, { kills, at_once: buyings.length % FIFTY_EVERY === 0 ? 50 : oneOf([1, 1, 1, 2, 4]) })
      }
    }),
  )
  over.abort()
  await troubling
  return { buyings, lanes, kills }
}

function newBuying({ front }: Stage, lane: Lane, { number, manner }: { number: number; manner: Manner }): Buying {
  const query = `?day=${number}`
  front.manners.set(query, manner)
  return {
    url: `https://${SHOP}/tides${query}`,
    manner,
    lane,
    asked: undefined,
    approved: false,
    outcomes: [],
    unanswered: 0,
  }
}

async function buy(stage: Stage, buying: Buying, { kills, at_once }: { kills: Kills; at_once: number }): Promise<void> {
  const { url, lane } = buying
  const calls = Promise.all(Array.from({ length: at_once }, () => call(buying)))
  const first = await Promise.race([lane.asked(url, ASKED_WITHIN_MS), calls.then(() => undefined)])
  buying.asked = first
  if (first !== undefined) {
    const decision = chance(0.85) || first.by_policy ? 'approve' : oneOf(['reject', 'nothing'] as const)
    if (chance(0.2)) await killAgent(buying, kills)
    if (chance(0.1)) await strangerUses(stage, first)
    if (decision !== 'nothing') {
      if (decision === 'approve') buying.approved = true
      const order = { does: decision, ...first } as const
      const doing = lane.wallet.tell(order)
      if (chance(0.35)) {
        await pause(randomInt(400))
        kills.wallet++
        await lane.wallet.kill()
        // Another life goes on where the journal says, or is told once more.
        await lane.wallet.tell({ does: 'resume' })
        await lane.wallet.tell(order)
      }
      await doing
      if (chance(0.15)) {
        await pause(randomInt(300))
        await killAgent(buying, kills)
      }
    }
  }
  await calls
  // The same call again, with everything or with what is left.
  if (chance(0.6)) stage.front.manners.delete(new URL(url).search)
  for (let again = 0; again < 2; again++) await decideAgain(buying, call(buying))
  if (chance(0.3)) await lane.wallet.tell({ does: 'resume' })
}

/** When all is over, the same calls hear what became of them. */
export async function callAgain({ front }: Stage, buyings: readonly Buying[]): Promise<void> {
  front.manners.clear()
  await Promise.all(buyings.filter(({ asked }) => asked !== undefined).map(call))
}

/** What such a call asks for anew is approved. */
async function decideAgain(buying: Buying, calling: Promise<void>): Promise<void> {
  const { lane, url } = buying
  const asked = await Promise.race([lane.asked(url, ASKED_WITHIN_MS), calling.then(() => undefined)])
  if (asked && chance(0.5)) {
    buying.approved = true
    await lane.wallet.tell({ does: 'approve', ...asked })
  }
  await calling
}

async function call(buying: Buying): Promise<void> {
  const called = await buying.lane.agent.tell({ url: buying.url })
  if (called === undefined) buying.unanswered++
  else if (called !== KILLED) buying.outcomes.push(called.outcome)
}

async function killAgent({ lane }: Buying, kills: Kills): Promise<void> {
  kills.agent++
  await lane.agent.kill()
}

/** With money of its own, for dust or for the price. */
async function strangerUses({ chain, payee, thief }: Stage, { facts_digest, units }: Asked): Promise<void> {
  const authorization = {
    from: thief,
    to: payee,
    value: oneOf(['1', units]),
    validAfter: '0',
    validBefore: String(Math.floor(Date.now() / 1000) + 86_400),
    nonce: `0x${facts_digest}`,
  }
  const signature = await chain.signAuthorization(authorization)
  await chain.sendAuthorization(authorization, signature).catch(() => undefined)
}

interface Troubling {
  readonly kills: Kills
  readonly buyings: readonly Buying[]
  readonly signal: AbortSignal
  readonly is_calm: boolean
}

const EVERY_MS = 1_500
const KILL_EVERY = 12

/** What happens to all of them: blocks become final or are undone, processes and nodes die, a listing is withdrawn for a while. */
async function trouble({ chain, ...stage }: Stage, { kills, buyings, signal, is_calm }: Troubling): Promise<void> {
  let next = KILL_EVERY
  for (let round = 1; !signal.aborted; round++) {
    await pause(EVERY_MS, undefined, { signal }).catch(() => undefined)
    const liar = stage.nodes[2]
    liar?.honest()
    if (!is_calm && liar && chance(0.3)) {
      if (chance(0.5)) liar.lies.hides = () => true
      else liar.lies.fault = 'refuses'
    }
    if (!is_calm && chance(0.15)) {
      kills.reorganized++
      await chain.reorganize(1).catch(() => undefined)
    }
    await chain.mine().catch(() => undefined)
    if (is_calm || buyings.length < next) continue
    next = buyings.length + KILL_EVERY
    const victim = oneOf(['service', 'service', 'observer', 'node', 'listing'] as const)
    if (victim === 'service') await stage.kill('api')
    if (victim === 'observer') await stage.kill('worker')
    if (victim === 'node') {
      chain.pause()
      await pause(randomInt(500, 2_000))
      chain.resume()
    }
    if (victim === 'listing') {
      stage.list(false)
      await pause(1_000)
      stage.list(true)
    }
    if (victim !== 'listing') kills[victim]++
  }
}
