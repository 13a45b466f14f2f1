import { listAuditEvents } from '@countersign/contract/audit-events/operations'
import type { Uuid } from '@countersign/contract/wire/ids'
import type { Route } from '../http/route.ts'
import type { SystemTx, Transactions } from '../postgres/transaction.ts'
import { listWithNames } from './list-audit-events.ts'

interface Deps {
  readonly transactions: Transactions
  /** The mailboxes of people, who belong to a module above this one. */
  readonly readEmails: (tx: SystemTx, account_ids: readonly Uuid[]) => Promise<ReadonlyMap<Uuid, string>>
}

export const auditEventRoutes = (route: Route, deps: Deps): void => {
  route(listAuditEvents, ({ caller, query }) => listWithNames(deps, caller.merchant_id, query))
}
