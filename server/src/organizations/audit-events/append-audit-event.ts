/** Every change by an operator leaves a line, in the change's own transaction. */
import type { AuditAction } from '@pursestrings/contract/audit-events/records'
import { newUuidFor } from '@pursestrings/contract/wire/ids'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { insertAuditEvent } from './audit-events.store.ts'

interface Deed {
  readonly action: AuditAction
  /** Wire id of who did it. */
  readonly actor: string
  /** Wire id of what it was done to. */
  readonly target: string
  /** Never secrets: only what an auditor needs to see what changed. */
  readonly details?: Readonly<Record<string, unknown>>
}

export const appendAuditEvent = (tx: TenantTx, { details = {}, ...deed }: Deed): Promise<void> =>
  insertAuditEvent(tx, { ...deed, details: JSON.stringify(details), audit_event_id: newUuidFor(tx.merchant_id) })

/** Who runs the service and changed something of an organization's, and why. */
export interface ByOperator {
  /** As the audit log names them. */
  readonly actor: string
  /** The organization reads it in its audit log. */
  readonly reason: string
}
