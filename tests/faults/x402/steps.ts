/** What can happen next in a schedule: a word arrives or is lost, somebody decides, dies, lies or steals, and time passes. */
import { signedBy } from './eip712.ts'
import type { Parked } from './gates.ts'
import type { Conduct, Lie } from './model-shop.ts'
import type { Node } from './observe-model.ts'
import type { Wallet } from './programs.ts'
import { DEAR, now_s, PAYEE, PRICE, shownIn, TASKS, THIEF, THIEF_KEY, type World } from './world.ts'

const LIES: readonly Lie[] = ['address', 'asset', 'network', 'name', 'decimals', 'timeout', 'version', 'patience']
const CONDUCTS: readonly Conduct[] = [
  'settles',
  'settles',
  'settles_and_loses_the_answer',
  'sends_and_does_not_wait',
  'keeps_it',
  'refuses',
  'redirects',
]
const PRICES = [PRICE, PRICE, DEAR, 1n]
const NODES: readonly Node[] = ['honest', 'honest', 'hides', 'lags', 'down']

/** What happened, in words; undefined where nothing could. */
type Happens = (world: World) => string | undefined | Promise<string | undefined>

const STEPS: readonly (readonly [weight: number, name: string, happens: Happens])[] = [
  [8, 'pass', (world) => pass(world)],
  [3, 'call', (world) => call(world)],
  [7, 'decide', (world) => decide(world)],
  [2, 'resume', (world) => resume(world)],
  [1, 'kill agent', (world) => killAgent(world)],
  [1, 'kill wallet', (world) => killWallet(world)],
  [1, 'service down', ({ down }) => ((down.service = true), '')],
  [1, 'node down', ({ down }) => ((down.node = true), '')],
  [1, 'price', ({ random, shop }) => String((shop.stall.price = random.oneOf(PRICES)))],
  [1, 'lie', ({ random, shop }) => (shop.stall.lie = random.oneOf(LIES))],
  [2, 'conduct', ({ random, shop }) => (shop.stall.conduct = random.oneOf(CONDUCTS))],
  [1, 'listing withdrawn', ({ listing }) => ((listing.is_there = false), '')],
  [1, 'look at listings', ({ service }) => (service.lookAgain(), '')],
  [3, 'mine', ({ chain }) => (chain.mine(now_s()), String(chain.head().number))],
  [1, 'reorganize', (world) => reorganize(world)],
  [4, 'time', (world) => passTime(world)],
  [2, 'stranger', (world) => stranger(world)],
  [1, 'kept', (world) => useKept(world)],
  [2, 'observe', (world) => observe(world)],
]
const WEIGHTS = STEPS.reduce((sum, [weight]) => sum + weight, 0)
const isOpen = (status: string): boolean => status === 'pending' || status === 'intent_created'

export async function oneStep(world: World): Promise<void> {
  const { random, gates, trouble, service, approvals, steps } = world
  heals(world)
  const waits = [...service.requests.values()].some(
    ({ facts_digest, status }) => isOpen(status) && !approvals.has(facts_digest),
  )
  let at = random.chance(trouble) || gates.parked().length === 0 ? random.below(WEIGHTS) : 0
  const chosen = waits && random.chance(0.15) ? 'decide' : STEPS.find(([weight]) => (at -= weight) < 0)?.[1]
  const what = await STEPS.find(([, name]) => name === chosen)?.[2](world)
  if (what !== undefined) steps.push(`${chosen} ${what}`.trim())
}

/** Nothing is broken for long, or nothing would come to pass. */
function heals({ random, down, listing, shop: { stall } }: World): void {
  if (random.chance(0.2)) Object.assign(down, { service: false, node: false })
  if (random.chance(0.1)) stall.lie = 'none'
  if (random.chance(0.05)) stall.price = PRICE
  if (random.chance(0.1)) listing.is_there = true
}

/** Fifty at once rarely: they take as long as fifty. */
const AT_ONCE = [1, 1, 1, 1, 2, 3, 5] as const

export function call({ random, agent, calls }: World): string {
  const url = random.oneOf(TASKS)
  const at_once = random.chance(0.01) ? 50 : random.oneOf(AT_ONCE)
  for (let n = 0; n < at_once; n++) calls.push(agent.call(url))
  return `${url} × ${at_once}`
}

const labelOf = ({ actor, to, asked }: Parked): string => `${actor.name} → ${to} ${asked.method} ${asked.url.pathname}`

/** Of losses, so many for each trouble. */
const LOST = 0.15
const COMES_BACK_AT_ONCE = 0.6

