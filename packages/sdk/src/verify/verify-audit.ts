/**
 * Whether a saved audit log is what the service once had: one line per event, as it was hashed, and a last line with the heads
 * to check them against. An event that was changed, added or taken away before a head leads to another root. Offline, against
 * the policy that you pinned. What came after the newest head in the payee log rests on the service's signature alone.
 */
import { AUDIT_EXPORT_TYPE, AUDIT_HEAD_TYPE, type AuditExport } from '@pursestrings/protocol/audit-tree'
import { canonicalJson } from '@pursestrings/protocol/canonical'
import { type Bytes, toHex, utf8Of } from '@pursestrings/protocol/log/log-bytes'
import { canonicalObject } from '@pursestrings/protocol/log/log-entry'
import { type LogPolicy, readPolicy } from '@pursestrings/protocol/log/log-policy'
import { leafHash, type Nodes, nodeHash, rootOf } from '@pursestrings/protocol/log/merkle-tree'
import { readHeads } from './audit-heads.ts'
import { Broken, expect } from './read-receipt.ts'

/** The file to save: entries as `audit_events.list_entries` shows them, and what `audit_events.read_head` answered. */
export const auditExport = (
  entries: readonly string[],
  { merchant_id, head_jws, keys, logged }: Omit<AuditExport, 'type'>,
): string =>
  [
    ...entries,
    canonicalJson({
      type: AUDIT_EXPORT_TYPE,
      merchant_id,
      head_jws,
      keys: keys.map(({ entry, proof }) => ({ entry, proof })),
      logged: logged.map(({ entry, opening, proof }) => ({ entry, opening, proof })),
    }),
    '',
  ].join('\n')

export interface AuditVerdict {
  readonly level: 'on_record' | 'signed' | 'broken'
  /** How many events the file has. */
  readonly entries: number
  /** How many of them are covered by a head in the payee log. */
  readonly on_record: number
  /** Whether the witnesses of the policy saw that log; false where the policy asks for none. */
  readonly witnessed: boolean
  readonly merchant_id?: string
  /** Why it is broken. */
  readonly reason?: string
}

const broken = (reason: string): AuditVerdict => ({
  level: 'broken',
  entries: 0,
  on_record: 0,
  witnessed: false,
  reason,
})

/** Throws `PolicyError` for a policy that can't be read, and for nothing else. */
export const verifyAudit = async (text: string, policy: LogPolicy | string): Promise<AuditVerdict> => {
  const believed = typeof policy === 'string' ? await readPolicy(policy) : policy
  try {
    return await judge(text, believed)
  } catch (error) {
    return broken(error instanceof Broken ? error.message : "This isn't a saved audit log that we can read.")
  }
}

/** Every complete subtree is hashed once, however many heads ask for it. */
const nodesOver = (leaves: readonly Bytes[]): Nodes => {
  const known = new Map<string, Promise<Bytes>>()
  const node = (level: number, index: number): Promise<Bytes> => {
    if (level === 0) return Promise.resolve(leaves[index] as Bytes)
    const name = `${level}/${index}`
    const made =
      known.get(name) ??
      Promise.all([node(level - 1, index * 2), node(level - 1, index * 2 + 1)]).then(([left, right]) =>
        nodeHash(left, right),
      )
    known.set(name, made)
    return made
  }
  return node
}

const readTrailer = (line: string): AuditExport => {
  const trailer = canonicalObject(line)
  expect(trailer?.['type'] === AUDIT_EXPORT_TYPE, "The last line isn't the end of a saved audit log.")
  return trailer as unknown as AuditExport
}

const judge = async (text: string, policy: LogPolicy): Promise<AuditVerdict> => {
  const lines = text.split('\n')
  expect(lines.pop() === '', 'The file is cut off.')
  const trailer = readTrailer(lines.pop() ?? '')
  const { merchant_id } = trailer
  const leaves = await Promise.all(lines.map((line) => leafHash(utf8Of(line))))
  const nodes = nodesOver(leaves)
  /** Whether the file begins with what a head says. */
  const expectPrefix = async (head: Readonly<Record<string, unknown>>, what: string): Promise<number> => {
    const size = Number(head['size'])
    expect(head['type'] === AUDIT_HEAD_TYPE && head['merchant_id'] === merchant_id, `${what} is of another audit log.`)
    expect(Number.isSafeInteger(size) && size <= leaves.length, `The file lacks events that ${what} has.`)
    const root = toHex(await rootOf(size, nodes))
    expect(root === head['root'], `An event up to number ${size} was changed: it isn't what ${what} has.`)
    return size
  }

  const { logged_heads, witnessed, signed_head } = await readHeads(trailer, policy)
  let on_record = 0
  for (const document of logged_heads)
    on_record = Math.max(on_record, await expectPrefix(document, 'a head in the log'))
  if (signed_head) {
    const size = await expectPrefix(signed_head, 'the signed head')
    expect(size === leaves.length, 'The file has events that the signed head lacks.')
  }
  expect(signed_head !== undefined || leaves.length === on_record, 'Nothing vouches for the newest events.')
  const level = on_record > 0 ? 'on_record' : 'signed'
  return { level, entries: leaves.length, on_record, witnessed, merchant_id }
}
