/**
 * One random schedule of asking, approving, signing, sealing, fetching, paying and all that can go wrong between, with the
 * real code of agent, wallet and observer over a model of the outside; then an end in which everything works again and time
 * runs out. The same seed always plays the same.
 */
import type { Gates } from './gates.ts'
import type { Ways } from './programs.ts'
import { call, oneStep, passOn } from './steps.ts'
import { type Bar, brokenIn } from './what-must-hold.ts'
import { beginWorld, now_s, PRICE, paidIn, type World } from './world.ts'

export interface Played {
  readonly seed: number
  /** What did not hold, and why. */
  readonly broken: Readonly<Partial<Record<Bar, string>>>
  readonly steps: readonly string[]
  readonly outcomes: readonly string[]
  readonly counted: {
    readonly calls: number
    readonly requests: number
    readonly paid: number
    readonly proven_unpaid: number
    readonly kills: number
    readonly reorganized: number
  }
}

const STEPS = 110

export async function playSchedule(seed: number, gates: Gates, ways: Ways = {}): Promise<Played> {
  const world = await beginWorld(seed, gates, ways)
  call(world)
  for (let step = 0; step < STEPS; step++) {
    await gates.calm()
    await oneStep(world)
  }
  await end(world)
  const broken = await brokenIn(world)
  for (const { actor } of [world.agent, ...world.wallets]) actor.alive = false
  const requests = [...world.service.requests.values()]
  const unpaid = requests.filter(({ settlement }) => settlement.assurance === 'proven_unpaid')
  return {
    seed,
    broken,
    steps: world.steps,
    outcomes: world.calls.map(({ came }) => came?.outcome ?? 'killed'),
    counted: {
      calls: world.calls.length,
      requests: requests.length,
      paid: paidIn(world).length,
      proven_unpaid: unpaid.length,
      ...world.counted,
    },
  }
}

const BLOCK_S = 12
const ROUNDS_MAX = 4_000
/** More than it takes for a block to be final. */
const BLOCKS = 6
const LOOKS = 4

/** Until nobody has anything left to do: time passes only where everybody waits for it. */
async function settle(world: World): Promise<void> {
  const { gates, calls, wallets, chain } = world
  const isBusy = () => [...calls, ...wallets.flatMap(({ doing }) => doing)].some(({ is_open }) => is_open)
  for (let round = 0; round < ROUNDS_MAX && isBusy(); round++) {
    await gates.calm()
    if (passOn(world)) continue
    if (!gates.hasTimers()) break
    gates.passToNext()
    if (now_s() - chain.head().timestamp > BLOCK_S) chain.mine(now_s())
  }
  await gates.calm()
}

async function end(world: World): Promise<void> {
  const { gates, chain, service, shop, observer, down, nodes, listing, steps } = world
  steps.push('everything works again')
  Object.assign(down, { service: false, node: false })
  Object.assign(shop.stall, { lie: 'none', conduct: 'settles' })
  nodes.now = world.ends_with_nodes
  await settle(world)
  const last = Math.max(Date.now(), ...[...service.requests.values()].map(({ expires_at }) => expires_at))
  gates.pass(last - Date.now() + 60_000)
  for (let n = 0; n < BLOCKS; n++) {
    chain.mine(now_s())
    gates.pass(BLOCK_S * 1000)
  }
  for (let n = 0; n < LOOKS; n++) {
    await observer.round()
    for (const wallet of world.wallets) wallet.resume()
    await settle(world)
  }
  await observer.round()
  // The same calls again, by a program that knows nothing of the first.
  shop.stall.price = PRICE
  listing.is_there = true
  for (const url of new Set(world.calls.map((one) => one.url))) {
    world.calls.push(world.agent.call(url))
    await settle(world)
  }
}
