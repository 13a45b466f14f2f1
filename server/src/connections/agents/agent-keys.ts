/** The keys that agents prove themselves with now, as the wallet is shown them that is to approve one or has done so. */
import { type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import type { SystemTx, TenantTx } from '../../platform/postgres/transaction.ts'

/** More than anybody turns over at once. */
const KEYS_MAX = 20

interface AgentKey {
  readonly kid: string
  readonly public_key: string
}

export const agentKeysOf = async ({ client }: SystemTx | TenantTx, agent_id: Uuid): Promise<AgentKey[]> => {
  const text =
    'select kid, public_key from usable_agent_credentials where agent_id = $1 order by credential_id limit $2'
  const { rows } = await client.query<{ kid: string; public_key: Buffer }>(text, [agent_id, KEYS_MAX])
  return rows.map(({ kid, public_key }) => ({ kid, public_key: public_key.toString('base64url') }))
}

/** A record on the wire that a wallet has yet to decide, with the keys of its agent. */
export const withAgentKeys = async <R extends { readonly source: { readonly agent_id: string } }>(
  tx: SystemTx | TenantTx,
  record: R,
) => ({ ...record, agent_keys: await agentKeysOf(tx, uuidOf('agt', record.source.agent_id)) })
