/** What each connection of a tenant was shown as, by its id. */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { TenantTx } from '../postgres/transaction.ts'
import { selectSources } from './connections.store.ts'
import type { Source } from './source.ts'

export const sourcesOfConnections = async (tx: TenantTx, ids: readonly Uuid[]): Promise<Map<Uuid, Source>> =>
  new Map((await selectSources(tx, ids)).map(({ connection_id, source }) => [connection_id, source]))
