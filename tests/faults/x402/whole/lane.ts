/** One person with an agent, a wallet and an account of their own: what they buy, one thing after another, and what is done to them meanwhile. */
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type AgentPayment,
  checkPolicy,
  createProjectClient,
  createWalletClient,
  generateKeyPair,
  type PaymentRequest,
  signPolicyConsent,
  type WalletClient,
} from '@pursestrings/sdk'
import { type AgreedPolicy, agreedOf } from '@pursestrings/signing/agreed-policy'
import { connectByKey, registerAgent, SCOPES } from '../../../acceptance/steps/ready.ts'
import { pinKeys, registerWallet } from '../../../acceptance/steps/wallet.ts'
import { accountOf, spelled } from '../eip712.ts'
import { SHOP } from './front.ts'
import type { AgentOrders, Called, CallOrder, WalletDid, WalletOrder, WalletOrders } from './orders.ts'
import { type Program, startProgram, type Unnumbered } from './program.ts'
import type { Stage } from './stage.ts'

export interface Lane {
  readonly account: string
  readonly agent: Program<Unnumbered<CallOrder>, Called>
  readonly wallet: Program<Unnumbered<WalletOrder>, WalletDid>
  /** Of the person who looks: it reads, and reports nothing. */
  readonly reading: WalletClient
  /** What this call asked for, once it did. */
  asked(url: string, within_ms: number): Promise<Asked | undefined>
  stop(): Promise<void>
}

export interface Asked {
  readonly kind: 'payment_request' | 'agent_payment'
  readonly request_id: string
  readonly facts_digest: string
  /** In decimal: orders pass between processes as JSON. */
  readonly units: string
  readonly by_policy: boolean
}

/** In decimal: each time, and in all. */
const POLICY = { single_tx_limit: '0.3', cumulative_limit: '2' } as const
const FUNDS = 100_000_000
const DAY_MS = 86_400_000
const CALL_WAITS_MS = 9_000

interface Wanted {
  readonly within_policy: boolean
  readonly forgets_tasks?: boolean
}

export async function startLane(stage: Stage, wanted: Wanted): Promise<Lane> {
  const { place, merchant, chain, api_url: base_url } = stage
  const audience = place.audience ?? ''
  const scopes = [...SCOPES, 'payees.resolve'] as const
  const [pair, device] = [await generateKeyPair(), await generateKeyPair()]
  const agent = await registerAgent(place, merchant, scopes, pair)
  const registered = await registerWallet(place, device.public_key)
  const connection_id = await connectByKey(agent, registered, scopes)
  const { connection_token } = await agent.connections.rotateToken(connection_id)
  const { device_id = '' } = registered
  const pinned_keys = await pinKeys(place)
  const key = randomBytes(32)
  const account = spelled(accountOf(key))
  await chain.fund(account, FUNDS)
  const policy = wanted.within_policy
    ? await agreedPolicy(stage, registered, { connection_id, agent, key: device.private_key })
    : undefined
  const { token } = await registered.devices.rotateToken(device_id)
  const reading = createWalletClient({ base_url, audience, pinned_keys, device_id, token })
  const folder = `${stage.folder}/${device_id}`
  await mkdir(folder)
  const common = { base_url, audience, pinned_keys, connection_id }
  const agent_orders: AgentOrders = {
    ...common,
    connection_token,
    private_key: pair.private_key,
    example: stage.example,
    front_url: stage.front.url,
    timeout_ms: CALL_WAITS_MS,
    forgets_tasks: wanted.forgets_tasks ?? false,
    ...(policy && { api_key: policy.api_key }),
  }
  const wallet_orders: WalletOrders = {
    ...common,
    device_id,
    token,
    rpc_url: chain.rpc_url,
    folder,
    key: key.toString('hex'),
    agent_key: pair.public_key,
    ...(policy && { agreed: policy.agreed }),
  }
  const programs = await Promise.all([
    startProgram<CallOrder, Called>('agent-process.ts', agent_orders),
    startProgram<WalletOrder, WalletDid>('wallet-process.ts', wallet_orders),
  ])
  return {
    account,
    agent: programs[0],
    wallet: programs[1],
    reading,
    async asked(url, within_ms) {
      for (const end = Date.now() + within_ms; Date.now() < end; await pause(100)) {
        const found = await openAt(reading, url).catch(() => undefined)
        if (found !== undefined) return found
      }
      return undefined
    },
    stop: async () => void (await Promise.all(programs.map((one) => one.stop()))),
  }
}

/** What waits for this person's word about an address. */
async function openAt(reading: WalletClient, url: string): Promise<Asked | undefined> {
  const isIt = ({ terms }: PaymentRequest | AgentPayment): boolean => terms?.url === url
  const { payment_requests } = await reading.paymentRequests.list({ status: 'pending', limit: 100 }).page()
  const request = payment_requests.find(isIt)
  if (request) return askedOf('payment_request', request.request_id, request)
  const { agent_payments } = await reading.agentPayments.list({ status: 'intent_created', limit: 100 }).page()
  const payment = agent_payments.find(isIt)
  return payment && askedOf('agent_payment', payment.id, payment, payment.initiator === 'agent')
}

export const askedOf = (
  kind: Asked['kind'],
  request_id: string,
  { facts_digest, payment }: Pick<PaymentRequest, 'facts_digest' | 'payment'>,
  by_policy = false,
): Asked => ({ kind, request_id, facts_digest, units: String(Math.round(Number(payment.amount) * 1e6)), by_policy })

interface Connected {
  readonly connection_id: string
  readonly agent: Awaited<ReturnType<typeof registerAgent>>
  /** Of the device. */
  readonly key: string
}

async function agreedPolicy(
  { merchant, chain, payee: address, place: { base_url } }: Stage,
  wallet: WalletClient,
  { connection_id, agent, key }: Connected,
): Promise<{ readonly api_key: string; readonly agreed: AgreedPolicy }> {
  const facts = { network: 'base_sepolia', asset: 'USDC', contract: chain.usdc, address } as const
  const { recipient_id } = await agent.payees.resolve({ domain: SHOP, ...facts })
  const { project } = await merchant.projects.create({ name: `Tides ${connection_id}` })
  const { secret: api_key } = await merchant.apiKeys.create(project.project_id, { name: 'Server' })
  const paying = createProjectClient({ base_url, api_key })
  const policy = await paying.automationPolicies.create({
    connection_id,
    name: 'Tide tables',
    network: 'base_sepolia',
    asset: 'USDC',
    ...POLICY,
    validity_window: {
      from: new Date(Date.now() - DAY_MS).toISOString(),
      to: new Date(Date.now() + DAY_MS).toISOString(),
    },
    allowlist: [recipient_id],
  })
  const digest = await checkPolicy(await wallet.automationPolicies.read(policy.id))
  const agreed = await wallet.automationPolicies.optIn(policy.id, await signPolicyConsent(key, digest))
  return { api_key, agreed: agreedOf(agreed, digest) }
}
