/**
 * Is the payee of a request on public record? Checks what the service shows against the payee log and the policy that the
 * wallet pinned: the entry is about this payee, its opening says what the request says, it is in the log, enough witnesses saw
 * the log, and it is the log that this wallet saw before. With WebCrypto alone; nobody is believed because they serve it.
 */
import { fromBase64, utf8Of } from '@pursestrings/protocol/log/log-bytes'
import { domainTag, readEntry, subjectTag } from '@pursestrings/protocol/log/log-entry'
import { judgeNote, type LogPolicy, readPolicy } from '@pursestrings/protocol/log/log-policy'
import { judgeProof } from '@pursestrings/protocol/log/log-proof'
import { type Head, isConsistent } from '@pursestrings/protocol/log/merkle-tree'
import { openingFault, type PayeeClaim } from './opening-fault.ts'

export { checkpointText, originOf, readCheckpoint } from '@pursestrings/protocol/log/checkpoint'
export {
  type JudgedNote,
  judgeNote,
  type LogPolicy,
  PolicyError,
  readPolicy,
} from '@pursestrings/protocol/log/log-policy'
export { judgeProof, readProof } from '@pursestrings/protocol/log/log-proof'
export type { ReadLogFile } from '@pursestrings/protocol/log/log-reader'
export { verifierKeyOf, verifierKeyText, WITNESS_KEY_TYPE } from '@pursestrings/protocol/log/signed-note'
export type { Receipt, ReceiptPart, ReceiptStatement } from '@pursestrings/protocol/receipt'
export { type CompromisedKeys, LogUnreadableError, readCompromisedKeys } from './compromised-keys.ts'
export { type LogMirror, mirrorLog } from './mirror-log.ts'
export type { PayeeClaim } from './opening-fault.ts'
export {
  type OnRecordOptions,
  PayeeNotOnRecordError,
  type PayeeStanding,
  requireOnRecord,
} from './require-on-record.ts'
export { type AuditVerdict, auditExport, verifyAudit } from './verify-audit.ts'
export { type AuditProofVerdict, verifyAuditProof } from './verify-audit-proof.ts'
export { type HistoryVerdict, type PayeeHistory, verifyHistory } from './verify-history.ts'
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
  /** The hashes of `log.prove_consistency`, or the same from the log's files. */
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
