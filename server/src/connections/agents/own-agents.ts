/**
 * Agents of a personal space. Nobody is signed in who could register one: the key signs, and that the wallet's user gave it a
 * Connect Key is what it is let in for. So agent and key are there and work at once, and can do nothing until the wallet agrees.
 */
import {
  CREDENTIAL_LIFETIME_DAYS_MAX,
  credentialKeyTaken,
  privateKeySent,
} from '@pursestrings/contract/agent-credentials/records'
import { SCOPES } from '@pursestrings/contract/scopes'
import { validationFailed } from '@pursestrings/contract/transport-errors'
import { idOf, newUuidFor, type Uuid } from '@pursestrings/contract/wire/ids'
import { appendAuditEvent } from '../../organizations/audit-events/append-audit-event.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type CredentialRow, insertProvenCredential, selectAgentOfKey } from './agent-credentials.store.ts'
import { insertAgent, retireAgents, selectAgent, selectUnretired } from './agents.store.ts'
import { fingerprintOf, holdsPrivateKey, publicKeyOf } from './public-key.ts'

export const checkedPublicKey = (sent: string): Buffer => {
  if (holdsPrivateKey(sent)) throw new Refusal(privateKeySent)
  const parsed = publicKeyOf(sent)
  if (!('key' in parsed)) throw new Refusal(validationFailed, { issues: parsed.issues })
  return parsed.key
}

type Key = Pick<CredentialRow, 'kid' | 'public_key'>

/** Whose answer was lost, or whom the wallet refused, comes again with the same key. */
export const activeAgentOfKey = async (tx: TenantTx, key: Key): Promise<Uuid | undefined> => {
  const agent_id = await selectAgentOfKey(tx, key)
  const agent = agent_id && (await selectAgent(tx, agent_id))
  return agent?.status === 'active' ? agent.agent_id : undefined
}

interface OwnAgent extends Key {
  readonly name: string
  readonly runtime: string
  /** Wire id of the wallet. */
  readonly actor: string
}

export const addOwnAgent = async (tx: TenantTx, { name, runtime, kid, public_key, actor }: OwnAgent): Promise<Uuid> => {
  const [agent_id, credential_id] = [newUuidFor(tx.merchant_id), newUuidFor(tx.merchant_id)]
  const target = idOf('agt', agent_id)
  // What it may ask for at most is nobody's to say but the user's, who grants it.
  const described = { name, runtime, environment: 'testnet' as const, allowed_scopes: [...SCOPES] }
  await insertAgent(tx, { agent_id, ...described, status: 'active' })
  const credential = { agent_id, credential_id, kid, alg: 'Ed25519', public_key } as const
  if (!(await insertProvenCredential(tx, credential, CREDENTIAL_LIFETIME_DAYS_MAX))) {
    throw new Refusal(credentialKeyTaken)
  }
  await appendAuditEvent(tx, { action: 'agent.created', actor, target, details: described })
  await appendAuditEvent(tx, {
    action: 'agent_credential.activated',
    actor,
    target: idOf('crd', credential_id),
    details: { agent_id: target, kid, fingerprint: fingerprintOf(public_key) },
  })
  return agent_id
}

export const countOwnAgents = async (tx: TenantTx): Promise<number> => (await selectUnretired(tx)).length

/** All but these: nothing is connected with them any more, and nobody waits for them. */
export const retireOwnAgentsBut = async (tx: TenantTx, kept: readonly Uuid[], actor: string): Promise<void> => {
  const ended = (await selectUnretired(tx)).filter((agent_id) => !kept.includes(agent_id))
  if (ended.length === 0) return
  await retireAgents(tx, ended)
  for (const agent_id of ended) {
    const details = { status: { from: 'active', to: 'retired' } }
    await appendAuditEvent(tx, { action: 'agent.updated', actor, target: idOf('agt', agent_id), details })
  }
}
