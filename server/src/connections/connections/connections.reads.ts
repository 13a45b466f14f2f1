/** What others read of connections, and what is shown of where one came from. */
import type { Source as SourceSchema } from '@pursestrings/contract/connections/records'
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { CURRENT } from '@pursestrings/contract/wire/inputs'
import type { Static } from 'typebox'
import { readMerchant } from '../../organizations/merchants/merchants.reads.ts'
import { firstVerifiedDomain } from '../../payees/domains/domains.reads.ts'
import type { TenantTx, WalletTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { readAgent } from '../agents/agents.ts'
import {
  type ConnectionRow,
  connectionOnWire,
  selectConnectedAgents,
  selectConnection,
  selectConnectionOfTenant,
  selectConnections,
} from './connections.store.ts'

// Every connection of a wallet, for those who look through all of them.

const MAX = 1_000

export const connectionsOfDevice = (tx: WalletTx): Promise<ConnectionRow[]> => selectConnections(tx, undefined, MAX)

/** One connection of a wallet, for those who tell more of it. */
export const readConnection = async (tx: WalletTx, connection_id: Uuid) => {
  const row = await selectConnection(tx, connection_id)
  if (!row) throw new Refusal(resourceNotFound)
  return { merchant_id: row.merchant_id, connection: connectionOnWire(row) }
}

/** An agent has one connection: it is named by its id, or as `current`. */
export const ownConnection = ({ connection_id }: { readonly connection_id: Uuid }, named: string): Uuid => {
  if (named !== CURRENT && uuidOf('con', named) !== connection_id) throw new Refusal(resourceNotFound)
  return connection_id
}

export const connectedAgents = (tx: TenantTx): Promise<Uuid[]> => selectConnectedAgents(tx)

export const readConnectionOfAgent = async (tx: TenantTx, connection_id: Uuid) =>
  connectionOnWire(await selectConnectionOfTenant(tx, connection_id))

/**
 * Who asks, as the wallet is shown it: agent, organization and the domain that it is known by (specification 2.1), or that it is the
 * user's own. Taken down when
 * an agent asks, since a wallet cannot look into a tenant, and what the user agreed to must not change afterwards.
 */
export type Source = Static<typeof SourceSchema>

export const sourceOf = async (tx: TenantTx, agent_id: Uuid): Promise<Source> => {
  const merchant = await readMerchant(tx, tx.merchant_id)
  const verified_domain = await firstVerifiedDomain(tx)
  const { name, runtime } = await readAgent(tx, agent_id)
  return {
    agent_id: idOf('agt', agent_id),
    agent_name: name,
    runtime,
    merchant_name: merchant.name,
    verified_domain,
    ...(merchant.kind === 'personal' && { personal: true }),
  }
}