function pass({ random, gates, down, trouble }: World): string | undefined {
  const waiting = gates.parked()
  if (waiting.length === 0) return undefined
  const one = random.oneOf(waiting)
  const label = labelOf(one)
  const is_lost = random.chance(trouble * LOST)
  if (one.answered) {
    if (is_lost) one.lose()
    else one.answer()
    return `${label}: answer${is_lost ? ' lost' : ''}`
  }
  if ((down.service && one.to === 'service') || (down.node && one.to === 'node') || is_lost) {
    one.lose()
    return `${label}: lost`
  }
  if (!one.arrive()) return `${label}: waits`
  if (!random.chance(COMES_BACK_AT_ONCE)) return `${label}: arrives`
  one.answer()
  return `${label}: answered`
}

/** The first thing that can pass, where nothing is lost. */
export function passOn({ gates }: World): boolean {
  const one = gates.parked().find((parked) => parked.answered || parked.arrive())
  one?.answer()
  return one !== undefined
}

/** A device shows it to a person, or pays within the policy by itself; and some press again what was decided before. */
function decide({ random, service, wallets, approvals }: World): string | undefined {
  const requests = [...service.requests.values()]
  const open = requests.filter(({ status }) => isOpen(status))
  const decided = requests.filter(({ facts_digest }) => approvals.has(facts_digest))
  const choices = random.chance(0.85) ? open : decided
  if (choices.length === 0) return undefined
  const kept = random.oneOf(choices)
  const wallet = random.oneOf(wallets)
  const { facts_digest, units, by_agent, request_id } = kept
  if (!by_agent && random.chance(0.15)) {
    wallet.reject(kept)
    return `${request_id} rejected by ${wallet.actor.name}`
  }
  if (!approvals.has(facts_digest)) approvals.set(facts_digest, { units, automatic: by_agent })
  wallet.approve(kept)
  return `${request_id} approved by ${wallet.actor.name}`
}

const resume = ({ random, wallets }: World): string => {
  const wallet = random.oneOf(wallets)
  wallet.resume()
  return wallet.actor.name
}

function killAgent(world: World): string {
  world.counted.kills++
  world.agent = world.agent.killed()
  return world.agent.actor.name
}

function killWallet(world: World): string {
  world.counted.kills++
  const at = world.random.below(world.wallets.length)
  const wallet = (world.wallets[at] as Wallet).killed()
  world.wallets = world.wallets.with(at, wallet)
  return wallet.actor.name
}

function reorganize({ random, chain, counted }: World): string {
  counted.reorganized++
  const depth = 1 + random.below(2)
  chain.reorganize(depth, () => random.chance(0.6))
  return String(depth)
}

const MINUTE_MS = 60_000
const TIMES_MS = [1_000, 5_000, 30_000, 2 * MINUTE_MS, 12 * MINUTE_MS, 45 * MINUTE_MS]

function passTime({ random, gates }: World): string {
  if (random.chance(0.4) && gates.hasTimers()) {
    gates.passToNext()
    return 'to the next timer'
  }
  // Long ones rarely: they end everything.
  const ms = TIMES_MS[Math.min(random.below(TIMES_MS.length), random.below(TIMES_MS.length))] as number
  gates.pass(ms)
  return `${ms / 1000} s`
}

/** Uses the nonce of a request with money of its own, or sends what somebody signed before the seller does. */
function stranger(world: World): string | undefined {
  const { random, chain, service } = world
  const shown = shownIn(world)
  if (random.chance(0.5) && shown.length > 0) {
    chain.send(random.oneOf(shown), true)
    if (random.chance(0.5)) chain.mine(now_s())
    return 'sends what another signed'
  }
  const requests = [...service.requests.values()]
  if (requests.length === 0) return undefined
  const { facts_digest, units, expires_at } = random.oneOf(requests)
  const value = random.oneOf([units, 1n])
  const to = random.oneOf([PAYEE, THIEF])
  const validBefore = String(Math.floor(expires_at / 1000) + 3600)
  const authorization = {
    from: THIEF,
    to,
    value: String(value),
    validAfter: '0',
    validBefore,
    nonce: `0x${facts_digest}`,
  }
  chain.send(signedBy(THIEF_KEY, authorization), random.chance(0.5))
  return `uses a nonce with ${value} to ${to === PAYEE ? 'the payee' : 'itself'}`
}

function useKept({ random, shop, chain }: World): string | undefined {
  if (shop.kept.length === 0) return undefined
  chain.send(random.oneOf(shop.kept))
  return 'is used by the seller'
}

async function observe({ random, observer, nodes }: World): Promise<string> {
  const node = random.oneOf(NODES)
  nodes.now = ['honest', 'honest', node]
  await observer.round()
  return node
}
