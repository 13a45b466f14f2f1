/**
 * A whole world to buy in: `npm run dev -- --evm` with its chain and practice site, the example's shop behind one that lies on demand, an
 * agent with the official client, and a wallet whose person decides. The node signs for the wallet, so that no code of ours signs here.
 */
import { randomUUID } from 'node:crypto'
import { checksummed } from '@pursestrings/evm/address'
import {
  type AgentClient,
  type AgentPayment,
  createAgentClient,
  generateKeyPair,
  type MerchantClient,
  type PaymentRequest,
  type Scope,
  type WalletClient,
} from '@pursestrings/sdk'
import type { AgreedPolicy } from '@pursestrings/signing/agreed-policy'
import { createAuthorizer } from '@pursestrings/signing/evm/authorizer'
import { createChainClient } from '@pursestrings/signing/evm/chain-client'
import { journalIn, memoryLock, memoryStore } from '@pursestrings/signing/journal'
import type { PayerClient } from '@pursestrings/signing/payer'
import { type BuyerOptions, createPayingFetch, type PayingFetch } from '@pursestrings/x402/buyer'
import type { OfficialClient } from '@pursestrings/x402/official'
import { X402Refusal } from '@pursestrings/x402/outcomes'
import '../../examples/x402/names-below-localhost.ts'
import { until } from '../../server/test/until.ts'
import { readOptions } from '../acceptance/options.ts'
import { openPlace } from '../acceptance/place-at.ts'
import { preparePayee, signInAsMerchant } from '../acceptance/steps/merchant.ts'
import { connectByKey, registerAgent, SCOPES } from '../acceptance/steps/ready.ts'
import { pinKeys, registerWallet } from '../acceptance/steps/wallet.ts'
import { startDev } from '../e2e/dev-run.ts'
import { scratchFolder } from '../e2e/document-walk.ts'
import { createScratchDatabase } from '../e2e/scratch-database.ts'
import { callNode } from '../evm-chain/call-node.ts'
import { balanceOf, CHAIN_ID, mint, sendFrom, signByNode } from '../evm-chain/usdc.ts'
import { type LyingShop, startLyingShop } from './lying-shop.ts'
import { officialIn, placeExample, type Shop, startShop } from './shop-process.ts'

export const SHOP_HOST = 'shop.localhost'
/** What the shop of the example asks, in smallest units. */
export const PRICE = 250_000n
/** What it sells. */
export const TIDES = { high_water: ['05:12 6.9 m', '17:33 7.1 m'] }
const FUNDS = 100_000_000n
const WAIT_MS_MAX = 20_000

export interface BuyingWorld {
  readonly base_url: string
  /** The example with what its lock says. */
  readonly example: string
  readonly rpc_url: string
  readonly agent: AgentClient
  readonly merchant: MerchantClient
  readonly wallet: WalletClient
  readonly connection_id: string
  /** What the device signs with. */
  readonly device_private_key: string
  readonly payer: string
  /** The account that the shop is paid to; nobody lists the thief's. */
  readonly payee: string
  readonly thief: string
  readonly liar: LyingShop
  readonly payer_client: PayerClient
  readonly pay: PayingFetch
  buyer(more: Partial<BuyerOptions<OfficialClient>>): PayingFetch
  /** An address of its own for each case, so that each is a task of its own. */
  url(name: string, host?: string): string
  /** The shop again, on the same port, at another price. */
  reopenAt(price: string): Promise<void>
  said(): readonly string[]
  pending(): Promise<readonly PaymentRequest[]>
  /** Waits for the one request that this call asks for, and lets the person decide. */
  approve(call: Promise<unknown>): Promise<PaymentRequest>
  reject(call: Promise<unknown>): Promise<PaymentRequest>
  payWithin(payment: AgentPayment, within: AgreedPolicy): Promise<void>
  /** What the shop got while this was done. */
  gained(work: () => Promise<void>): Promise<bigint>
  /** Mines until all is final, and lets the wallet report what it sees. */
  settle(): Promise<void>
  stop(): Promise<void>
}

