/** One endpoint, or the answer that there is none for this credential. */

import { resourceNotFound } from '@countersign/contract/transport-errors'
import type { Uuid } from '@countersign/contract/wire/ids'
import type { TenantTx } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { lockEndpoint, selectEndpoint, selectSealed } from './endpoints.store.ts'

const found = <R>(row: R | undefined): R => {
  if (row === undefined) throw new Refusal(resourceNotFound)
  return row
}

export const readEndpoint = async (tx: TenantTx, webhook_endpoint_id: Uuid) =>
  found(await selectEndpoint(tx, webhook_endpoint_id))

/** Changes to one endpoint wait for each other here. */
export const holdEndpoint = async (tx: TenantTx, webhook_endpoint_id: Uuid) =>
  found(await lockEndpoint(tx, webhook_endpoint_id))

/** With what is needed to sign for it. */
export const readSealedEndpoint = async (tx: TenantTx, webhook_endpoint_id: Uuid) =>
  found(await selectSealed(tx, webhook_endpoint_id))
