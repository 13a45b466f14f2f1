/**
 * What stands in the payee log: who changed is hidden behind hashes, and whoever holds the opening can show what a hash
 * means. Entries are canonical JSON; what is not byte for byte canonical is no entry.
 */
import { canonicalJson } from '../canonical.ts'
import { type Bytes, fromHex, joined, type Sha256, textOf, toHex, utf8Of, webSha256 } from './log-bytes.ts'

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
