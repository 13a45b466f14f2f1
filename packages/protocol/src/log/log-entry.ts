/**
 * What stands in the payee log: who changed is hidden behind hashes, and whoever holds the opening can show what a hash
 * means. Entries are canonical JSON; what is not byte for byte canonical is no entry.
 */
import { canonicalJson } from '../canonical.ts'
import {
  type Bytes,
  fromBase64,
  fromDecimal,
  fromHex,
  hashFrom,
  joined,
  type Sha256,
  textOf,
  toBase64,
  toHex,
  utf8Of,
  webSha256,
} from './log-bytes.ts'
import { type JudgedNote, judgeNote, type LogPolicy } from './log-policy.ts'
import { isIncluded, leafHash } from './merkle-tree.ts'

export const PAYEE_ENTRY_TYPE = 'svc.log.payee.v1'
export const DOMAIN_ENTRY_TYPE = 'svc.log.domain.v1'
export const KEY_ENTRY_TYPE = 'svc.log.key.v1'
export const AUDIT_HEAD_ENTRY_TYPE = 'svc.log.audit_head.v1'
export const PAYEE_OPENING_TYPE = 'svc.payee_opening.v1'
export const ENTRY_BYTES_MAX = 1024

interface Numbered {
  readonly at: string
  readonly seq: number
  readonly subject_tag: string
}

export interface PayeeEntry extends Numbered {
  readonly type: typeof PAYEE_ENTRY_TYPE
  readonly event: 'cooling' | 'activated' | 'retired'
  readonly serves_at?: string
  readonly domain_tag: string
  readonly commitment: string
}

export interface DomainEntry extends Numbered {
  readonly type: typeof DOMAIN_ENTRY_TYPE
  readonly event: 'verified' | 'lapsed'
  readonly domain_tag: string
  readonly commitment: string
}

export interface KeyEntry extends Numbered {
  readonly type: typeof KEY_ENTRY_TYPE
  readonly purpose: string
  readonly kid: string
  readonly jwk: Readonly<Record<string, unknown>>
  readonly state: 'added' | 'retired' | 'compromised'
  readonly until?: string
}

export interface AuditHeadEntry extends Numbered {
  readonly type: typeof AUDIT_HEAD_ENTRY_TYPE
  readonly commitment: string
}

export type LogEntry = PayeeEntry | DomainEntry | KeyEntry | AuditHeadEntry

const TYPES: readonly unknown[] = [PAYEE_ENTRY_TYPE, DOMAIN_ENTRY_TYPE, KEY_ENTRY_TYPE, AUDIT_HEAD_ENTRY_TYPE]
const TAG = /^[0-9a-f]{64}$/

/** Undefined for what is no entry of a kind that is known here; a log may hold kinds of a later day. */
export const readEntry = (bytes: Bytes): LogEntry | undefined => {
  const text = bytes.length <= ENTRY_BYTES_MAX ? textOf(bytes) : undefined
  const entry = text === undefined ? undefined : canonicalObject(text)
  if (!entry || !TYPES.includes(entry['type'])) return undefined
  const { at, seq, subject_tag } = entry
  const tagged = typeof subject_tag === 'string' && TAG.test(subject_tag)
  const numbered = tagged && Number.isSafeInteger(seq) && Number(seq) > 0
  return numbered && typeof at === 'string' ? (entry as unknown as LogEntry) : undefined
}

/** Undefined where a text is not the canonical JSON of an object: then it has no one meaning. */
export const canonicalObject = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    const plain = typeof value === 'object' && value !== null && !Array.isArray(value)
    return plain && canonicalJson(value) === text ? (value as Readonly<Record<string, unknown>>) : undefined
  } catch {
    return undefined
  }
}

const tag = async (label: string, text: string, sha256: Sha256): Promise<string> =>
  toHex(await sha256(utf8Of(`${label}\n${text}`)))

export const domainTag = (domain: string, sha256: Sha256 = webSha256): Promise<string> =>
  tag('svc.log.domain_tag.v1', domain, sha256)

export const subjectTag = (kind: 'recipient' | 'domain' | 'keys' | 'tenant', id: string, sha256: Sha256 = webSha256) =>
  tag(`svc.log.subject.${kind}.v1`, id, sha256)

export interface Opening {
  /** 32 random bytes in hex: without them nobody can try out documents against a commitment. */
  readonly salt: string
  /** Canonical JSON. */
  readonly document: string
}

/** Undefined where the salt is not 32 bytes. */
export const commitmentOf = async (
  type: string,
  { salt, document }: Opening,
  sha256: Sha256 = webSha256,
): Promise<string | undefined> => {
  const bytes = fromHex(salt)
  if (bytes?.length !== 32) return undefined
  return toHex(await sha256(joined(utf8Of(`${type}\n`), bytes, utf8Of(document))))
}

// A proof that an entry is in the log, as one text to be kept (C2SP tlog-proof): where, the hashes, and a checkpoint.

const FIRST_LINE = 'c2sp.org/tlog-proof@v1'
/** A tree of 2^53 leaves has no longer proofs. */
const HASHES_MAX = 53

export interface LogProof {
  readonly index: number
  readonly hashes: readonly Bytes[]
  /** With its signatures. */
  readonly checkpoint: string
}

export const proofText = ({ index, hashes, checkpoint }: LogProof): string =>
  `${[FIRST_LINE, `index ${index}`, ...hashes.map(toBase64)].join('\n')}\n\n${checkpoint}`

/** Undefined for what is no proof. Extra data is allowed and not looked at: nothing holds it. */
export const readProof = (text: string): LogProof | undefined => {
  const end = text.indexOf('\n\n')
  const [first, ...lines] = text.slice(0, Math.max(end, 0)).split('\n')
  if (first !== FIRST_LINE) return undefined
  if (lines[0]?.startsWith('extra ') && fromBase64(lines.shift()?.slice(6) ?? '') === undefined) return undefined
  const place = lines.shift() ?? ''
  const index = place.startsWith('index ') ? fromDecimal(place.slice(6)) : undefined
  const hashes = lines.map(hashFrom)
  if (index === undefined || hashes.length > HASHES_MAX) return undefined
  return hashes.every((hash) => hash !== undefined) ? { index, hashes, checkpoint: text.slice(end + 2) } : undefined
}

/** Undefined where the proof does not show that this entry is in a log of the policy. Whether witnesses saw it is told apart. */
export const judgeProof = async (
  policy: LogPolicy,
  entry: Bytes,
  text: string,
  sha256: Sha256 = webSha256,
): Promise<(JudgedNote & { readonly index: number }) | undefined> => {
  const proof = readProof(text)
  const judged = proof && (await judgeNote(policy, proof.checkpoint))
  if (!proof || !judged) return undefined
  const { size, root } = judged.checkpoint
  const leaf = await leafHash(entry, sha256)
  const included = await isIncluded({ index: proof.index, size, leaf, proof: proof.hashes, root }, sha256)
  return included ? { ...judged, index: proof.index } : undefined
}
