/** A real service and chain, an agent that buys from a shop in the test's hands, and a wallet: where attacks on a purchase are tried. */
import { createAgentClient, createWalletClient, generateKeyPair, type WalletClient } from '@pursestrings/sdk'
import { createAuthorizer } from '@pursestrings/signing/evm/authorizer'
import { createChainClient } from '@pursestrings/signing/evm/chain-client'
import { type Journal, journalIn, memoryLock, memoryStore } from '@pursestrings/signing/journal'
import type { PayerClient, PayResult } from '@pursestrings/signing/payer'
import { createPayingFetch, type PayingFetch } from '@pursestrings/x402/buyer'
import { X402Refusal } from '@pursestrings/x402/outcomes'
import { startPlace, type TestPlace } from '../../packages/sdk/test/place.ts'
import { RECEIPT_KEYS } from '../../server/test/ledger-world.ts'
import { until } from '../../server/test/until.ts'
import { preparePayee, signInAsMerchant } from '../acceptance/steps/merchant.ts'
import { connectByKey, registerAgent, SCOPES } from '../acceptance/steps/ready.ts'
import { pinKeys, registerWallet } from '../acceptance/steps/wallet.ts'
import { type EvmChain, startEvmChain } from '../evm-chain/start-evm-chain.ts'
import { CHAIN_ID, type Signed, USDC } from './x402/eip712.ts'
import { OFFICIAL } from './x402/model-shop.ts'

export const PRICE = 250_000n

export interface Request {
  readonly request_id: string
  readonly facts_digest: string
  readonly connection_id: string
}

export interface AttackGround {
  readonly place: TestPlace
  readonly chain: EvmChain
  readonly wallet: WalletClient
  readonly journal: Journal
  readonly payer: PayerClient
  readonly account: string
  readonly payee: string
  readonly stranger: string
  /** What the shop was given, in order. */
  readonly given: Signed[]
  /** What somebody between the wallet and the service makes of an answer. */
  onTheWay: (answer: Response) => Promise<Response> | Response
  /** Done with a payment before the shop uses it. */
  before: (signed: Signed) => Promise<unknown>
  /** A program of the same agent. */
  program(): PayingFetch
  url(name: string): string
  /** What the call asks for. */
  asked(url: string): Promise<Request>
  approve(request: Request): Promise<PayResult>
  received(): Promise<bigint>
  /** Until the wallet has told the end of it. */
  settle(request: Request): Promise<void>
  stop(): Promise<void>
}

const FUNDS = 100_000_000
const HOST = 'shop.test'
const WAIT_MS = 30_000

export async function startAttackGround(): Promise<AttackGround> {
  const chain = await startEvmChain()
  const source = { name: 'node', operator: 'operator', api: 'jsonrpc', network: 'base_sepolia', url: chain.rpc_url }
  const place = await startPlace({
    NETWORKS_ENABLED: 'stellar_testnet,base_sepolia',
    LEDGER_SOURCES: JSON.stringify([source]),
    RECEIPT_KEYS,
  })
  const [, account = '', payee = '', stranger = ''] = chain.accounts.map(({ address }) => address)
  for (const one of [account, stranger]) await chain.fund(one, FUNDS)
  await chain.finalize()
  const merchant = await signInAsMerchant(place)
  await preparePayee(place, merchant)
  await place.listPayee({ network: 'base_sepolia', asset: 'USDC', contract: USDC, address: payee })
  const scopes = [...SCOPES, 'payees.resolve'] as const
  const pair = await generateKeyPair()
  const registered = await registerAgent(place, merchant, scopes, pair)
  const paired = await registerWallet(place)
  const connection_id = await connectByKey(registered, paired, scopes)
  const { base_url, audience } = place
  const issuer = audience ?? base_url
  const common = { base_url, audience, pinned_keys: await pinKeys(place) }
  const { connection_token } = await registered.connections.rotateToken(connection_id)
  const agent = createAgentClient({ ...common, connection_id, connection_token })
  const { device_id = '' } = paired
  const { token } = await paired.devices.rotateToken(device_id)
  const wallet = createWalletClient({
    ...common,
    device_id,
    token,
    fetch: async (...call) => ground.onTheWay(await fetch(...call)),
  })
  const journal = journalIn(memoryStore())
  const payer = createAuthorizer({
    wallet,
    service: issuer,
    chain: createChainClient({ rpc_url: chain.rpc_url, chain_id: CHAIN_ID }),
    journal,
    lock: memoryLock(),
    signer: {
      address: () => Promise.resolve(account),
      sign: async (authorization) => ({ authorization, signature: await chain.signAuthorization(authorization) }),
    },
    isKnownAgentKey: (_connection_id, known) => known === pair.public_key,
  })
  const given: Signed[] = []
  const delivered = new Set<string>()
  const accepts = [
    {
      scheme: 'exact',
      network: `eip155:${CHAIN_ID}`,
      asset: USDC,
      amount: String(PRICE),
      payTo: payee,
      maxTimeoutSeconds: 300,
      extra: { name: 'USDC', version: '2' },
    },
  ]
  const required = Buffer.from(JSON.stringify({ x402Version: 2, accepts })).toString('base64')
  const refuses = () => new Response('{}', { status: 402, headers: { 'payment-required': required } })
  const shop: typeof globalThis.fetch = async (input, init) => {
    const header = new Request(input, init).headers.get('payment-signature')
    if (header === null) return refuses()
    const { payload } = JSON.parse(Buffer.from(header, 'base64').toString()) as { payload: Signed }
    if (delivered.has(payload.signature)) return new Response('{}')
    given.push(payload)
    try {
      await ground.before(payload)
      await chain.sendAuthorization(payload.authorization, payload.signature)
    } catch {
      return refuses()
    }
    delivered.add(payload.signature)
    return new Response('{}')
  }
  const ground: AttackGround = {
    place,
    chain,
    wallet,
    journal,
    payer,
    account,
    payee,
    stranger,
    given,
    onTheWay: (answer) => answer,
    before: () => Promise.resolve(),
    program: () =>
      createPayingFetch({
        agent,
        official: OFFICIAL,
        issuer,
        private_key: pair.private_key,
        fetch: shop,
        timeout_ms: WAIT_MS,
      }),
    url: (name) => `https://${HOST}/tides?day=${name}`,
    async asked(url) {
      const open = async () =>
        (await wallet.paymentRequests.list({ status: 'pending', limit: 100 }).page()).payment_requests.find(
          ({ terms }) => terms?.url === url,
        )
      await until(async () => (await open()) !== undefined)
      const { request_id, facts_digest } = (await open()) as Request
      return { request_id, facts_digest, connection_id }
    },
    approve: (request) => payer.pay(request),
    received: () => chain.balanceOf(payee),
    settle: ({ request_id }) =>
      until(async () => {
        await chain.finalize()
        await payer.resume()
        return (await journal.list()).some((one) => one.request_id === request_id && one.state === 'reported')
      }),
    async stop() {
      await place.stop()
      await chain.stop()
    },
  }
  return ground
}

/** What a refused call came to. */
export const refusal = async (call: Promise<Response>): Promise<X402Refusal> => {
  const came = await call.then(
    ({ status }) => `answered ${status}`,
    (failure: unknown) => failure,
  )
  if (came instanceof X402Refusal) return came
  throw new Error('expected a refusal', { cause: came })
}
