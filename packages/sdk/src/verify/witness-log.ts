/**
 * A witness of logs (C2SP tlog-witness): it signs that it saw a head, and only if that head goes on from the one that it saw
 * before. Whoever asks for a witness's signature knows that a log can not show them what it hides from others.
 */
import { fromBase64, fromDecimal, sameBytes, toHex, utf8Of, webSha256 } from '@pursestrings/protocol/log/log-bytes'
import { judgeNote, type LogPolicy } from '@pursestrings/protocol/log/log-policy'
import { type Head, isConsistent } from '@pursestrings/protocol/log/merkle-tree'
import {
  cosignature,
  cosignedText,
  noteOf,
  signatureLine,
  type VerifierKey,
} from '@pursestrings/protocol/log/signed-note'

/** What a witness remembers of one log. */
export interface KeptCheckpoint {
  /** The newest head that it signed, with the log's signature and its own. */
  readonly checkpoint: string
  /** Heads that the log signed and that do not go on from it: they prove what the log did. */
  readonly refused: readonly string[]
}

export interface WitnessState {
  read(origin: string): Promise<KeptCheckpoint | undefined>
  /** Must be on disk when it resolves: what is forgotten could be signed a second time, differently. */
  write(origin: string, kept: KeptCheckpoint): Promise<void>
}

export interface WitnessKey {
  readonly verifier: VerifierKey
  /** Ed25519 over the UTF-8 of a text. */
  sign(text: string): Promise<Uint8Array<ArrayBuffer>>
}

export interface WitnessAnswer {
  readonly status: 200 | 400 | 403 | 404 | 409 | 422
  readonly body: string
}

export interface LogWitness {
  /** `POST /add-checkpoint` */
  add(body: string): Promise<WitnessAnswer>
  /** `GET /<SHA-256 of the origin>/checkpoint` */
  newest(origin_hash: string): Promise<string | undefined>
}

/** No proof is longer. */
const HASHES_MAX = 63
const REFUSED_MAX = 16

const say = (status: WitnessAnswer['status'], body: string): WitnessAnswer => ({ status, body: `${body}\n` })

interface Asked {
  readonly old: number
  readonly hashes: readonly Uint8Array<ArrayBuffer>[]
  readonly note: string
}

const readAsked = (body: string): Asked | undefined => {
  const end = body.indexOf('\n\n')
  const [first = '', ...lines] = body.slice(0, Math.max(end, 0)).split('\n')
  const old = first.startsWith('old ') ? fromDecimal(first.slice(4)) : undefined
  const hashes = lines.map(fromBase64)
  const whole = hashes.every((hash) => hash?.length === 32) && hashes.length <= HASHES_MAX
  return old === undefined || !whole ? undefined : { old, hashes: hashes as Asked['hashes'], note: body.slice(end + 2) }
}

export const witnessLog = (
  policy: LogPolicy,
  key: WitnessKey,
  state: WitnessState,
  now_s = () => Math.floor(Date.now() / 1000),
): LogWitness => {
  const origins = [...new Set(policy.logs.map((log) => log.key.name))]

  const add = async (body: string): Promise<WitnessAnswer> => {
    const asked = readAsked(body)
    if (!asked) return say(400, "This isn't a witness request.")
    const [origin = ''] = asked.note.split('\n', 1)
    if (!origins.includes(origin)) return say(404, "This witness doesn't know that log.")
    const judged = await judgeNote(policy, asked.note)
    if (!judged) return say(403, "That log's key didn't sign this checkpoint.")
    const { checkpoint, note } = judged
    if (asked.old > checkpoint.size) return say(400, 'The old size is larger than the new size.')
    const kept = await state.read(origin)
    const seen: Head | undefined = kept && (await judgeNote(policy, kept.checkpoint))?.checkpoint
    if (kept && !seen) throw new Error(`the saved state of this witness for ${origin} can't be read`)
    const refuse = async (answer: WitnessAnswer): Promise<WitnessAnswer> => {
      if (kept && kept.refused.length < REFUSED_MAX && !kept.refused.includes(asked.note)) {
        await state.write(origin, { ...kept, refused: [...kept.refused, asked.note] })
      }
      return answer
    }
    if (asked.old !== (seen?.size ?? 0)) return say(409, String(seen?.size ?? 0))
    if (seen && seen.size === checkpoint.size && !sameBytes(seen.root, checkpoint.root)) {
      return refuse(say(409, String(seen.size)))
    }
    const before = seen ?? { size: 0, root: checkpoint.root }
    if (!(await isConsistent(before, checkpoint, asked.hashes))) {
      return refuse(say(422, "This checkpoint doesn't extend the one that this witness signed before."))
    }
    const time_s = now_s()
    const line = signatureLine(key.verifier, cosignature(time_s, await key.sign(cosignedText(time_s, note.text))))
    const by_log = note.signatures.filter(({ name }) => name === origin).map((one) => one.line)
    await state.write(origin, { checkpoint: noteOf(note.text, [...by_log, line]), refused: kept?.refused ?? [] })
    return say(200, line)
  }

  // One after the other: two that are judged at once could both go on from the same head, and exclude each other.
  let turn: Promise<unknown> = Promise.resolve()
  return {
    add(body) {
      const mine = turn.then(() => add(body))
      turn = mine.catch(() => {})
      return mine
    },
    async newest(origin_hash) {
      for (const origin of origins) {
        if (toHex(await webSha256(utf8Of(origin))) === origin_hash) return (await state.read(origin))?.checkpoint
      }
      return undefined
    },
  }
}
