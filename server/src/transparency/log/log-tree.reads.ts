/** The tree as it is kept: full tiles, and the leaves and roots at its right edge. */
import type { Bytes } from '@pursestrings/protocol/log/log-bytes'
import { hashesInTile, nodesOfTiles, type ReadTile, TILE_WIDTH } from '@pursestrings/protocol/log/log-tiles'
import type { Nodes } from '@pursestrings/protocol/log/merkle-tree'
import type { SystemTx } from '../../platform/postgres/transaction.ts'
import { selectHashes, selectTile } from './log.store.ts'
import { sha256 } from './read-log-key.ts'

export const plain = (bytes: Uint8Array): Bytes => new Uint8Array(bytes)

/** Of a tile, as many hashes as a tree of some size has; full tiles as they were written. */
export const readTileOf =
  (tx: SystemTx): ReadTile =>
  async ({ level, tile, width }) => {
    if (width === TILE_WIDTH) {
      const kept = await selectTile(tx, level, tile)
      const hashes = kept && hashesInTile(plain(kept), TILE_WIDTH)
      if (hashes) return hashes
    }
    const from = tile * TILE_WIDTH
    return (await selectHashes(tx, level, from, from + width)).map(plain)
  }

export const nodesOf = (tx: SystemTx, size: number): Nodes => nodesOfTiles(size, readTileOf(tx), sha256)
