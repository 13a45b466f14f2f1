/**
 * Is the payee of a request on public record? Checks what the service shows against the payee log and the policy that the
 * wallet pinned: the entry is about this payee, its opening says what the request says, it is in the log, enough witnesses saw
 * the log, and it is the log that this wallet saw before. With WebCrypto alone; nobody is believed because they serve it.
 */

import {
  AUDIT_ENTRY_TYPE,
  AUDIT_HEAD_TYPE,
  AUDIT_PROOF_TYPE,
  type AuditEntry,
  type AuditProof,
} from '@pursestrings/protocol/audit-tree'
import { type Bytes, fromBase64, fromHex, utf8Of } from '@pursestrings/protocol/log/log-bytes'
import { canonicalObject, domainTag, judgeProof, readEntry, subjectTag } from '@pursestrings/protocol/log/log-entry'
import { judgeNote, type LogPolicy, readPolicy } from '@pursestrings/protocol/log/log-policy'
import { HASH_BYTES } from '@pursestrings/protocol/log/log-tiles'
import { type Head, isConsistent, isIncluded, leafHash } from '@pursestrings/protocol/log/merkle-tree'
import { readHeads } from './audit-heads.ts'
import { openingFault, type PayeeClaim } from './read-jws.ts'
import { Broken, expect } from './read-receipt.ts'

// Whether one audit event is what the service once had, as `audit_events.prove` shows it: its way leads to the root of a head
// in the log that you pinned, or of one that the service signed. Offline; the other events stay unknown.

export interface AuditProofVerdict {
  readonly level: 'on_record' | 'signed' | 'broken'
  /** Whether the witnesses of the policy saw that log; false where the policy asks for none. */
  readonly witnessed: boolean
  readonly merchant_id?: string
  /** What is proven. */
  readonly event?: AuditEntry
  /** Why it is broken. */
  readonly reason?: string
}

/** Throws `PolicyError` for a policy that can't be read, and for nothing else. */
export const verifyAuditProof = async (text: string, policy: LogPolicy | string): Promise<AuditProofVerdict> => {
  const believed = typeof policy === 'string' ? await readPolicy(policy) : policy
  try {
    return await judge(text.replace(/\n$/, ''), believed)
  } catch (error) {
    const reason = error instanceof Broken ? error.message : "This isn't a proof that we can read."
    return { level: 'broken', witnessed: false, reason }
  }
}

const judge = async (text: string, policy: LogPolicy): Promise<AuditProofVerdict> => {
  const read = canonicalObject(text)
  expect(read?.['type'] === AUDIT_PROOF_TYPE, "This isn't a proof of an audit event.")
  const proof = read as unknown as AuditProof
  const { merchant_id, index, hashes } = proof
  const { logged_heads, witnessed, signed_head } = await readHeads(proof, policy)
  const [on_record] = logged_heads
  const head = on_record ?? signed_head
  if (!head) throw new Broken('Nothing vouches for the event.')
  expect(head['type'] === AUDIT_HEAD_TYPE && head['merchant_id'] === merchant_id, 'The head is of another audit log.')
  const entry = canonicalObject(proof.event)
  expect(entry?.['type'] === AUDIT_ENTRY_TYPE && Number.isSafeInteger(index), "This isn't a proof of an audit event.")
  const way = {
    index,
    size: Number(head['size']),
    leaf: await leafHash(utf8Of(proof.event)),
    proof: hashes.map(hashOf),
    root: hashOf(String(head['root'])),
  }
  expect(await isIncluded(way), "The event isn't what the head has.")
  const { type: _type, ...event } = entry ?? {}
  return { level: on_record ? 'on_record' : 'signed', witnessed, merchant_id, event: event as unknown as AuditEntry }
}

const hashOf = (text: string): Bytes => {
  const bytes = fromHex(text)
  if (bytes?.length !== HASH_BYTES) throw new Broken("A hash isn't one.")
  return bytes
}

export { judgeProof, readProof } from '@pursestrings/protocol/log/log-entry'
export {
  type JudgedNote,
  judgeNote,
  type LogPolicy,
  PolicyError,
  readPolicy,
} from '@pursestrings/protocol/log/log-policy'
export type { ReadLogFile } from '@pursestrings/protocol/log/log-tiles'
export {
  checkpointText,
  originOf,
  readCheckpoint,
  verifierKeyOf,
  verifierKeyText,
  WITNESS_KEY_TYPE,
} from '@pursestrings/protocol/log/signed-note'
export type { Receipt, ReceiptPart, ReceiptStatement } from '@pursestrings/protocol/receipt'
export { type LogMirror, mirrorLog } from './mirror-log.ts'
export type { PayeeClaim } from './read-jws.ts'
export { type CompromisedKeys, LogUnreadableError, readCompromisedKeys } from './read-jws.ts'
export { type AuditVerdict, auditExport, verifyAudit } from './verify-audit.ts'
export {
  type HistoryVerdict,
  type OnRecordOptions,
  type PayeeHistory,
  PayeeNotOnRecordError,
  type PayeeStanding,
  requireOnRecord,
  verifyHistory,
} from './verify-history.ts'
export {
  bindingSentence,
  MISSING_MARKS,
  RECEIPT_LEVELS,
  type ReceiptLevel,
  type ReceiptMark,
  type ReceiptOptions,
  type ReceiptVerdict,
  verifyReceipt,
} from './verify-receipt.ts'
export {
  type Watch,
  type Watched,
  type WatchedPayee,
  type WatchState,
  watchLog,
} from './watch-log.ts'
export { type KeptCheckpoint, type LogWitness, type WitnessKey, type WitnessState, witnessLog } from './witness-log.ts'

