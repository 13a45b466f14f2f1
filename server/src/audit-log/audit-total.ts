/**
 * One hash over the audit heads of all tenants: the root of a tree (RFC 6962) whose leaves are tenants in the order of their
 * ids. The heads themselves would tell which tenants there are, and with many of them be too long to write every minute.
 */
import { toHex, utf8Of } from '@countersign/contract/log/log-bytes'
import { leafHash, rootOfHashes } from '@countersign/contract/log/merkle-tree'
import { canonicalJson } from '@countersign/contract/wire/canonical'
import type { Uuid } from '@countersign/contract/wire/ids'
import { sha256 } from '../log/read-log-key.ts'
import type { SystemTx } from '../postgres/transaction.ts'

export interface AuditTotal {
  readonly tenants: number
  readonly entries: number
  readonly root: string
}

export const readAuditTotal = async ({ client }: SystemTx): Promise<AuditTotal> => {
  const text = `select merchant_id, size::float, encode(root, 'hex') as root from audit_state order by merchant_id`
  const { rows } = await client.query<{ merchant_id: Uuid; size: number; root: string }>(text)
  const leaves = await Promise.all(
    rows.map(({ merchant_id, size, root }) =>
      leafHash(utf8Of(canonicalJson({ type: 'svc.audit_total.v1', merchant_id, size, root })), sha256),
    ),
  )
  const entries = rows.reduce((sum, { size }) => sum + size, 0)
  return { tenants: rows.length, entries, root: toHex(await rootOfHashes(leaves, sha256)) }
}