export const startBuyingWorld = async (): Promise<BuyingWorld> => {
  await using started = new AsyncDisposableStack()
  const scratch = started.use(await scratchFolder())
  const database = await createScratchDatabase()
  started.defer(() => database.drop())
  const example = await placeExample(`${scratch.path}/tree`)
  const settings = { DATABASE_URL: database.url, RATE_LIMIT_SCALE: '10', DEV_EVM_PORT: '0' }
  const dev = await startDev(['--evm'], settings)
  started.defer(() => dev.stop())
  const [, rpc_url = ''] = /EVM chain +(http:\S+)/.exec(dev.said()) ?? []
  const place = await openPlace(
    readOptions(['--base-url', dev.base_url, '--mail-url', dev.mail_url, '--site', dev.site_folder]),
  )
  started.defer(() => place.close())

  const [, payer = '', payee = '', thief = ''] = await callNode<string[]>(rpc_url, 'eth_accounts').then((all) =>
    all.map(checksummed),
  )
  await sendFrom(rpc_url, thief, mint(payer, FUNDS))
  let shop: Shop = await startShop(example, { rpc_url })
  started.defer(() => shop.stop())
  const liar = started.use(await startLyingShop(shop.port))

  const merchant = await signInAsMerchant(place)
  // Only who has proven a domain may ask anybody.
  await preparePayee(place, merchant)
  const scopes: readonly Scope[] = [...SCOPES, 'payees.resolve']
  const [pair, device] = await Promise.all([generateKeyPair(), generateKeyPair()])
  const registered = await registerAgent(place, merchant, scopes, pair)
  const { base_url } = dev
  const { verifyFacts, trustedKeys } = createAgentClient({ base_url, pinned_keys: await pinKeys(place) })
  const agent: AgentClient = { ...registered, verifyFacts, trustedKeys }
  const wallet = await registerWallet(place, device.public_key)
  const connection_id = await connectByKey(registered, wallet, scopes)

  const payer_client = createAuthorizer({
    wallet,
    service: dev.base_url,
    chain: createChainClient({ rpc_url, chain_id: CHAIN_ID }),
    journal: journalIn(memoryStore()),
    lock: memoryLock(),
    signer: {
      address: () => Promise.resolve(payer),
      sign: async (authorization) => ({ authorization, signature: await signByNode(rpc_url, authorization) }),
    },
    isKnownAgentKey: (_connection_id, agent_key) => agent_key === pair.public_key,
  })
  const official = officialIn(example)
  const buyer: BuyingWorld['buyer'] = (more) =>
    createPayingFetch({ agent, official, issuer: dev.base_url, private_key: pair.private_key, ...more })
  const pending = async () =>
    (await wallet.paymentRequests.list({ status: 'pending', limit: 10 }).page()).payment_requests
  const asked = async (call: Promise<unknown>): Promise<PaymentRequest> => {
    let found: PaymentRequest | undefined
    const looking = until(async () => {
      found = (await pending())[0]
      return found !== undefined
    }, WAIT_MS_MAX)
    // A call that ends before anybody was asked says why.
    const early = call.then((came) => {
      if (found === undefined) throw new Error('nobody was asked', { cause: came })
    })
    await Promise.race([looking, early])
    await looking
    return found as PaymentRequest
  }
  const settled = async (): Promise<boolean> => {
    await callNode(rpc_url, 'anvil_mine', ['0x3'])
    const open = await payer_client.resume()
    return open.every(({ result }) => result.is !== 'handed_over' || result.seen === undefined)
  }
  const handed = (result: { readonly is: string }): void => {
    if (result.is !== 'handed_over') throw new Error(`the wallet handed nothing over: ${JSON.stringify(result)}`)
  }
  const rest = started.move()
  return {
    base_url,
    example,
    rpc_url,
    agent,
    merchant,
    wallet,
    connection_id,
    device_private_key: device.private_key,
    payer,
    payee,
    thief,
    liar,
    payer_client,
    buyer,
    pay: buyer({}),
    url: (name, host = SHOP_HOST) => `http://${host}:${liar.port}/tides?day=${name}-${randomUUID()}`,
    async reopenAt(price) {
      const { port } = shop
      await shop.stop()
      shop = await startShop(example, { rpc_url, price, port })
    },
    said: () => shop.said,
    pending,
    async approve(call) {
      const request = await asked(call)
      const { request_id, facts_digest, terms, connection_id: of } = request
      // The person looks at the key that it is sealed to.
      handed(await payer_client.pay({ request_id, connection_id: of, facts_digest, agent_key: terms?.seal.agent_key }))
      return request
    },
    async reject(call) {
      const request = await asked(call)
      await wallet.report(request, { status: 'rejected', reason: 'too dear' })
      return request
    },
    async payWithin({ id, facts_digest }, within) {
      handed(await payer_client.pay({ kind: 'agent_payment', request_id: id, connection_id, facts_digest, within }))
    },
    async gained(work) {
      const before = await balanceOf(rpc_url, payee)
      await work()
      return (await balanceOf(rpc_url, payee)) - before
    },
    settle: () => until(settled, WAIT_MS_MAX),
    stop: () => rest[Symbol.asyncDispose](),
  }
}

/** What a refused call came to; what was delivered has none. */
export const refusal = async (call: Promise<Response>): Promise<X402Refusal> => {
  try {
    const { status } = await call
    throw new Error(`expected a refusal, got ${status}`)
  } catch (failure) {
    if (failure instanceof X402Refusal) return failure
    throw failure
  }
}
