/** The agent and the wallet of a schedule: the real code of both, with every word of theirs to the outside through a gate. */
import { generateKeyPairSync } from 'node:crypto'
import { payeeText } from '@pursestrings/protocol/policy-text'
import { newSecret, randomSlot } from '@pursestrings/protocol/secrets'
import { createAgentClient, createProjectClient, createWalletClient } from '@pursestrings/sdk'
import type { AgreedPolicy } from '@pursestrings/signing/agreed-policy'
import type { AuthorizationSigner } from '@pursestrings/signing/evm/authorization-signer'
import { createAuthorizer } from '@pursestrings/signing/evm/authorizer'
import { createChainClient } from '@pursestrings/signing/evm/chain-client'
import {
  type Entry,
  type Journal,
  journalIn,
  memoryLock,
  memoryStore,
  type RecordStore,
} from '@pursestrings/signing/journal'
import { createPayingFetch, paymentOf } from '@pursestrings/x402/buyer'
import { X402Refusal } from '@pursestrings/x402/outcomes'
import { accountOf, CHAIN_ID, signedBy, spelled, USDC } from './eip712.ts'
import type { Actor, Gates, Outside } from './gates.ts'
import type { ModelChain } from './model-chain.ts'
import { BASE_URL, CONNECTION_ID, PIN } from './model-facts.ts'
import { POLICY_ID, type ServiceRoutes } from './model-routes.ts'
import type { Kept } from './model-service.ts'
import { type ModelShop, OFFICIAL } from './model-shop.ts'
import type { Node } from './observe-model.ts'

const agent_key = generateKeyPairSync('ed25519')
const AGENT_JWK = agent_key.privateKey.export({ format: 'jwk' }) as { kty: string; crv: string; x: string; d: string }
export const AGENT_PUBLIC_KEY = AGENT_JWK.x
const RPC_URL = 'http://127.0.0.1:8545'

const slot = randomSlot()
export const newDeviceToken = () => newSecret('device', slot)
const SECRETS = { conn: newSecret('conn', slot), key: newSecret('key', slot) }

/** What a run puts in the place of something, to see that it would be noticed. */
export interface Ways {
  readonly wallet?: (given: Parameters<typeof createAuthorizer>[0]) => ReturnType<typeof createAuthorizer>
  readonly agent?: typeof createPayingFetch
  readonly service_allows_all?: boolean
  readonly quorum?: number
  readonly ends_with_nodes?: readonly Node[]
}

export interface OutsideWorld {
  readonly routes: ServiceRoutes
  readonly chain: ModelChain
  readonly shop: ModelShop
}

interface Given {
  readonly gates: Gates
  readonly outside: OutsideWorld
  readonly ways: Ways
}

export interface Called {
  readonly url: string
  killed: boolean
  is_open: boolean
  came?: { readonly outcome: string; readonly request_id: string | undefined }
}

export interface Agent {
  readonly actor: Actor
  call(url: string): Called
  /** Another process in its place, with the same key and no memory. */
  killed(): Agent
}

const CALL_WAITS_MS = 40_000

export function newAgent({ gates, outside, ways, within_policy }: Given & { within_policy: boolean }, life = 1): Agent {
  const actor: Actor = { name: `agent ${life}`, alive: true }
  const toService = gates.fetchOf(actor, 'service', outside.routes)
  const toShop = gates.fetchOf(actor, 'shop', (asked) => outside.shop.answer(asked))
  const pinned = { base_url: BASE_URL, pinned_keys: [PIN], fetch: toService }
  const agent = createAgentClient({ ...pinned, connection_token: SECRETS.conn, connection_id: CONNECTION_ID })
  const project = createProjectClient({ base_url: BASE_URL, api_key: SECRETS.key, fetch: toService })
  const pay = (ways.agent ?? createPayingFetch)({
    issuer: BASE_URL,
    private_key: AGENT_JWK,
    agent,
    official: OFFICIAL as never,
    timeout_ms: within_policy ? CALL_WAITS_MS / 5 : CALL_WAITS_MS,
    fetch: toShop,
    ...(within_policy && { within_policy: { project, connection_id: CONNECTION_ID } }),
  })
  const calls: Called[] = []
  return {
    actor,
    call(url) {
      const called: Called = { url, killed: false, is_open: true }
      calls.push(called)
      const came = (outcome: string, request_id?: string) => {
        called.is_open = false
        called.came = { outcome, request_id }
      }
      pay(url).then(
        (response) => came(outcomeOf(response), paymentOf(response)),
        (failure: unknown) => came(...refusalOf(failure)),
      )
      return called
    },
    killed() {
      actor.alive = false
      for (const called of calls.filter(({ is_open }) => is_open))
        Object.assign(called, { is_open: false, killed: true })
      return newAgent({ gates, outside, ways, within_policy }, life + 1)
    },
  }
}

