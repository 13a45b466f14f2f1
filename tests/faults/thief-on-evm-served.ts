/** The thief of an EVM chain at a running service, many at once: real requests, a real node, and whoever can write to the database. */
import { randomBytes } from 'node:crypto'
import { openSealed, sealKeyOfSeed, sealTo } from '@pursestrings/evm/sealed-box'
import { expect } from 'vitest'
import { type Asking, askingOver } from '../../server/test/asking.ts'
import { newConnection } from '../../server/test/connection.ts'
import { type EvmRequest, type EvmWorld, startEvmWorld } from '../../server/test/evm-world.ts'
import { newOperator } from '../../server/test/operator.ts'
import { activate, proveHost, verifiedPayee } from '../../server/test/payee.ts'
import { type EvmMix, evmMixOf } from './thief-on-evm.ts'

const AT_ONCE = 20
const PRICE = 12_500_000

export interface ServedEvm {
  readonly evm_served: number
  readonly evm_served_observed: number
  readonly evm_served_stolen: number
  /** Sealed boxes that the thief copied to its own requests, and could open. */
  readonly evm_boxes_opened: number
}

export async function playServedEvm(rounds: number, nth: (round: number) => number): Promise<ServedEvm> {
  const on = await startEvmWorld({ operators: 2, quorum: 2 })
  const thief = await thiefOf(on)
  let [observed, stolen, opened] = [0, 0, 0]
  for (let first = 0; first < rounds; first += AT_ONCE) {
    const shop = await on.asking()
    const thieves = { same_shop: thief.at(shop), other_organization: await thief.listing(shop) }
    const mixes = Array.from({ length: Math.min(AT_ONCE, rounds - first) }, (_, i) => evmMixOf(nth(first + i)))
    const pairs = await Promise.all(mixes.map((mix) => newPair(on, { shop, thieves, mix })))
    for (const pair of pairs) await moves(on, pair)
    await on.chain.finalize()
    for (const pair of pairs) {
      await thiefActs(pair, 'late')
      await tells(pair, 'late')
    }
    opened += (await Promise.all(pairs.map((pair) => boxesOpened(on, pair)))).reduce((sum, n) => sum + n, 0)
    for (const { mine } of pairs) {
      const settlement = await on.settled(
        shop,
        mine,
        ({ assurance }) => assurance !== 'none' && assurance !== 'wallet_reported',
      )
      if (settlement.assurance === 'chain_observed') observed++
    }
    await on.rounds(2)
    for (const { by, theirs } of pairs) {
      const settlement = await on.settlement(by, theirs)
      if (settlement.assurance === 'chain_observed' || settlement.bound_by !== undefined) stolen++
    }
  }
  await on.stop()
  return { evm_served: rounds, evm_served_observed: observed, evm_served_stolen: stolen, evm_boxes_opened: opened }
}

/** A customer of the shop, and an organization of its own that lists the shop's addresses. */
async function thiefOf(on: EvmWorld) {
  const host = 'quay.test'
  const operator = await newOperator(on.world)
  const domain_id = await proveHost(on.web, operator, host)
  const connection = await newConnection(on.world, { operator })
  let customer: Awaited<ReturnType<typeof newConnection>> | undefined
  const at_shop = async ({ operator: theirs }: Asking) =>
    (customer ??= await newConnection(on.world, { operator: theirs }))
  return {
    at: (shop: Asking) => async () => askingOver(await at_shop(shop), shop.payee),
    async listing({ payee: { address } }: Asking) {
      const facts = { network: 'base_sepolia', asset: 'USDC', contract: on.chain.usdc, address }
      const payee = await verifiedPayee(on.web, operator, domain_id, host, facts)
      expect((await activate(operator, payee)).status).toBe(200)
      return () => Promise.resolve(askingOver(connection, payee))
    },
  }
}

interface Pair {
  readonly mix: EvmMix
  readonly shop: Asking
  readonly mine: EvmRequest
  readonly agent_seed: Uint8Array
  readonly by: Asking
  theirs: EvmRequest
  transaction_hash: string
}

interface Stage {
  readonly shop: Asking
  readonly thieves: Readonly<Record<EvmMix['listed'], () => Promise<Asking>>>
  readonly mix: EvmMix
}

