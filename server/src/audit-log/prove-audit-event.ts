/** One audit event with its way to the root of a head, for somebody who may not see the others. */
import { AUDIT_PROOF_TYPE, type AuditHead, type AuditProof } from '@countersign/contract/audit-events/audit-tree'
import { toHex } from '@countersign/contract/log/log-bytes'
import { nodesOfTiles, type ReadTile, TILE_WIDTH } from '@countersign/contract/log/log-tiles'
import { hashesOf, inclusionRanges } from '@countersign/contract/log/merkle-tree'
import { resourceNotFound } from '@countersign/contract/transport-errors'
import { canonicalJson } from '@countersign/contract/wire/canonical'
import type { Uuid } from '@countersign/contract/wire/ids'
import { plain } from '../log/log-tree.reads.ts'
import { sha256 } from '../log/read-log-key.ts'
import type { SystemTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { selectHashes, selectPlace } from './audit-log.store.ts'
import { type HeadDeps, listAuditEntries, readAuditHead } from './read-audit-head.ts'

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