const outcomeOf = (response: Response): string => {
  if (response.ok) return paymentOf(response) === undefined ? 'other: delivered without a payment' : 'paid'
  return `other: answered ${response.status}`
}

const refusalOf = (failure: unknown): [outcome: string, request_id?: string] => {
  if (failure instanceof X402Refusal)
    return failure.request_id === undefined ? [failure.outcome] : [failure.outcome, failure.request_id]
  // The call itself did not reach the shop: as with any fetch.
  if (failure instanceof TypeError && failure.message === 'fetch failed') return ['not_reached']
  return [`other: ${failure instanceof Error ? `${failure.name} ${failure.message}` : String(failure)}`]
}

export interface Doing {
  readonly what: string
  is_open: boolean
  result?: unknown
}

export interface Wallet {
  readonly actor: Actor
  /** What it was told to do, and still may be doing. */
  readonly doing: readonly Doing[]
  approve(kept: Kept): void
  reject(kept: Kept): void
  resume(): void
  entries(): Promise<readonly Entry[]>
  /** Another process in its place, with the same journal. */
  killed(): Wallet
}

interface WalletGiven extends Given {
  readonly key: Uint8Array
  readonly policy: { readonly single: bigint; readonly all: bigint }
  readonly payee: string
  readonly token: string
}

const PAID_IN = { network: 'base_sepolia', asset: 'USDC', contract: USDC } as const
const decimal = (units: bigint): string => `${units / 1_000_000n}.${String(units % 1_000_000n).padStart(6, '0')}`

export function newWallet(given: WalletGiven, store: RecordStore = memoryStore(), life = 1): Wallet {
  const { gates, outside, ways, key, policy, payee } = given
  const account = spelled(accountOf(key))
  const actor: Actor = { name: `wallet ${account.slice(2, 5)} ${life}`, alive: true }
  const wallet = createWalletClient({
    base_url: BASE_URL,
    pinned_keys: [PIN],
    token: given.token,
    device_id: 'dev_01k0000000e008000000000000',
    fetch: gates.fetchOf(actor, 'service', outside.routes),
  })
  const node: Outside = ({ body }) => ({ status: 200, text: outside.chain.answer(body) })
  const chain = createChainClient({
    rpc_url: RPC_URL,
    chain_id: CHAIN_ID,
    fetch: gates.fetchOf(actor, 'node', node),
  })
  // Who is dead writes nothing more.
  const kept = journalIn(store)
  const never = new Promise<never>(() => {})
  const journal: Journal = {
    list: () => (actor.alive ? kept.list() : never),
    put: (entry) => (actor.alive ? kept.put(entry) : never),
  }
  const signer: AuthorizationSigner = {
    address: () => Promise.resolve(account),
    sign: (authorization) => Promise.resolve(signedBy(key, authorization)),
  }
  const payer = (ways.wallet ?? createAuthorizer)({
    wallet,
    service: BASE_URL,
    chain,
    journal,
    lock: memoryLock(),
    signer,
    isKnownAgentKey: (_connection_id, known) => known === AGENT_PUBLIC_KEY,
  })
  const agreed: AgreedPolicy = {
    policy_id: POLICY_ID,
    policy_digest: 'a'.repeat(64),
    connection_id: CONNECTION_ID,
    ...PAID_IN,
    decimals: 6,
    single_tx_limit: decimal(policy.single),
    cumulative_limit: decimal(policy.all),
    validity_window: { from: '2020-01-01T00:00:00.000Z', to: '2090-01-01T00:00:00.000Z' },
    payees: [payeeText({ ...PAID_IN, issuer: null, address: payee, memo: null })],
  }
  const doing: Doing[] = []
  const begin = (what: string, work: Promise<unknown>): void => {
    const one: Doing = { what, is_open: true }
    doing.push(one)
    const over = (result: unknown) => Object.assign(one, { is_open: false, result })
    work.then(over, over)
  }
  return {
    actor,
    doing,
    approve({ kind, request_id, facts_digest, by_agent }) {
      const id = { request_id, connection_id: CONNECTION_ID, kind, facts_digest }
      begin(`approve ${request_id}`, payer.pay({ ...id, ...(by_agent && { within: agreed }) }))
    },
    reject({ kind, request_id }) {
      const reported =
        kind === 'payment_request'
          ? wallet.paymentRequests.reportStatus(request_id, { status: 'rejected', connection_id: CONNECTION_ID })
          : wallet.agentPayments.reportStatus(request_id, { status: 'rejected' })
      begin(`reject ${request_id}`, reported)
    },
    resume: () => begin('resume', payer.resume()),
    entries: () => kept.list(),
    killed() {
      actor.alive = false
      for (const one of doing) one.is_open = false
      return newWallet(given, store, life + 1)
    },
  }
}