/** As `payees.read_record` answers; null where it answers that there is none. */
export interface PayeeRecord {
  readonly entry: string
  readonly opening: { readonly salt: string; readonly document: string } | null
  readonly evidence: string | null
  readonly proof: string | null
}

/** What a wallet keeps of a log from one check to the next, so that nobody can show it another one later. */
export interface LogMemory {
  /** The newest checkpoint that was kept of the log with this name. */
  read(origin: string): Promise<string | undefined>
  write(origin: string, checkpoint: string): Promise<void>
  /** The hashes of `consistency` of `log.prove`, or the same from the log's files. */
  prove(old_size: number, size: number): Promise<readonly string[]>
}

export type PayeeOutcome =
  | { readonly outcome: 'on_record'; readonly since: string; readonly index: number }
  /** It was activated within the last minute: ask again, and do not sign yet. */
  | { readonly outcome: 'pending' }
  | { readonly outcome: 'not_on_record'; readonly reason: string }
  | { readonly outcome: 'unwitnessed'; readonly reason: string }
  /** Two heads that exclude each other, both signed by the log: keep them, they prove it. */
  | { readonly outcome: 'split_view'; readonly checkpoints: readonly [string, string] }

/** The log promises to show an entry within this long. */
const MERGE_DELAY_MS = 60_000

const no = (reason: string): PayeeOutcome => ({ outcome: 'not_on_record', reason })

export const verifyPayee = async (
  claim: PayeeClaim,
  record: PayeeRecord | null,
  policy: LogPolicy | string,
  memory: LogMemory,
): Promise<PayeeOutcome> => {
  if (record === null) return no('The service has no record of this payee.')
  const believed = typeof policy === 'string' ? await readPolicy(policy) : policy
  const bytes = utf8Of(record.entry)
  const entry = readEntry(bytes)
  if (entry?.type !== 'svc.log.payee.v1' || entry.event !== 'activated')
    return no("The log entry doesn't activate a payee.")
  if (entry.subject_tag !== (await subjectTag('recipient', claim.recipient_id)))
    return no('The log entry is about another payee.')
  if (entry.domain_tag !== (await domainTag(claim.payee.domain))) return no('The log entry is about another domain.')
  const differs = await openingFault(claim, record, entry.commitment)
  if (differs !== undefined) return no(differs)
  if (record.proof === null) {
    const young = Math.abs(Date.now() - Date.parse(entry.at)) < MERGE_DELAY_MS
    return young ? { outcome: 'pending' } : no("The log should show this entry by now, but it doesn't.")
  }
  const judged = await judgeProof(believed, bytes, record.proof)
  if (!judged) return no("The proof doesn't show that the entry is in the log that you pinned.")
  const shown = record.proof.slice(record.proof.indexOf('\n\n') + 2)
  const other = await otherView(believed, judged.checkpoint, shown, memory)
  if (other !== undefined) return { outcome: 'split_view', checkpoints: [other, shown] }
  if (!judged.quorum)
    return { outcome: 'unwitnessed', reason: 'Too few of the witnesses that you pinned have signed this log.' }
  return { outcome: 'on_record', since: entry.at, index: judged.index }
}

/** A checkpoint that this wallet saw and that the shown one excludes; the larger of two that agree is kept. */
const otherView = async (
  policy: LogPolicy,
  shown: Head & { readonly origin: string },
  note: string,
  memory: LogMemory,
): Promise<string | undefined> => {
  const kept = await memory.read(shown.origin)
  const seen = kept === undefined ? undefined : (await judgeNote(policy, kept))?.checkpoint
  if (kept === undefined || seen === undefined) {
    await memory.write(shown.origin, note)
    return undefined
  }
  const [older, newer] = seen.size <= shown.size ? [seen, shown] : [shown, seen]
  const needed = older.size > 0 && older.size < newer.size
  const hashes = (needed ? await memory.prove(older.size, newer.size) : []).map(
    (one) => fromBase64(one) ?? new Uint8Array(),
  )
  if (!(await isConsistent(older, newer, hashes))) return kept
  if (newer === shown) await memory.write(shown.origin, note)
  return undefined
}
