/** New leaves at the right edge of the tree: which tiles become full, and what the root is then. Pure. */
import { type Bytes, joined, type Sha256, webSha256 } from './log-bytes.ts'
import { hashesAtLevel, TILE_WIDTH } from './log-tiles.ts'
import { rootOfHashes } from './merkle-tree.ts'

export interface FullTile {
  readonly level: number
  readonly tile: number
  readonly hashes: Bytes
  readonly root: Bytes
}

/** The hashes of a level that are in no full tile yet, from one to before another. */
export type ReadEdge = (level: number, from: number, to: number) => Promise<readonly Bytes[]>

interface Grown {
  readonly root: Bytes
  readonly tiles: readonly FullTile[]
  /** By level: the hashes that are in no full tile, at the new right edge. */
  readonly open: readonly (readonly Bytes[])[]
}

export const growTree = async (
  size: number,
  leaves: readonly Bytes[],
  readEdge: ReadEdge,
  sha256: Sha256 = webSha256,
): Promise<Grown> => {
  const tiles: FullTile[] = []
  const open: (readonly Bytes[])[] = []
  let coming = leaves
  for (let level = 0; coming.length > 0 || hashesAtLevel(level, size) > 0; level++) {
    const count = hashesAtLevel(level, size)
    const first = Math.floor(count / TILE_WIDTH)
    const edge = await readEdge(level, first * TILE_WIDTH, count)
    if (edge.length !== count - first * TILE_WIDTH) throw new Error(`the log lacks hashes of level ${level}`)
    const row = [...edge, ...coming]
    const above: Bytes[] = []
    let at = 0
    for (; at + TILE_WIDTH <= row.length; at += TILE_WIDTH) {
      const hashes = row.slice(at, at + TILE_WIDTH)
      const root = await rootOfHashes(hashes, sha256)
      tiles.push({ level, tile: first + at / TILE_WIDTH, hashes: joined(...hashes), root })
      above.push(root)
    }
    open.push(row.slice(at))
    coming = above
  }
  // From the leaves up, what is open stands to the right of what is full: as the last one of its row.
  let root: Bytes | undefined
  for (const row of open) {
    const all = root === undefined ? row : [...row, root]
    if (all.length > 0) root = await rootOfHashes(all, sha256)
  }
  return { root: root ?? (await rootOfHashes([], sha256)), tiles, open }
}
