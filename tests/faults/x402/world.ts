/** What a schedule begins with: a chain with money on it, a shop whose domain lists it, a service, an agent and one wallet or two. */
import { accountOf, type Signed, spelled } from './eip712.ts'
import { type Gates, type Random, randomOf } from './gates.ts'
import { type ModelChain, startModelChain } from './model-chain.ts'
import { routesOf } from './model-routes.ts'
import { type ModelService, startModelService } from './model-service.ts'
import { type ModelShop, SHOP, startModelShop } from './model-shop.ts'
import { type ModelObserver, type Node, startModelObserver } from './observe-model.ts'
import {
  AGENT_PUBLIC_KEY,
  type Agent,
  type Called,
  newAgent,
  newDeviceToken,
  newWallet,
  type Wallet,
  type Ways,
} from './programs.ts'

const keyOf = (fill: number) => Uint8Array.from({ length: 32 }, () => fill)
const PAYER_KEYS = [keyOf(0x21), keyOf(0x22)] as const
const PAYERS = PAYER_KEYS.map((key) => spelled(accountOf(key)))
export const THIEF_KEY = keyOf(0x66)
export const THIEF = spelled(accountOf(THIEF_KEY))
export const PAYEE = spelled(accountOf(keyOf(0x51)))
const FUNDS = 40_000_000n
/** What the wallet's person agreed to: in smallest units, each time and in all. */
export const POLICY = { single: 300_000n, all: 800_000n }
const UNLIMITED = { single: FUNDS, all: FUNDS }
const START = Date.UTC(2026, 10, 20, 3)

export const TASKS = [0, 1, 2].map((task) => `https://${SHOP}/report?task=${task}`)
export const PRICE = 250_000n
/** More than the policy allows. */
export const DEAR = 900_000n

/** What a person said yes to, or the policy allows. */
interface Approval {
  readonly units: bigint
  readonly automatic: boolean
}

export interface World {
  readonly random: Random
  readonly gates: Gates
  readonly chain: ModelChain
  readonly service: ModelService
  readonly shop: ModelShop
  readonly observer: ModelObserver
  /** By the digest of the facts. */
  readonly approvals: Map<string, Approval>
  readonly calls: Called[]
  readonly down: { service: boolean; node: boolean }
  readonly listing: { is_there: boolean }
  /** What the observer's nodes do. */
  readonly nodes: { now: readonly Node[] }
  /** What they do once everything works again. */
  readonly ends_with_nodes: readonly Node[]
  /** How often something else happens than what has begun. */
  readonly trouble: number
  agent: Agent
  wallets: readonly Wallet[]
  readonly steps: string[]
  readonly counted: { kills: number; reorganized: number }
}

export const isOurs = (account: string): boolean => PAYERS.some((one) => one.toLowerCase() === account.toLowerCase())
export const now_s = (): number => Math.floor(Date.now() / 1000)

/** What the payers' accounts have paid, as the chain has it now. */
export const paidIn = ({ chain }: Pick<World, 'chain'>) => chain.moved().filter(({ from }) => isOurs(from))

/** Every authorization of ours that anybody could have seen. */
export const shownIn = ({ chain, shop }: Pick<World, 'chain' | 'shop'>): Signed[] =>
  [...chain.waiting, ...shop.kept, ...shop.elsewhere].filter(({ authorization: { from } }) => isOurs(from))

export async function beginWorld(seed: number, gates: Gates, ways: Ways): Promise<World> {
  gates.begin(START)
  const random = randomOf(seed)
  const chain = startModelChain({ now_s: now_s(), funds: new Map([...PAYERS, THIEF].map((one) => [one, FUNDS])) })
  const listing = { is_there: true }
  const lists = (domain: string, address: string): boolean =>
    listing.is_there && domain === SHOP && address.toLowerCase() === PAYEE.toLowerCase()
  const service = startModelService({ lists, policy: ways.service_allows_all ? UNLIMITED : POLICY })
  const shop = startModelShop({ chain, address: PAYEE, thief: THIEF })
  shop.stall.price = random.oneOf([PRICE, PRICE, PRICE, DEAR])
  const nodes: World['nodes'] = { now: ['honest', 'honest', 'honest'] }
  const observer = await startModelObserver({ chain, service, nodes: () => nodes.now, quorum: ways.quorum ?? 2 })
  const down = { service: false, node: false }
  const outside = { routes: routesOf(service, AGENT_PUBLIC_KEY), chain, shop }
  const given = { gates, outside, ways }
  const keys = PAYER_KEYS.slice(0, random.chance(0.2) ? 2 : 1)
  return {
    random,
    gates,
    chain,
    service,
    shop,
    observer,
    approvals: new Map(),
    calls: [],
    down,
    listing,
    nodes,
    ends_with_nodes: ways.ends_with_nodes ?? nodes.now,
    trouble: random.oneOf([0.15, 0.3, 0.6]),
    agent: newAgent({ ...given, within_policy: ways.service_allows_all ?? random.chance(0.35) }),
    wallets: keys.map((key) => newWallet({ ...given, key, policy: POLICY, payee: PAYEE, token: newDeviceToken() })),
    steps: [],
    counted: { kills: 0, reorganized: 0 },
  }
}
