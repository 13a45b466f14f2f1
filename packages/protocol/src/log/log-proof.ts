/** A proof that an entry is in the log, as one text to be kept (C2SP tlog-proof): where, the hashes, and a checkpoint. */
import { type Bytes, fromBase64, fromDecimal, hashFrom, type Sha256, toBase64, webSha256 } from './log-bytes.ts'
import { type JudgedNote, judgeNote, type LogPolicy } from './log-policy.ts'
import { isIncluded, leafHash } from './merkle-tree.ts'

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
