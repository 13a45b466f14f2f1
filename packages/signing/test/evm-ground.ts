/** A real service, an agent that buys, a wallet that approves, and a chain in the test's hands. */

import { addressOfKey } from '@pursestrings/evm/address'
import type { SignedAuthorization } from '@pursestrings/evm/authorization'
import { signAuthorization } from '@pursestrings/evm/sign-authorization'
import { BASE_SEPOLIA_USDC } from '@pursestrings/protocol/evm'
import type { PaymentTerms } from '@pursestrings/protocol/payment-terms'
import { createWalletClient, generateKeyPair, type WalletClient } from '@pursestrings/sdk'
import { type AuthorizerOptions, createAuthorizer } from '@pursestrings/signing/evm/authorizer'
import { createChainClient } from '@pursestrings/signing/evm/chain-client'
import {
  type AuthorizationEntry,
  isAuthorization,
  type Journal,
  journalIn,
  memoryLock,
  memoryStore,
} from '@pursestrings/signing/journal'
import type { PayerClient, PayResult } from '@pursestrings/signing/payer'
import type { Step } from '@pursestrings/signing/progress'
import { preparePayee, signInAsMerchant } from '../../../tests/acceptance/steps/merchant.ts'
import { getReady, type Ready } from '../../../tests/acceptance/steps/ready.ts'
import { pinKeys } from '../../../tests/acceptance/steps/wallet.ts'
import { type EvmChain, startEvmChain } from '../../../tests/evm-chain/start-evm-chain.ts'
import { startPlace, type TestPlace } from '../../sdk/test/place.ts'
import { type Deciding, type Proxy, startProxy } from '../../sdk/test/proxy.ts'
import { buyerOf } from './evm-buyer.ts'
import { Killed } from './ground.ts'

export interface EvmGround {
  readonly place: TestPlace
  readonly ready: Ready
  readonly chain: EvmChain
  /** Between the wallet and the service. */
  readonly proxy: Proxy
  readonly wallet: WalletClient
  /** Of the agent's credential, as the wallet pins it. */
  readonly agent_key: string
  fate: Deciding
  device(more?: EvmDeviceOptions): EvmDevice
  /** Asks for a payment of its own amount. */
  asked(more?: Partial<PaymentTerms>): Promise<EvmAsked>
  /** What the agent says that it pays for. */
  termsFor(task: string | number, more?: Partial<PaymentTerms>): PaymentTerms
  /** What the agent got and could open; undefined where there is nothing for it. */
  fetched(asked: EvmAsked): Promise<SignedAuthorization | undefined>
  /** The agent gets it, and its seller sends it, unless it was sent. */
  buy(asked: EvmAsked): Promise<void>
  /** How often this amount arrived at the payee, by the chain itself. */
  payments(units: bigint): Promise<number>
  /** The different sealed texts that wallets tried to hand over. */
  sealedTexts(request_id: string): ReadonlySet<string>
  stop(): Promise<void>
}

export interface EvmAsked {
  readonly request_id: string
  readonly connection_id: string
  readonly facts_digest: string
  readonly expires_at: string
  readonly units: bigint
}

export interface EvmDeviceOptions extends Partial<AuthorizerOptions> {
  /** Which of the funded accounts pays. */
  readonly account?: number
  /** Where the device is killed. */
  readonly dies_at?: Step
}

export interface EvmDevice {
  readonly payer: PayerClient
  readonly journal: Journal
  readonly account: string
  entry(request_id: string): Promise<AuthorizationEntry | undefined>
  /** Approves, lets the agent buy, and looks until the chain has ended it. */
  whole(asked: EvmAsked): Promise<PayResult>
}

