/**
 * Whom a verifier believes (C2SP tlog-policy): the log's keys, the witnesses' keys, and how many witnesses are enough. It is
 * the one root of trust, pinned by whoever verifies; what the service serves of it is there to be compared.
 */

import { type Sha256, sameBytes, webSha256 } from './log-bytes.ts'
import {
  type Checkpoint,
  LOG_KEY_TYPE,
  readCheckpoint,
  readNote,
  readVerifierKey,
  type SignedNote,
  signedAt,
  type VerifierKey,
  verifierKeyText,
  WITNESS_KEY_TYPE,
} from './signed-note.ts'

export interface KnownKey {
  readonly key: VerifierKey
  readonly url?: string
}

export interface Witness extends KnownKey {
  readonly name: string
}

interface Group {
  readonly name: string
  readonly least: number
  readonly members: readonly string[]
}

export interface LogPolicy {
  readonly logs: readonly KnownKey[]
  readonly witnesses: readonly Witness[]
  readonly groups: readonly Group[]
  /** A witness, a group, or `none`. */
  readonly quorum: string
}

/** The line of a policy that cannot be read, and why. */
export class PolicyError extends TypeError {
  override readonly name = 'PolicyError'
}

const ALLOWED = /^[\t\n\u0020-\u007e\u0080-\uffff]*$/
const EACH_MAX = 64

export const readPolicy = async (text: string, sha256: Sha256 = webSha256): Promise<LogPolicy> => {
  if (text.length > 65_536 || !ALLOWED.test(text)) throw new PolicyError("this isn't a policy file")
  const logs: KnownKey[] = []
  const witnesses: Witness[] = []
  const groups: Group[] = []
  const names = new Set<string>()
  const taken = new Set<string>()
  let quorum: string | undefined
  for (const [at, line] of text.split('\n').entries()) {
    const [word = '', ...rest] = line.split(/[\t ]+/).filter((item) => item !== '')
    if (word === '' || word.startsWith('#')) continue
    const fail = (why: string): never => {
      throw new PolicyError(`line ${at + 1} of the policy: ${why}`)
    }
    const keyOf = async (vkey: string | undefined, type: number, known: readonly KnownKey[]): Promise<VerifierKey> => {
      const key = (await readVerifierKey(vkey ?? '', sha256)) ?? fail("this isn't a key that we can read")
      if (key.type !== type)
        fail(type === LOG_KEY_TYPE ? 'this is not the key of a log' : 'this is not the key of a witness')
      if (known.some((one) => sameBytes(one.key.key, key.key))) fail('this key is listed twice')
      return key
    }
    const define = (name: string | undefined): string => {
      if (name === undefined || name === 'none' || names.has(name)) return fail('a name is missing, taken, or "none"')
      names.add(name)
      return name
    }
    if (word === 'log' && rest.length <= 2) {
      const [vkey, url] = rest
      logs.push({ key: await keyOf(vkey, LOG_KEY_TYPE, logs), ...(url !== undefined && { url }) })
    } else if (word === 'witness' && rest.length <= 3) {
      const [name, vkey, url] = rest
      const key = await keyOf(vkey, WITNESS_KEY_TYPE, witnesses)
      witnesses.push({ name: define(name), key, ...(url !== undefined && { url }) })
    } else if (word === 'group') {
      const [name, count = '', ...members] = rest
      for (const member of members) {
        if (!names.has(member) || taken.has(member)) fail(`${member} is not defined above, or a member already`)
        taken.add(member)
      }
      const least =
        count === 'all' ? members.length : count === 'any' ? 1 : /^[1-9][0-9]*$/.test(count) ? Number(count) : 0
      if (least < 1 || least > members.length) fail('a group needs "all", "any" or a number of its members')
      groups.push({ name: define(name), least, members })
    } else if (word === 'quorum' && rest.length === 1 && quorum === undefined) {
      quorum = rest[0] as string
      if (quorum !== 'none' && !names.has(quorum)) fail(`${quorum} is not defined above`)
    } else {
      fail(`"${word}" with these words means nothing here`)
    }
    if (Math.max(logs.length, witnesses.length, groups.length) > EACH_MAX) fail('more than 64 of a kind')
  }
  if (quorum === undefined) throw new PolicyError('the policy has no line "quorum": write "quorum none" for none')
  return { logs, witnesses, groups, quorum }
}

export const policyText = ({ logs, witnesses, groups, quorum }: LogPolicy): string =>
  [
    ...logs.map(({ key, url }) => ['log', verifierKeyText(key), url]),
    ...witnesses.map(({ name, key, url }) => ['witness', name, verifierKeyText(key), url]),
    ...groups.map(({ name, least, members }) => ['group', name, least, ...members]),
    ['quorum', quorum],
  ]
    .map((words) => `${words.filter((word) => word !== undefined).join(' ')}\n`)
    .join('')

export const hasQuorum = ({ groups, quorum }: LogPolicy, cosigners: ReadonlySet<string>): boolean => {
  const seen = new Set(cosigners)
  for (const { name, least, members } of groups) {
    if (members.filter((member) => seen.has(member)).length >= least) seen.add(name)
  }
  return quorum === 'none' || seen.has(quorum)
}

export interface JudgedNote {
  readonly checkpoint: Checkpoint
  readonly note: SignedNote
  /** Who of the policy's witnesses saw it, and when (seconds since 1970). */
  readonly witnesses: readonly { readonly name: string; readonly time_s: number }[]
  readonly quorum: boolean
}

/** A witness's clock may be ahead by this much. */
const AHEAD_S = 300

/** Undefined where no log of the policy signed it under its own name: then nothing else about it matters. */
export const judgeNote = async (
  policy: LogPolicy,
  text: string,
  { now_s = Math.floor(Date.now() / 1000) }: { now_s?: number } = {},
): Promise<JudgedNote | undefined> => {
  const note = readNote(text)
  const checkpoint = note && readCheckpoint(note.text)
  if (!note || !checkpoint) return undefined
  const signers = policy.logs.filter(({ key }) => key.name === checkpoint.origin)
  const signed = await Promise.all(signers.map(({ key }) => signedAt(key, note)))
  if (!signed.some((time) => time !== undefined)) return undefined
  const times = await Promise.all(policy.witnesses.map(({ key }) => signedAt(key, note)))
  const witnesses = policy.witnesses.flatMap(({ name }, at) => {
    const time_s = times[at]
    return time_s !== undefined && time_s <= now_s + AHEAD_S ? [{ name, time_s }] : []
  })
  return { checkpoint, note, witnesses, quorum: hasQuorum(policy, new Set(witnesses.map(({ name }) => name))) }
}
