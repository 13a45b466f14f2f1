/**
 * Signed notes (C2SP signed-note): a text, an empty line, and lines with signatures. A key is known by its name and by four
 * bytes of a hash; lines of unknown keys are left aside. Ed25519 as a log's key (0x01) and as a witness's (0x04).
 */
import {
  type Bytes,
  fromBase64,
  fromDecimal,
  hashFrom,
  joined,
  type Sha256,
  sameBytes,
  toBase64,
  toHex,
  utf8Of,
  webSha256,
} from './log-bytes.ts'
import type { Head } from './merkle-tree.ts'

export const LOG_KEY_TYPE = 1
export const WITNESS_KEY_TYPE = 4

export interface VerifierKey {
  readonly name: string
  readonly type: number
  /** Raw, 32 bytes. */
  readonly key: Bytes
  readonly id: Bytes
}

export interface NoteSignature {
  readonly name: string
  readonly id: Bytes
  readonly signature: Bytes
  /** As it stands in the note, without its newline. */
  readonly line: string
}

export interface SignedNote {
  /** With its last newline: what is signed. */
  readonly text: string
  readonly signatures: readonly NoteSignature[]
}

/** More lines are not looked at, and longer notes not at all. */
const SIGNATURES_MAX = 64
const NOTE_MAX = 65_536
const NAME = /^[^\s+\p{Cc}]+$/u

const keyId = async (name: string, type: number, key: Bytes, sha256: Sha256): Promise<Bytes> =>
  (await sha256(joined(utf8Of(`${name}\n`), Uint8Array.of(type), key))).slice(0, 4)

export const verifierKeyOf = async (
  { name, type, key }: Omit<VerifierKey, 'id'>,
  sha256: Sha256 = webSha256,
): Promise<VerifierKey> => {
  if (!NAME.test(name)) throw new TypeError(`a key cannot be called ${JSON.stringify(name)}`)
  return { name, type, key, id: await keyId(name, type, key, sha256) }
}

export const verifierKeyText = ({ name, type, key, id }: VerifierKey): string =>
  `${name}+${toHex(id)}+${toBase64(joined(Uint8Array.of(type), key))}`

/** Undefined for what is no key of ours: another form, another type, or an id that is not the key's. */
export const readVerifierKey = async (text: string, sha256: Sha256 = webSha256): Promise<VerifierKey | undefined> => {
  const [, name = '', id = '', data = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/su.exec(text) ?? []
  const bytes = fromBase64(data)
  const type = bytes?.[0] ?? 0
  if (bytes?.length !== 33 || (type !== LOG_KEY_TYPE && type !== WITNESS_KEY_TYPE) || !NAME.test(name)) return undefined
  const read = await verifierKeyOf({ name, type, key: bytes.slice(1) }, sha256)
  return toHex(read.id) === id ? read : undefined
}

export const signatureLine = ({ name, id }: Pick<VerifierKey, 'name' | 'id'>, signature: Bytes): string =>
  `\u2014 ${name} ${toBase64(joined(id, signature))}`

export const noteOf = (text: string, lines: readonly string[]): string =>
  `${text}\n${lines.map((line) => `${line}\n`).join('')}`

/** Undefined for what is no signed note. */
export const readNote = (note: string): SignedNote | undefined => {
  if (note.length > NOTE_MAX || !note.isWellFormed() || /[^\n\P{Cc}]/u.test(note)) return undefined
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || !note.endsWith('\n')) return undefined
  const text = note.slice(0, end + 1)
  const lines = note.slice(end + 2, -1).split('\n')
  if (lines.length > SIGNATURES_MAX) return undefined
  const signatures = lines.map(readSignatureLine)
  return signatures.every((one) => one !== undefined) ? { text, signatures } : undefined
}

export const readSignatureLine = (line: string): NoteSignature | undefined => {
  const [dash, name = '', data = '', ...more] = line.split(' ')
  const bytes = fromBase64(data)
  if (dash !== '\u2014' || !NAME.test(name) || bytes === undefined || bytes.length < 5 || more.length > 0)
    return undefined
  return { name, id: bytes.slice(0, 4), signature: bytes.slice(4), line }
}

export const signaturesBy = ({ name, id }: VerifierKey, note: SignedNote): readonly NoteSignature[] =>
  note.signatures.filter((one) => one.name === name && sameBytes(one.id, id))

const isSigned = async (key: Bytes, text: string, signature: Bytes): Promise<boolean> => {
  if (signature.length !== 64) return false
  try {
    const verifier = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', verifier, signature, utf8Of(text))
  } catch {
    return false
  }
}

/**
 * When a key signed this note, in seconds, where it says so; a log's key says nothing (0). Undefined where it did not sign,
 * or where one of its lines is wrong: a known key with a bad signature is never passed over.
 */
export const signedAt = async (key: VerifierKey, note: SignedNote): Promise<number | undefined> => {
  let found: number | undefined
  for (const { signature } of signaturesBy(key, note)) {
    const time = key.type === WITNESS_KEY_TYPE ? timeIn(signature) : 0
    if (time === undefined) return undefined
    const holds =
      key.type === WITNESS_KEY_TYPE
        ? await isSigned(key.key, cosignedText(time, note.text), signature.slice(8))
        : await isSigned(key.key, note.text, signature)
    if (!holds) return undefined
    found = Math.max(found ?? 0, time)
  }
  return found
}

/** What a witness signs (C2SP tlog-cosignature): the checkpoint as it saw it, at a time. */
export const cosignedText = (time_s: number, text: string): string => `cosignature/v1\ntime ${time_s}\n${text}`

/** Before the signature itself stand eight bytes of time. */
export const cosignature = (time_s: number, signature: Bytes): Bytes => {
  const time = new Uint8Array(8)
  new DataView(time.buffer).setBigUint64(0, BigInt(time_s))
  return joined(time, signature)
}

const timeIn = (signature: Bytes): number | undefined => {
  if (signature.length !== 72) return undefined
  const time = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0)
  return time <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(time) : undefined
}

// The head of a log as a text (C2SP tlog-checkpoint): which log, how many leaves, which root.

export interface Checkpoint extends Head {
  readonly origin: string
}

/** The name of a service's log: its address without the scheme. */
export const originOf = (issuer: string): string => `${issuer.replace(/^https?:\/\//, '').replace(/\/+$/, '')}/log`

export const checkpointText = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${toBase64(root)}\n`

/** Further lines are allowed and say nothing to us. Undefined for what is no checkpoint. */
export const readCheckpoint = (text: string): Checkpoint | undefined => {
  const [origin = '', number = '', hash = '', ...more] = text.split('\n')
  const [size, root] = [fromDecimal(number), hashFrom(hash)]
  if (more.at(-1) !== '' || more.slice(0, -1).includes('')) return undefined
  return origin === '' || size === undefined || root === undefined ? undefined : { origin, size, root }
}
