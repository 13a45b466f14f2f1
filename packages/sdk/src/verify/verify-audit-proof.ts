/**
 * Whether one audit event is what the service once had, as `audit_events.prove` shows it: its way leads to the root of a head
 * in the log that you pinned, or of one that the service signed. Offline; the other events stay unknown.
 */
import {
  AUDIT_ENTRY_TYPE,
  AUDIT_HEAD_TYPE,
  AUDIT_PROOF_TYPE,
  type AuditEntry,
  type AuditProof,
} from '@pursestrings/protocol/audit-tree'
import { type Bytes, fromHex, utf8Of } from '@pursestrings/protocol/log/log-bytes'
import { canonicalObject } from '@pursestrings/protocol/log/log-entry'
import { type LogPolicy, readPolicy } from '@pursestrings/protocol/log/log-policy'
import { HASH_BYTES } from '@pursestrings/protocol/log/log-tiles'
import { isIncluded, leafHash } from '@pursestrings/protocol/log/merkle-tree'
import { readHeads } from './audit-heads.ts'
import { Broken, expect } from './read-receipt.ts'

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
