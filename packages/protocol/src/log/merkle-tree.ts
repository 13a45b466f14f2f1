/**
 * The tree of RFC 6962 (and 9162): which hashes a root or a proof is made of, and whether a proof holds. Sizes are numbers
 * up to 2^53, so halving is done by division: the bit operators of the language stop at 2^31.
 */
import { type Bytes, joined, type Sha256, sameBytes, webSha256 } from './log-bytes.ts'

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

export const leafHash = async (entry: Bytes, sha256: Sha256 = webSha256): Promise<Bytes> => sha256(joined(LEAF, entry))

export const nodeHash = (left: Bytes, right: Bytes, sha256: Sha256 = webSha256): Bytes | Promise<Bytes> =>
  sha256(joined(NODE, left, right))

/** The hash over a complete subtree: 2^level leaves, of which the first is index · 2^level. */
export type Nodes = (level: number, index: number) => Bytes | Promise<Bytes>

/** From one leaf to before another. */
export type Range = readonly [from: number, to: number]

const half = (n: number): number => Math.floor(n / 2)
const isOdd = (n: number): boolean => n % 2 === 1

/** The largest power of two below n. */
const split = (n: number): number => {
  let k = 1
  while (k * 2 < n) k *= 2
  return k
}

export const isPowerOfTwo = (n: number): boolean => n > 0 && 2 ** Math.round(Math.log2(n)) === n

/** The complete subtrees that a range is made of, from left to right. */
const subtreesOf = ([from, to]: Range): { level: number; index: number }[] => {
  const found = []
  for (let at = from; at < to; ) {
    let level = 0
    let width = 1
    while (at % (width * 2) === 0 && at + width * 2 <= to) {
      width *= 2
      level++
    }
    found.push({ level, index: at / width })
    at += width
  }
  return found
}

/** Of a range that the tree has: the whole, or one side of a split. */
export const hashOfRange = async (range: Range, nodes: Nodes, sha256: Sha256 = webSha256): Promise<Bytes> => {
  const hashes = await Promise.all(subtreesOf(range).map(async ({ level, index }) => nodes(level, index)))
  let hash = hashes.pop()
  if (hash === undefined) return sha256(new Uint8Array())
  for (const left of hashes.toReversed()) hash = await nodeHash(left, hash, sha256)
  return hash
}

export const rootOf = (size: number, nodes: Nodes, sha256?: Sha256): Promise<Bytes> =>
  hashOfRange([0, size], nodes, sha256)

/** Over hashes that stand side by side: leaves, or complete subtrees of one level. */
export const rootOfHashes = async (hashes: readonly Bytes[], sha256: Sha256 = webSha256): Promise<Bytes> => {
  let row = hashes
  if (row.length === 0) return sha256(new Uint8Array())
  while (row.length > 1) {
    const above: Bytes[] = []
    for (let at = 0; at < row.length; at += 2) {
      const [left, right] = [row[at] as Bytes, row[at + 1]]
      above.push(right === undefined ? left : await nodeHash(left, right, sha256))
    }
    row = above
  }
  return row[0] as Bytes
}

/** What proves that a leaf is in a tree, from its neighbor up. */
export const inclusionRanges = (index: number, size: number): Range[] => {
  if (!(index >= 0 && index < size)) throw new RangeError(`a tree of ${size} leaves has no leaf ${index}`)
  const path = (from: number, to: number): Range[] => {
    if (to - from === 1) return []
    const middle = from + split(to - from)
    return index < middle ? [...path(from, middle), [middle, to]] : [...path(middle, to), [from, middle]]
  }
  return path(0, size)
}

/** What proves that a tree begins with an older one. */
export const consistencyRanges = (old: number, size: number): Range[] => {
  if (!(old >= 0 && old <= size)) throw new RangeError(`a tree of ${size} leaves does not begin with one of ${old}`)
  if (old === 0) return []
  const path = (from: number, to: number, whole: boolean): Range[] => {
    if (old === to) return whole ? [] : [[from, to]]
    const middle = from + split(to - from)
    return old <= middle ? [...path(from, middle, whole), [middle, to]] : [...path(middle, to, false), [from, middle]]
  }
  return path(0, size, true)
}

export const hashesOf = (ranges: readonly Range[], nodes: Nodes, sha256?: Sha256): Promise<Bytes[]> =>
  Promise.all(ranges.map((range) => hashOfRange(range, nodes, sha256)))

interface Inclusion {
  readonly index: number
  readonly size: number
  readonly leaf: Bytes
  readonly proof: readonly Bytes[]
  readonly root: Bytes
}

export const isIncluded = async (
  { index, size, leaf, proof, root }: Inclusion,
  sha256: Sha256 = webSha256,
): Promise<boolean> => {
  if (!(index >= 0 && index < size)) return false
  let [at, last, hash] = [index, size - 1, leaf]
  for (const other of proof) {
    if (last === 0) return false
    if (isOdd(at) || at === last) {
      hash = await nodeHash(other, hash, sha256)
      for (; !isOdd(at) && at !== 0; at = half(at)) last = half(last)
    } else {
      hash = await nodeHash(hash, other, sha256)
    }
    at = half(at)
    last = half(last)
  }
  return last === 0 && sameBytes(hash, root)
}

export interface Head {
  readonly size: number
  readonly root: Bytes
}

/** Does the newer tree begin with all of the older one, in its order? */
export const isConsistent = async (
  older: Head,
  newer: Head,
  proof: readonly Bytes[],
  sha256: Sha256 = webSha256,
): Promise<boolean> => {
  if (older.size > newer.size) return false
  if (older.size === newer.size) return proof.length === 0 && sameBytes(older.root, newer.root)
  if (older.size === 0) return proof.length === 0
  const [first, ...others] = isPowerOfTwo(older.size) ? [older.root, ...proof] : proof
  if (first === undefined) return false
  let [at, last] = [older.size - 1, newer.size - 1]
  for (; isOdd(at); at = half(at)) last = half(last)
  let [was, is] = [first, first]
  for (const other of others) {
    if (last === 0) return false
    if (isOdd(at) || at === last) {
      was = await nodeHash(other, was, sha256)
      is = await nodeHash(other, is, sha256)
      for (; !isOdd(at) && at !== 0; at = half(at)) last = half(last)
    } else {
      is = await nodeHash(is, other, sha256)
    }
    at = half(at)
    last = half(last)
  }
  return last === 0 && sameBytes(was, older.root) && sameBytes(is, newer.root)
}
