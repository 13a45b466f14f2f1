/**
 * A thief beside an honest payer on an EVM chain, in a model. The thief sees every block and every authorization on its way, and
 * has older, equal and newer requests of the same price, with the same shop and in an organization of its own that lists the
 * shop's address. It names the honest payment early and late, uses its nonce for dust and for exact amounts, and sends the
 * honest authorization before the seller does. Blocks may be undone. The service's own reading and judge see what the chain holds.
 */
import { accountOf, signedBy, spelled } from './x402/eip712.ts'
import { type Gates, randomOf } from './x402/gates.ts'
import { startModelChain } from './x402/model-chain.ts'
import { type Kept, startModelService } from './x402/model-service.ts'
import { type Node, startModelObserver } from './x402/observe-model.ts'

/** In the order in which the rounds go through them: each with each. */
const MIXES = {
  age: ['older', 'equal', 'newer'],
  listed: ['same_shop', 'other_organization'],
  names: ['nothing', 'early', 'at_once', 'late'],
  uses_the_nonce: ['never', 'for_dust', 'for_the_price', 'for_itself', 'for_the_price_before'],
  front_runs: [false, true],
  undone: [false, true],
  honest_tells: ['early', 'late', 'never'],
} as const
export type EvmMix = { readonly [K in keyof typeof MIXES]: (typeof MIXES)[K][number] }

export const EVM_MIXES_MAX = Object.values(MIXES).reduce((product, { length }) => product * length, 1)

export function evmMixOf(round: number): EvmMix {
  let left = round
  const chosen = Object.entries(MIXES).map(([name, values]) => {
    const value = values[left % values.length]
    left = Math.floor(left / values.length)
    return [name, value]
  })
  return Object.fromEntries(chosen) as EvmMix
}

const keyOf = (fill: number) => Uint8Array.from({ length: 32 }, () => fill)
const PAYER = keyOf(0x31)
const THIEF = keyOf(0x32)
const addressOf = (key: Uint8Array): string => spelled(accountOf(key))
const PAYEE = addressOf(keyOf(0x33))
const PRICE = 250_000n
const FUNDS = 10_000_000n
const SHOP = 'shop.test'
const OTHER = 'evil.test'
const START = Date.UTC(2026, 10, 20, 3)
const LATER_MS = 20_000
const BLOCKS = 4

export interface EvmRound {
  /** How many requests of the thief were given a payment. */
  readonly stolen: number
  readonly honest: string
}

/** `names_bind`: by the rule of before, who names a payment that fits has it. */
export async function playEvmRound(round: number, gates: Gates, { names_bind = false } = {}): Promise<EvmRound> {
  const mix = evmMixOf(round % EVM_MIXES_MAX)
  const random = randomOf(round)
  gates.begin(START)
  const now_s = () => Math.floor(Date.now() / 1000)
  const funds = new Map([PAYER, THIEF].map((key) => [addressOf(key), FUNDS]))
  const chain = startModelChain({ now_s: now_s(), funds })
  const service = startModelService({
    lists: (domain, address) => address === PAYEE && [SHOP, OTHER].includes(domain),
    policy: { single: 0n, all: 0n },
  })
  const nodes: Node[] = ['honest', 'honest', random.oneOf<Node>(['honest', 'hides', 'lags', 'down'])]
  const observer = await startModelObserver({ chain, service, nodes: () => nodes, quorum: 2, names_bind })
  const ask = (domain: string, key: string): Kept => {
    const { recipient_version_id } = service.resolve(domain, PAYEE)
    return service.create('payment_request', { recipient_version_id, payment: { amount: '0.25' } }, key).kept
  }
  const pay = (key: Uint8Array, { facts_digest, expires_at }: Kept, units = PRICE, to = PAYEE) =>
    signedBy(key, {
      from: addressOf(key),
      to,
      value: String(units),
      validAfter: '0',
      validBefore: String(Math.floor(expires_at / 1000)),
      nonce: `0x${facts_digest}`,
    })
  const mine = async () => {
    gates.pass(1000 + random.below(12_000))
    chain.mine(now_s())
    await observer.round()
  }
  const thieves: Kept[] = []
  const thiefAsks = () => thieves.push(ask(mix.listed === 'same_shop' ? SHOP : OTHER, `thief-${thieves.length}`))

  if (mix.age === 'older') thiefAsks()
  gates.pass(mix.age === 'equal' ? 0 : LATER_MS)
  const honest = ask(SHOP, 'honest')
  if (mix.age === 'equal') thiefAsks()
  const tell = (kept: Kept, device: string, transaction_hash: string) => {
    for (const status of ['signed', 'broadcasted', 'confirmed'])
      service.report(kept, { status, ...(status !== 'signed' && { transaction_hash }) }, device)
  }
  service.report(honest, { status: 'signed' }, 'honest')
  const authorization = pay(PAYER, honest)
  if (mix.uses_the_nonce === 'for_the_price_before') {
    chain.send(pay(THIEF, honest))
    await mine()
  }
  const hash = chain.send(authorization)
  if (mix.front_runs) chain.send(authorization, true)
  const landed = () =>
    chain.moved().find(({ from }) => from === addressOf(PAYER).toLowerCase())?.transaction_hash ?? hash
  const thiefNames = () => thieves.forEach((kept, i) => tell(kept, `thief ${i}`, landed()))
  if (mix.names === 'early') thiefNames()
  const used = { for_dust: [1n, PAYEE], for_the_price: [PRICE, PAYEE], for_itself: [PRICE, addressOf(THIEF)] } as const
  if (mix.uses_the_nonce in used) {
    const [units, to] = used[mix.uses_the_nonce as keyof typeof used]
    chain.send(pay(THIEF, honest, units, to), random.chance(0.5))
  }
  await mine()
  if (mix.undone) {
    chain.reorganize(1, () => true)
    await mine()
  }
  if (mix.honest_tells === 'early') tell(honest, 'honest', landed())
  if (mix.age === 'newer') thiefAsks()
  if (mix.names === 'at_once') thiefNames()
  for (let n = 0; n < BLOCKS; n++) await mine()
  if (mix.honest_tells === 'late') tell(honest, 'honest', landed())
  if (mix.names === 'late') thiefNames()
  await mine()
  gates.pass(honest.expires_at - START + LATER_MS * 2)
  for (let n = 0; n < BLOCKS; n++) await mine()
  const stolen = thieves.filter(({ settlement }) => settlement.assurance === 'chain_observed')
  return { stolen: stolen.length, honest: honest.settlement.assurance }
}
