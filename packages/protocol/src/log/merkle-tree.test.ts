import { hash } from 'node:crypto'
import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { type Bytes, type Sha256, toHex, utf8Of } from './log-bytes.ts'
import { hashesInTile, nodesOfTiles, readTilePath, TILE_WIDTH, tilePath, widthOf } from './log-tiles.ts'
import {
  consistencyRanges,
  hashesOf,
  inclusionRanges,
  isConsistent,
  isIncluded,
  leafHash,
  nodeHash,
  rootOf,
  rootOfHashes,
} from './merkle-tree.ts'

const atOnce: Sha256 = (bytes) => new Uint8Array(hash('sha256', bytes, 'buffer'))

/** The definition of RFC 6962, 2.1, word for word. */
const definedRoot = async (leaves: readonly Bytes[]): Promise<Bytes> => {
  if (leaves.length === 0) return atOnce(new Uint8Array())
  if (leaves.length === 1) return leaves[0] as Bytes
  let k = 1
  while (k * 2 < leaves.length) k *= 2
  return nodeHash(await definedRoot(leaves.slice(0, k)), await definedRoot(leaves.slice(k)), atOnce)
}

const leavesOf = (count: number): Promise<Bytes[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => leafHash(utf8Of(`leaf ${at}`), atOnce)))

/** A tree as a log keeps it: full tiles, and what stands beside them at the edge. */
const tilesOf = async (leaves: readonly Bytes[]) => {
  const levels: Bytes[][] = [[...leaves]]
  for (let row = levels[0] as Bytes[]; row.length >= TILE_WIDTH; ) {
    const above: Bytes[] = []
    for (let at = 0; at + TILE_WIDTH <= row.length; at += TILE_WIDTH) {
      above.push(await rootOfHashes(row.slice(at, at + TILE_WIDTH), atOnce))
    }
    levels.push(above)
    row = above
  }
  return nodesOfTiles(
    leaves.length,
    async ({ level, tile, width }) => (levels[level] ?? []).slice(tile * TILE_WIDTH, tile * TILE_WIDTH + width),
    atOnce,
  )
}

const sizes = fc.integer({ min: 1, max: 700 })

test.prop([sizes], { numRuns: 25 })('a root from tiles is the root that RFC 6962 defines', async (size) => {
  const leaves = await leavesOf(size)
  const root = toHex(await definedRoot(leaves))
  expect(toHex(await rootOf(size, await tilesOf(leaves), atOnce))).toBe(root)
  expect(toHex(await rootOfHashes(leaves, atOnce))).toBe(root)
})

test('an empty tree has the hash of nothing', async () => {
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  expect(toHex(await rootOf(0, () => new Uint8Array()))).toBe(empty)
  expect(toHex(await rootOfHashes([]))).toBe(empty)
})

test.prop([sizes, fc.nat(), fc.nat()], { numRuns: 60 })(
  'a leaf is proven at its place, and at no other, and no other leaf there',
  async (size, a, b) => {
    const [index, elsewhere] = [a % size, b % size]
    const leaves = await leavesOf(size)
    const nodes = await tilesOf(leaves)
    const root = await rootOf(size, nodes, atOnce)
    const proof = await hashesOf(inclusionRanges(index, size), nodes, atOnce)
    const leaf = leaves[index] as Bytes
    expect(await isIncluded({ index, size, leaf, proof, root }, atOnce)).toBe(true)
    if (elsewhere !== index) {
      expect(await isIncluded({ index: elsewhere, size, leaf, proof, root }, atOnce)).toBe(false)
      expect(await isIncluded({ index, size, leaf: leaves[elsewhere] as Bytes, proof, root }, atOnce)).toBe(false)
    }
    expect(await isIncluded({ index, size, leaf, proof: [...proof, root], root }, atOnce)).toBe(false)
    if (proof.length > 0)
      expect(await isIncluded({ index, size, leaf, proof: proof.slice(1), root }, atOnce)).toBe(false)
    expect(await isIncluded({ index: size, size, leaf, proof, root }, atOnce)).toBe(false)
  },
)

test.prop([sizes, fc.nat(), fc.nat()], { numRuns: 60 })(
  'a tree is proven to begin with an older one, and not with one that differs in any leaf',
  async (size, a, b) => {
    const old = a % (size + 1)
    const leaves = await leavesOf(size)
    const nodes = await tilesOf(leaves)
    const newer = { size, root: await rootOf(size, nodes, atOnce) }
    const older = { size: old, root: await rootOf(old, nodes, atOnce) }
    const proof = await hashesOf(consistencyRanges(old, size), nodes, atOnce)
    expect(await isConsistent(older, newer, proof, atOnce)).toBe(true)
    expect(await isConsistent(newer, older, proof, atOnce)).toBe(old === size)
    if (old === 0) return
    const other = leaves.slice(0, old).with(b % old, atOnce(utf8Of('another leaf')) as Bytes)
    const forked = { size: old, root: await rootOfHashes(other, atOnce) }
    expect(await isConsistent(forked, newer, proof, atOnce)).toBe(false)
    if (proof.length > 0) {
      expect(await isConsistent(older, newer, proof.slice(0, -1), atOnce)).toBe(false)
      expect(await isConsistent(older, newer, proof.with(b % proof.length, newer.root), atOnce)).toBe(false)
    }
  },
)

test.prop([fc.integer({ min: 0, max: 2 ** 40 }), fc.integer({ min: 1, max: 256 }), fc.integer({ min: 0, max: 63 })])(
  'the path of a tile has one spelling',
  (tile, width, level) => {
    expect(readTilePath(tilePath({ level, tile, width }))).toEqual({ level, tile, width })
  },
)

test('the paths of tlog-tiles, and what is none', () => {
  expect(tilePath({ level: 0, tile: 1_234_067, width: 256 })).toBe('tile/0/x001/x234/067')
  expect(tilePath({ level: 'entries', tile: 0, width: 7 })).toBe('tile/entries/000.p/7')
  for (const path of [
    'tile/64/000',
    'tile/00/000',
    'tile/0/x000/001',
    'tile/0/000.p/256',
    'tile/0/000.p/0',
    'tile/0/000.p/07',
    'tile/0/0',
    'tile/x/000',
    'tile/0/000/',
  ]) {
    expect([path, readTilePath(path)]).toEqual([path, undefined])
  }
  expect([0, 1, 2].map((level) => widthOf({ level, tile: 0 }, 70_000))).toEqual([256, 256, 1])
  expect(widthOf({ level: 0, tile: 273 }, 70_000)).toBe(112)
  expect(hashesInTile(new Uint8Array(63), 2)).toBeUndefined()
})
