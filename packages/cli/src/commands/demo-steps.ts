/**
 * What `demo` does, step by step. Each looks first at what is there, and does only what is missing; so it can be run again,
 * also after the database was emptied.
 */

import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  type AgentClient,
  ApiError,
  createMerchantClient,
  type MerchantClient,
  type WalletClient,
} from '@pursestrings/sdk'
import { credentialNamed, makeKey, proveKey } from '../agent-key.ts'
import { linkFrom } from '../ask.ts'
import { SCOPES } from '../checks.ts'
import { agentOf, connectedAgentOf, keyOf, merchantOf, walletOf } from '../clients.ts'
import { activatePayee, keptPayee, listing, verifyPayee } from '../payees.ts'
import { pinKeys } from '../pins.ts'
import type { Profile } from '../profile.ts'
import type { ProfileStore } from '../profile-store.ts'
import { wrongUsage } from '../stop.ts'
import { registerTestWallet } from '../test-wallet.ts'
import { activateAgent } from './agents.ts'
import { findDomain } from './domains.ts'

export interface Stage {
  readonly profiles: ProfileStore
  readonly mail_url: string
  readonly site: string
}

export interface Step {
  readonly name: string
  readonly run: (stage: Stage) => Promise<{ readonly text: string; readonly made: boolean }>
}

export const made = (text: string) => ({ text, made: true })
export const kept = (text: string) => ({ text, made: false })

/** What the service no longer knows, or lets in no longer, is as good as absent. */
const standing = async <T>(look: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await look()
  } catch (failure) {
    if (failure instanceof ApiError && [401, 403, 404].includes(failure.status)) return undefined
    throw failure
  }
}

const ORGANIZATION = 'Harbour Books'
const TILL = 'Harbour Books till'
/** An account on the test network. What is paid to it is test money. */
const FACTS = {
  network: 'stellar_testnet',
  asset: 'XLM',
  address: 'GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H',
} as const

const session: Step['run'] = async ({ profiles, mail_url }) => {
  const { base_url, session: known } = profiles.read()
  const current = known?.session_token
    ? await standing(() => merchantOf(profiles.read()).merchantSessions.readCurrent())
    : undefined
  if (current) return kept(`signed in as ${current.account.email}, for ${current.merchant.name}`)
  const merchant = createMerchantClient({ base_url })
  const email = known?.email ?? `demo-${crypto.randomUUID().slice(0, 8)}@merchant.example`
  const link = await linkFrom(mail_url, email, () => merchant.merchantAccounts.register({ email }))
  const signed = await merchant.signIn({ link, organization: (choices) => choices[0] ?? { name: ORGANIZATION } })
  const { merchant_id, name } = signed.merchant
  const { session_token } = signed
  await profiles.change((now): Profile => ({ ...now, session: { email, merchant_id, session_token } }))
  return made(`signed in as ${email}, for ${name}`)
}

const domain: Step['run'] = async (stage) => {
  const merchant = merchantOf(stage.profiles.read())
  const there = await findDomain(merchant, PRACTICE_HOST)
  if (there?.status === 'verified') return kept(`${PRACTICE_HOST} is verified`)
  await prove(stage, merchant)
  return made(`${PRACTICE_HOST} is verified by a file on the practice site`)
}

const prove = async ({ site }: Stage, merchant: MerchantClient): Promise<string> => {
  const { domain: registered, challenge } = await merchant.merchantDomains.register({
    domain: PRACTICE_HOST,
    method: 'https',
  })
  await publishChallenge(site, challenge.value)
  await merchant.merchantDomains.verify(registered.domain_id)
  return registered.domain_id
}

const payee: Step['run'] = async (stage) => {
  const { profiles, site } = stage
  const merchant = merchantOf(profiles.read())
  const found = (await merchant.recipients.list().toArray()).find(({ name }) => name === TILL)
  const serving = found?.active_version
  if (found && serving) {
    await profiles.change((now) => ({ ...now, payee: keptPayee({ recipient: found, recipient_version: serving }) }))
    return kept(`${TILL} is active`)
  }
  const recipient_id =
    found?.recipient_id ?? (await merchant.recipients.create({ name: TILL, ...FACTS })).recipient.recipient_id
  const [draft] = await merchant.recipients.listVersions(recipient_id).toArray({ limit: 1 })
  if (draft) await publishPayee(site, listing(draft))
  // Activation looks at the domain once more, and another organization may have used the site meanwhile.
  await verifyPayee(merchant, recipient_id, await prove(stage, merchant))
  const activated = await activatePayee(merchant, recipient_id)
  await profiles.change((now) => ({ ...now, payee: keptPayee(activated) }))
  return made(`${TILL} is active: ${PRACTICE_HOST} lists its address`)
}

const agent: Step['run'] = async ({ profiles }) => {
  const merchant = merchantOf(profiles.read())
  const key = profiles.read().agent ?? (await makeKey(profiles))
  const known = key.agent_id
  const there = known === undefined ? undefined : await standing(() => merchant.agents.read(known))
  const agent_id = there?.agent.agent_id ?? (await createAgent(merchant, 'Checkout agent'))
  const usable = await credentialNamed(merchant, agent_id, key.kid)
  const ready = usable?.status === 'active' && there?.agent.status === 'active'
  // A key stands for one agent, and forever: another agent, or one whose key has ended, gets another key.
  const spent = (known !== undefined && !there) || usable?.status === 'revoked' || usable?.status === 'expired'
  const own = spent ? await makeKey(profiles) : key
  if (usable?.status !== 'active') await proveKey(merchant, agent_id, own, 90)
  await activateAgent(merchant, agent_id)
  await profiles.change((now) => ({ ...now, agent: { ...own, agent_id } }))
  return ready ? kept(`Checkout agent is active with ${own.kid}`) : made(`Checkout agent is active with ${own.kid}`)
}