const FUNDS = 1_000_000_000n
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** `more`: further settings of the service. */
export async function startEvmGround(
  settingsOf: (chain: EvmChain) => Record<string, string> = () => ({}),
): Promise<EvmGround> {
  const chain = await startEvmChain()
  // The contract is in a final block before anybody asks about it.
  await chain.finalize()
  const place = await startPlace({ NETWORKS_ENABLED: 'stellar_testnet,base_sepolia', ...settingsOf(chain) })
  const merchant = await signInAsMerchant(place)
  const { contract } = BASE_SEPOLIA_USDC
  const address = chain.accounts[8]?.address ?? ''
  const payee = await preparePayee(place, merchant, { network: 'base_sepolia', asset: 'USDC', contract, address })
  const keys = await generateKeyPair()
  const ready = await getReady(place, { keys }, { merchant, payee })
  const { audience } = place
  const buyer = await buyerOf(keys, audience ?? place.base_url)
  let fate: Deciding = () => 'pass'
  const proxy = await startProxy(place.base_url, (passing) => fate(passing))
  const { device_id = '' } = ready.wallet
  const { token } = await ready.wallet.devices.rotateToken(device_id)
  ready.wallet.useDevice({ device_id, token })
  const pinned_keys = await pinKeys(place)
  const wallet = createWalletClient({ base_url: proxy.base_url, audience, pinned_keys, device_id, token, retries: 0 })
  const { rpc_url, chain_id } = chain
  let asks = 0

  const ground: EvmGround = {
    place,
    ready,
    chain,
    proxy,
    wallet,
    agent_key: keys.public_key,
    get fate() {
      return fate
    },
    set fate(next) {
      fate = next
    },
    device({ account: fill = 1, dies_at, ...options } = {}) {
      const private_key = new Uint8Array(32).fill(fill)
      const account = addressOfKey(private_key)
      const journal = options.journal ?? journalIn(memoryStore())
      const payer = createAuthorizer({
        wallet,
        service: place.base_url,
        chain: createChainClient({ rpc_url, chain_id }),
        lock: memoryLock(),
        signer: {
          address: () => Promise.resolve(account),
          sign: (authorization, domain) => Promise.resolve(signAuthorization(authorization, domain, private_key)),
        },
        isKnownAgentKey: (_, agent_key) => agent_key === keys.public_key,
        tell: ({ step }) => {
          if (step === dies_at) throw new Killed(step)
        },
        ...options,
        journal,
      })
      const entry = async (id: string) =>
        (await journal.list()).filter(isAuthorization).find(({ request_id }) => request_id === id)
      return {
        payer,
        journal,
        account,
        entry,
        async whole(asked) {
          const approved = await payer.pay(asked)
          if (approved.is !== 'handed_over') return approved
          await ground.buy(asked)
          await chain.finalize()
          const [resumed] = await payer.resume()
          return resumed?.result ?? approved
        },
      }
    },
    termsFor: (task, said = {}) => ({
      kind: 'x402',
      method: 'GET',
      url: `https://${place.host}/weather/${task}`,
      timeout_s: 60,
      seal: buyer.seal,
      ...said,
    }),
    async asked(said = {}) {
      const units = 1_000_000n + BigInt(++asks)
      const amount = `1.${String(asks).padStart(6, '0')}`
      const terms = ground.termsFor(asks, said)
      const { payment_request } = await ready.ask(`task-${asks}`, { amount, terms })
      const { request_id, connection_id, facts_digest, expires_at } = payment_request
      return { request_id, connection_id, facts_digest, expires_at, units }
    },
    async fetched({ request_id, facts_digest }) {
      const { authorization } = await ready.agent.paymentAuthorizations.read(request_id)
      return buyer.open(authorization.sealed, facts_digest)
    },
    async buy(asked) {
      const signed = await ground.fetched(asked)
      if (signed === undefined) throw new Error('there is nothing that the agent can open')
      const { authorization, signature } = signed
      if (await chain.isUsed(authorization.from, authorization.nonce)) return
      await chain.sendAuthorization(authorization, signature)
    },
    async payments(units) {
      const topics = [TRANSFER, null, `0x${address.slice(2).toLowerCase().padStart(64, '0')}`]
      const wanted = { address: contract, topics, fromBlock: '0x0', toBlock: 'latest' }
      const logs = await chain.call<{ data: string }[]>('eth_getLogs', [wanted])
      return logs.filter(({ data }) => BigInt(data) === units).length
    },
    sealedTexts: (id) =>
      new Set(
        proxy.seen
          .filter(({ path, method }) => method === 'PUT' && path.endsWith(`/${id}/authorization`))
          .map(({ body }) => (JSON.parse(body) as { sealed: string }).sealed),
      ),
    async stop() {
      await proxy[Symbol.asyncDispose]()
      await Promise.all([chain.stop(), place.stop()])
    },
  }
  for (const fill of [1, 2]) await chain.fund(addressOfKey(new Uint8Array(32).fill(fill)), FUNDS)
  return ground
}
