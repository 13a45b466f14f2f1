/** How far an organization's audit log goes, signed, with the heads that the payee log has; and its entries as they were hashed. */
import { AUDIT_HEAD_TYP, AUDIT_HEAD_TYPE, auditEntryText } from '@countersign/contract/audit-events/audit-tree'
import { AUDIT_ENTRIES_A_PAGE } from '@countersign/contract/audit-events/tree-operations'
import { subjectTag } from '@countersign/contract/log/log-entry'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import type { KeySource } from '../facts-keys/key-set.ts'
import { receiptSignerOf } from '../facts-keys/receipt-signer.ts'
import { proofOf, provenAbout } from '../log/prove.ts'
import { sha256 } from '../log/read-log-key.ts'
import type { SystemTx } from '../postgres/transaction.ts'
import { type LoggedRow, selectHeads, selectKey, selectLeaves, selectState } from './audit-log.store.ts'

const HEADS_MAX = 100

const proven = async (tx: SystemTx, row: LoggedRow | undefined) => {
  const proof = row && (await proofOf(tx, Number(row.log_index)))?.proof
  return row && proof != null ? { entry: row.entry, proof } : undefined
}

const tagOf = async (kind: 'tenant' | 'keys', id: string) => Buffer.from(await subjectTag(kind, id, sha256), 'hex')

export interface HeadDeps {
  readonly receipt_keys: KeySource
  readonly now: () => Date
}

export const readAuditHead = async (
  tx: SystemTx,
  tenant: Uuid,
  { receipt_keys, now }: HeadDeps,
  heads_max = HEADS_MAX,
) => {
  const merchant_id = idOf('mer', tenant)
  const state = await selectState(tx, tenant)
  const head = {
    merchant_id,
    size: state?.size ?? 0,
    root: (state?.root ?? Buffer.from(await sha256(new Uint8Array()))).toString('hex'),
    at: now().toISOString(),
  }
  const set = receipt_keys()
  const { first } = set
  const key = first && (await proven(tx, await selectKey(tx, await tagOf('keys', 'receipt'), first.kid)))
  const openings = new Map(
    (await selectHeads(tx, tenant, heads_max)).map(({ commitment, salt, document }) => [
      commitment.toString('hex'),
      { salt: salt.toString('hex'), document },
    ]),
  )
  const logged = []
  for (const shown of await provenAbout(tx, await tagOf('tenant', merchant_id), heads_max)) {
    const opening = openings.get((JSON.parse(shown.entry) as { commitment: string }).commitment)
    if (opening) logged.push({ ...shown, opening })
  }
  return {
    ...head,
    head_jws: first ? receiptSignerOf(() => set)(AUDIT_HEAD_TYP, { type: AUDIT_HEAD_TYPE, ...head }) : null,
    keys: key ? [key] : [],
    logged,
  }
}

export const listAuditEntries = async (
  tx: SystemTx,
  merchant_id: Uuid,
  from: number,
  at_most = AUDIT_ENTRIES_A_PAGE,
) => {
  const rows = await selectLeaves(tx, merchant_id, from, at_most)
  const entries = rows.map((row) => auditEntryText({ ...row, audit_event_id: idOf('aud', row.audit_event_id) }))
  return { entries, next_from: rows.length < at_most ? null : from + rows.length }
}
