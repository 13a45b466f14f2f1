/** What one account did in an organization, newest first. */
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import type { TenantTx } from '../postgres/transaction.ts'
import { selectAuditEvents } from './audit-events.store.ts'

const AT_MOST = 100_000

export const deedsOf = (tx: TenantTx, account_id: Uuid) =>
  selectAuditEvents(tx, { actor: idOf('acc', account_id) }, AT_MOST)
