/** The heads that come with audit events: each in the log that was pinned, or signed by a key that the log has. */
import { AUDIT_HEAD_TYP, AUDIT_HEAD_TYPE, type AuditHeads } from '@pursestrings/protocol/audit-tree'
import { utf8Of } from '@pursestrings/protocol/log/log-bytes'
import { canonicalObject, commitmentOf, judgeProof, readEntry, subjectTag } from '@pursestrings/protocol/log/log-entry'
import type { JudgedNote, LogPolicy } from '@pursestrings/protocol/log/log-policy'
import type { Receipt } from '@pursestrings/protocol/receipt'
import { type JwsKey, kidIn, readJws } from './read-jws.ts'
import { Broken, expect } from './read-receipt.ts'

// The service's own keys count because their entries are in the log that was pinned.

interface LoggedKey extends JwsKey {
  readonly purpose: string
  readonly judged: JudgedNote
}

/** Keys of the service that the log has; throws `Broken` where one of them is not in it. */
export const readLoggedKeys = async (policy: LogPolicy, keys: Receipt['keys']): Promise<LoggedKey[]> => {
  const found: LoggedKey[] = []
  for (const { entry: text, proof } of keys) {
    const entry = readEntry(utf8Of(text))
    if (entry?.type !== 'svc.log.key.v1' || entry.state !== 'added')
      throw new Broken("A key's log entry doesn't add a key.")
    const { purpose, kid, jwk } = entry
    expect(entry.subject_tag === (await subjectTag('keys', purpose)), "A key's log entry is about something else.")
    expect(!found.some((one) => one.kid === kid && one.purpose === purpose), 'A key is listed twice.')
    const judged = await judgeProof(policy, utf8Of(text), proof)
    if (!judged) throw new Broken("A key of the service isn't in the log that you pinned.")
    found.push({ purpose, kid, jwk, judged })
  }
  return found
}

type Head = Readonly<Record<string, unknown>>

export interface ReadHeads {
  /** The newest first, without a gap. */
  readonly logged_heads: readonly Head[]
  /** Whether the witnesses of the policy saw that log. */
  readonly witnessed: boolean
  readonly signed_head: Head | undefined
}

/** Throws `Broken`. What they say is for the caller to compare. */
export const readHeads = async (
  { merchant_id, head_jws, keys: shown, logged }: AuditHeads,
  policy: LogPolicy,
): Promise<ReadHeads> => {
  const subject = await subjectTag('tenant', merchant_id)
  const logged_heads: Head[] = []
  let witnessed = logged.length > 0 && policy.quorum !== 'none'
  let next: number | undefined
  let origin: string | undefined
  for (const { entry: entry_text, opening, proof } of logged) {
    const entry = readEntry(utf8Of(entry_text))
    if (entry?.type !== 'svc.log.audit_head.v1' || entry.subject_tag !== subject)
      throw new Broken('A log entry is about something else.')
    expect(
      entry.commitment === (await commitmentOf(AUDIT_HEAD_TYPE, opening)),
      "An opening doesn't match its log entry.",
    )
    expect(next === undefined || entry.seq === next - 1, 'A head that the log has is left out.')
    next = entry.seq
    const judged = await judgeProof(policy, utf8Of(entry_text), proof)
    if (!judged) throw new Broken("A head isn't in the log that you pinned.")
    expect(origin === undefined || judged.checkpoint.origin === origin, 'The heads are in different logs.')
    origin = judged.checkpoint.origin
    witnessed &&= judged.quorum
    const document = canonicalObject(opening.document)
    if (!document) throw new Broken("An opening isn't canonical JSON.")
    logged_heads.push(document)
  }
  if (head_jws === null) return { logged_heads, witnessed, signed_head: undefined }
  const keys = await readLoggedKeys(policy, shown)
  const key = keys.find((one) => one.purpose === 'receipt' && one.kid === kidIn(head_jws))
  const signed_head = key && (await readJws(head_jws, AUDIT_HEAD_TYP, key))
  if (!signed_head) throw new Broken('No receipt key of the service signed the head.')
  return { logged_heads, witnessed, signed_head }
}