const createAgent = async (merchant: MerchantClient, name: string): Promise<string> => {
  const about = { name, runtime: 'pursestrings-demo', environment: 'testnet' } as const
  return (await merchant.agents.create({ ...about, allowed_scopes: SCOPES })).agent.agent_id
}

const wallet: Step['run'] = async ({ profiles }) => {
  const profile = profiles.read()
  const there = profile.wallet ? await standing(() => walletOf(profile).devices.readCurrent()) : undefined
  if (there) return kept(`${there.device.name} is registered`)
  const registered = await registerTestWallet(profile.base_url, { name: 'Test wallet', platform: 'other' })
  const { device } = registered
  await profiles.change((now) => ({ ...now, wallet: registered.wallet }))
  return made(`${device.name} is registered`)
}

const connection: Step['run'] = async ({ profiles }) => {
  const profile = profiles.read()
  const there = profile.connection
    ? await standing(() => connectedAgentOf(profiles).connections.read('current'))
    : undefined
  if (there && (await belongs(walletOf(profile), there.connection.connection_id))) {
    return kept(`agent and wallet are connected (${there.connection.status})`)
  }
  const { connection: connected, connection_token } = await connectTo(walletOf(profile), agentOf(profile))
  const { connection_id } = connected
  await profiles.change((now) => ({ ...now, connection: { connection_id, connection_token } }))
  return made('agent and wallet are connected')
}

const connectTo = async (device: WalletClient, asking: AgentClient) => {
  const { connect_key } = await device.connectKeys.issue()
  let approving: Promise<unknown> | undefined
  const connected = await asking.connect({
    connect_key: connect_key.key,
    scopes: SCOPES,
    poll_ms: 100,
    timeout_ms: 10_000,
    onClaimed: ({ connect_invitation_id: id }) => {
      approving = device.connectInvitations.approve(id, { scopes: SCOPES })
      // Told by the wait for it below; until then nobody else hears of it.
      approving.catch(() => {})
    },
  })
  await approving
  return connected
}

/** Another agent of the merchant, connected to the same wallet. Only this run of the demo speaks for it. */
export const secondAgent = async ({ profiles }: Stage): Promise<AgentClient> => {
  const profile = profiles.read()
  const merchant = merchantOf(profile)
  const own = await makeKey(profiles)
  const agent_id = await createAgent(merchant, 'Restock agent')
  await proveKey(merchant, agent_id, own, 90)
  await activateAgent(merchant, agent_id)
  const { connection: _other, ...rest } = profile
  const asking = agentOf({ ...rest, agent: { ...own, agent_id } })
  await connectTo(walletOf(profile), asking)
  return asking
}

const belongs = async (device: WalletClient, connection_id: string): Promise<boolean> =>
  (await standing(() => device.connections.read(connection_id))) !== undefined

const key: Step['run'] = async ({ profiles }) => {
  if (profiles.read().agent) return kept(`${keyOf(profiles.read()).kid} is in its file`)
  const fresh = await makeKey(profiles)
  await profiles.change((now) => ({ ...now, agent: fresh }))
  return made(`${fresh.kid} is saved in a file`)
}

const serviceKey: Step['run'] = async ({ profiles }) => {
  const { pinned_keys, made: pinned } = await pinKeys(profiles)
  const shown = pinned_keys.join(', ')
  return pinned ? made(`${shown} is pinned (trusted on first use)`) : kept(`${shown} is pinned`)
}

export const STEPS: readonly Step[] = [
  { name: 'service key', run: serviceKey },
  { name: 'agent key', run: key },
  { name: 'session', run: session },
  { name: 'domain', run: domain },
  { name: 'payee', run: payee },
  { name: 'agent', run: agent },
  { name: 'test wallet', run: wallet },
  { name: 'connection', run: connection },
]

// The practice web site of `npm run dev`, as a folder: what is written there stands on `https://shop.localhost`.

export const PRACTICE_HOST = 'shop.localhost'
const CHALLENGE = 'svc-challenge.txt'
const LISTING = 'svc-recipients.json'

/** Given, or found in this folder or one above it. */
export const findSite = (input: string | undefined, from = process.cwd()): string => {
  if (input !== undefined) return input
  for (let folder = from; ; folder = dirname(folder)) {
    const site = join(folder, '.pursestrings', 'site')
    if (existsSync(site)) return site
    if (folder === dirname(folder)) break
  }
  throw wrongUsage(
    "Can't find the practice site of `npm run dev`.",
    'Start `npm run dev` and run this in the same repository, or add --site <folder>.',
  )
}

const put = async (site: string, name: string, text: string): Promise<void> => {
  await mkdir(join(site, '.well-known'), { recursive: true })
  await writeFile(join(site, '.well-known', name), text)
}

export const publishChallenge = (site: string, value: string): Promise<void> => put(site, CHALLENGE, `${value}\n`)

/** Beside what is listed there already. */
export const publishPayee = async (site: string, entry: object): Promise<void> => {
  const text = await readFile(join(site, '.well-known', LISTING), 'utf8').catch(() => '{}')
  const others = listed(text).filter((one) => JSON.stringify(one) !== JSON.stringify(entry))
  await put(site, LISTING, `${JSON.stringify({ recipients: [...others, entry] }, null, 2)}\n`)
}

const listed = (text: string): readonly unknown[] => {
  try {
    const { recipients } = JSON.parse(text) as { recipients?: unknown }
    return Array.isArray(recipients) ? recipients : []
  } catch {
    return []
  }
}