async function newPair(on: EvmWorld, { shop, thieves, mix }: Stage): Promise<Pair> {
  const by = await thieves[mix.listed]()
  const older = mix.age === 'older' ? await on.approved(by) : undefined
  const mine = await on.approved(shop)
  const theirs = older ?? (await on.approved(by))
  const agent_seed = randomBytes(32)
  const key = await sealKeyOfSeed(agent_seed)
  const sealed = await sealTo({ key, facts_digest: mine.facts_digest }, randomBytes(200))
  const body = { sealed: Buffer.from(sealed).toString('base64url') }
  expect(
    (await shop.device.call('PUT', `/v1/payment-requests/${mine.request_id}/authorization`, { body })).status,
  ).toBe(200)
  return { mix, shop, mine, agent_seed, by, theirs, transaction_hash: '' }
}

/** One after the other, since a node keeps the order of an account's transactions. */
async function moves(on: EvmWorld, pair: Pair): Promise<void> {
  const { mix, shop, mine } = pair
  const { chain } = on
  const strangers = chain.accounts[2]?.address ?? ''
  const uses = (value: number, to?: string) =>
    on.pay(shop, mine, { from: strangers, value: String(value), ...(to && { to }) })
  if (mix.uses_the_nonce === 'for_the_price_before') await uses(PRICE)
  const authorization = on.authorization(shop, mine)
  const signature = await chain.signAuthorization(authorization)
  const send = async (sender?: string) => {
    const sent = await chain.sendAuthorization(authorization, signature, sender)
    pair.transaction_hash = sent.transaction_hash.slice(2)
  }
  if (mix.names === 'early') pair.transaction_hash = randomBytes(32).toString('hex')
  await thiefActs(pair, 'early')
  await send(mix.front_runs ? strangers : undefined)
  if (mix.front_runs) await expect(send()).rejects.toThrow('used')
  if (mix.undone) {
    await chain.reorganize(1)
    await send(strangers)
  }
  if (mix.uses_the_nonce === 'for_dust') await uses(1)
  if (mix.uses_the_nonce === 'for_the_price') await uses(PRICE)
  if (mix.uses_the_nonce === 'for_itself') await uses(PRICE, strangers)
  await tells(pair, 'early')
  if (mix.age === 'newer') pair.theirs = await on.approved(pair.by)
  await thiefActs(pair, 'at_once')
}

async function names(by: Asking, { request_id }: EvmRequest, transaction_hash: string): Promise<void> {
  for (const status of ['broadcasted', 'confirmed']) await by.report(request_id, { status, transaction_hash })
}

const thiefActs = async ({ mix, by, theirs, transaction_hash }: Pair, when: EvmMix['names']): Promise<void> => {
  if (mix.names === when) await names(by, theirs, transaction_hash)
}

const tells = async ({ mix, shop, mine, transaction_hash }: Pair, when: EvmMix['honest_tells']): Promise<void> => {
  if (mix.honest_tells === when) await names(shop, mine, transaction_hash)
}

/** Who can write to the database puts the honest box where the thief's agent fetches it. */
async function boxesOpened(on: EvmWorld, { by, mine, theirs, shop }: Pair): Promise<number> {
  const ids = [mine, theirs].map(({ facts_digest }) => facts_digest)
  const text = `insert into payment_authorizations (merchant_id, payment_id, connection_id, sealed, device_id, kept_until)
    select r.merchant_id, r.payment_request_id, r.connection_id, a.sealed, a.device_id, a.kept_until
    from payment_authorizations a join payment_requests m on m.merchant_id = a.merchant_id and m.payment_request_id = a.payment_id,
      payment_requests r where m.facts_digest = decode($1, 'hex') and r.facts_digest = decode($2, 'hex')
    on conflict do nothing`
  await on.world.database.admin.query(text, ids)
  const { json } = await by.call('GET', `/v1/payment-requests/${theirs.request_id}/authorization`)
  const sealed = Buffer.from(String(json.authorization.sealed), 'base64url')
  const own = await shop.call('GET', `/v1/payment-requests/${mine.request_id}/authorization`)
  expect(json.authorization.sealed).toBe(own.json.authorization.sealed)
  const private_seed = randomBytes(32)
  const tries = await Promise.all(ids.map((facts_digest) => openSealed({ private_seed, facts_digest }, sealed)))
  return tries.filter((bytes) => bytes !== undefined).length
}
