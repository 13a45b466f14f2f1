/**
 * A person's own agent asks its user's wallet, without any organization: the Connect Key is used, and personal space, agent,
 * key and invitation come of it in one transaction. A stranger without a key that the wallet shows right now writes nothing. The
 * signature is checked before anything is looked up, and names the Connect Key, so neither can be used with another.
 */
import type { enrollAgent as operation } from '@pursestrings/contract/connect-invitations/operations'
import {
  enrollmentSignatureInvalid,
  OWN_AGENTS_MAX,
  tooManyOwnAgents,
} from '@pursestrings/contract/connect-invitations/records'
import type { BodyOf } from '@pursestrings/contract/operation'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { agentEnrollmentText } from '@pursestrings/protocol/agent-enrollment'
import { enterPersonalSpace } from '../../organizations/merchants/personal-spaces.ts'
import type { Limits } from '../../platform/http/limits.ts'
import type { TenantTx, Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { refuseMisleadingName, refuseMisleadingRuntime } from '../../rules/names/misleading-name.ts'
import { isSignedBy } from '../agents/activate-credential.ts'
import {
  activeAgentOfKey,
  addOwnAgent,
  checkedPublicKey,
  countOwnAgents,
  retireOwnAgentsBut,
} from '../agents/own-agents.ts'
import { connectedAgents } from '../connections/connections.reads.ts'
import { invitedAgents } from './connect-invitations.store.ts'
import { inviteWith, readTypedKey, refuseUnknownKey, spendConnectKey } from './connect-keys.ts'

interface Deps {
  readonly transactions: Transactions
  readonly limits: Limits
  readonly base_url: string
}

type Body = BodyOf<typeof operation>

export const enrollAgent = async ({ transactions, limits, base_url }: Deps, body: Body, address: string) => {
  refuseMisleadingName(body.name)
  refuseMisleadingRuntime(body.runtime)
  const key = readTypedKey(body.connect_key)
  const public_key = checkedPublicKey(body.public_key)
  if (!isSignedBy(public_key, agentEnrollmentText({ ...body, aud: base_url }), body.signature)) {
    throw new Refusal(enrollmentSignatureInvalid, { details: { audience: base_url } })
  }
  await limits.refuseIfSpent('wrong_connect_key_address', address)
  const enrolled = await transactions.asSystem(async (system) => {
    const device_id = await spendConnectKey(system, key)
    if (device_id === undefined) return undefined
    const tx = await enterPersonalSpace(system, device_id)
    const agent_id = await ownAgent(tx, { ...body, public_key }, device_id)
    return { agent_id, ...(await inviteWith(tx, { agent_id, device_id, requested_scopes: [...body.scopes] })) }
  })
  if (enrolled) return enrolled
  return refuseUnknownKey(limits, ['wrong_connect_key_address', address])
}

const ownAgent = async (
  tx: TenantTx,
  { kid, public_key, name, runtime }: Omit<Body, 'public_key'> & { readonly public_key: Buffer },
  wallet_id: Uuid,
): Promise<Uuid> => {
  const known = await activeAgentOfKey(tx, { kid, public_key })
  if (known !== undefined) return known
  const actor = idOf('dev', wallet_id)
  await makeRoom(tx, actor)
  return addOwnAgent(tx, { kid, public_key, name, runtime, actor })
}

/** Agents that were disconnected make room, when it is needed. The space is held: of many at once none overlooks another. */
const makeRoom = async (tx: TenantTx, actor: string): Promise<void> => {
  if ((await countOwnAgents(tx)) < OWN_AGENTS_MAX) return
  const kept = [...(await connectedAgents(tx)), ...(await invitedAgents(tx))]
  await retireOwnAgentsBut(tx, kept, actor)
  if ((await countOwnAgents(tx)) >= OWN_AGENTS_MAX) throw new Refusal(tooManyOwnAgents)
}
