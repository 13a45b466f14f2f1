/** Whom an agent of the merchant can name now: recipients with a version that serves, and the domain that vouches for it. */
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { domainNames } from '../domains/domains.reads.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { selectActivePayees } from './active-payees.store.ts'

/** Newest first, strictly before the recipient that the cursor names. */
export const activePayees = async (tx: TenantTx, before: Uuid | undefined, limit: number) => {
  const rows = await selectActivePayees(tx, before, limit)
  const names = await domainNames(tx, [...new Set(rows.map((row) => row.vouched_by))])
  return rows.map(({ vouched_by, ...row }) => ({
    ...row,
    recipient_id: idOf('rcp', row.recipient_id),
    active_version_id: idOf('rcv', row.active_version_id),
    domain: names.get(vouched_by) as string,
  }))
}
