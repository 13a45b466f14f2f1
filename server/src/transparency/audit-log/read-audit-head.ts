/** How far an organization's audit log goes, signed, with the heads that the payee log has; and its entries as they were hashed. */

import { AUDIT_ENTRIES_A_PAGE } from '@pursestrings/contract/audit-events/operations'
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import {
  AUDIT_HEAD_TYP,
  AUDIT_HEAD_TYPE,
  AUDIT_PROOF_TYPE,
  type AuditHead,
  type AuditProof,
  auditEntryText,
} from '@pursestrings/protocol/audit-tree'
import { canonicalJson } from '@pursestrings/protocol/canonical'
import { toHex, utf8Of } from '@pursestrings/protocol/log/log-bytes'
import { subjectTag } from '@pursestrings/protocol/log/log-entry'
import { nodesOfTiles, type ReadTile, TILE_WIDTH } from '@pursestrings/protocol/log/log-tiles'
import { hashesOf, inclusionRanges, leafHash, rootOfHashes } from '@pursestrings/protocol/log/merkle-tree'
import type { SystemTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { receiptSignerOf } from '../facts-keys/facts-keys.ts'
import type { KeySource } from '../facts-keys/read-facts-keys.ts'
import { plain } from '../log/log-tree.reads.ts'
import { proofOf, provenAbout } from '../log/prove.ts'
import { sha256 } from '../log/read-log-key.ts'
import {
  type LoggedRow,
  selectHashes,
  selectHeads,
  selectKey,
  selectLeaves,
  selectPlace,
  selectState,
} from './audit-log.store.ts'

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

// One audit event with its way to the root of a head, for somebody who may not see the others.

/** The newest that is published covers all before it; one that is not yet published stands before it. */
const HEADS_LOOKED_AT = 3

export const proveAuditEvent = async (
  tx: SystemTx,
  { merchant_id, audit_event_id }: { merchant_id: Uuid; audit_event_id: Uuid },
  deps: HeadDeps,
): Promise<{ proof: string }> => {
  const index = await selectPlace(tx, merchant_id, audit_event_id)
  const [event] = index === undefined ? [] : (await listAuditEntries(tx, merchant_id, index, 1)).entries
  if (index === undefined || event === undefined) throw new Refusal(resourceNotFound)
  const {
    size: signed_size,
    head_jws,
    keys,
    logged,
    ...of
  } = await readAuditHead(tx, merchant_id, deps, HEADS_LOOKED_AT)
  const [newest] = logged
  const logged_size = newest ? (JSON.parse(newest.opening.document) as AuditHead).size : 0
  const on_record = newest !== undefined && index < logged_size
  const size = on_record ? logged_size : signed_size
  const readTile: ReadTile = async ({ level, tile, width }) => {
    const from = tile * TILE_WIDTH
    return (await selectHashes(tx, merchant_id, level, from, from + width)).map(plain)
  }
  const nodes = nodesOfTiles(size, readTile, sha256)
  const proof: AuditProof = {
    type: AUDIT_PROOF_TYPE,
    merchant_id: of.merchant_id,
    event,
    index,
    hashes: (await hashesOf(inclusionRanges(index, size), nodes, sha256)).map(toHex),
    ...(on_record ? { head_jws: null, keys: [], logged: [newest] } : { head_jws, keys, logged: [] }),
  }
  return { proof: canonicalJson(proof) }
}

/**
 * One hash over the audit heads of all tenants: the root of a tree (RFC 6962) whose leaves are tenants in the order of their
 * ids. The heads themselves would tell which tenants there are, and with many of them be too long to write every minute.
 */
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
