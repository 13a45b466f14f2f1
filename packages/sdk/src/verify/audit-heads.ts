/** The heads that come with audit events: each in the log that was pinned, or signed by a key that the log has. */
import { AUDIT_HEAD_TYP, AUDIT_HEAD_TYPE, type AuditHeads } from '@pursestrings/protocol/audit-tree'
import { utf8Of } from '@pursestrings/protocol/log/log-bytes'
import { canonicalObject, commitmentOf, readEntry, subjectTag } from '@pursestrings/protocol/log/log-entry'
import type { LogPolicy } from '@pursestrings/protocol/log/log-policy'
import { judgeProof } from '@pursestrings/protocol/log/log-proof'
import { readLoggedKeys } from './logged-keys.ts'
import { kidIn, readJws } from './read-jws.ts'
import { Broken, expect } from './read-receipt.ts'

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
