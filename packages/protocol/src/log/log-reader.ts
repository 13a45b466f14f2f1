/** A log as its files (C2SP tlog-tiles), wherever they are: on the web, or in a folder that mirrors it. Nothing is believed. */
import { type Bytes, type Sha256, webSha256 } from './log-bytes.ts'
import { entriesInBundle, hashesInTile, nodesOfTiles, TILE_WIDTH, type Tile, tilePath, widthOf } from './log-tiles.ts'
import type { Nodes } from './merkle-tree.ts'

/** Gets a file of the log by its path, such as `checkpoint` or `tile/0/000`; undefined where there is none. */
export type ReadLogFile = (path: string) => Promise<Bytes | undefined>

const expectFile = async (read: ReadLogFile, tile: Tile): Promise<Bytes> => {
  const bytes = await read(tilePath(tile))
  if (!bytes) throw new Error(`the log has no file ${tilePath(tile)}`)
  return bytes
}

const expectFit = <T>(value: T | undefined, tile: Tile): T => {
  if (value === undefined) throw new Error(`the log's file ${tilePath(tile)} is not what it should be`)
  return value
}

export const readHashes = async (read: ReadLogFile, tile: Tile): Promise<Bytes[]> =>
  expectFit(hashesInTile(await expectFile(read, tile), tile.width), tile)

export const nodesOfFiles = (size: number, read: ReadLogFile, sha256: Sha256 = webSha256): Nodes =>
  nodesOfTiles(size, (tile) => readHashes(read, tile), sha256)

export interface Bundle {
  readonly tile: number
  readonly entries: readonly Bytes[]
}

/** The entries of a tree of some size, in files of 256, from the file that has the first one that is wanted. */
export async function* bundlesFrom(read: ReadLogFile, from: number, size: number): AsyncGenerator<Bundle> {
  for (let tile = Math.floor(from / TILE_WIDTH); tile * TILE_WIDTH < size; tile++) {
    const place: Tile = { level: 'entries', tile, width: widthOf({ level: 'entries', tile }, size) }
    yield { tile, entries: expectFit(entriesInBundle(await expectFile(read, place), place.width), place) }
  }
}

/** One entry of a tree of this size. */
export const entryAt = async (read: ReadLogFile, index: number, size: number): Promise<Bytes> => {
  for await (const { bytes } of entriesFrom(read, index, size)) return bytes
  throw new Error(`a log of ${size} entries has no entry ${index}`)
}

export async function* entriesFrom(read: ReadLogFile, from: number, size: number) {
  for await (const { tile, entries } of bundlesFrom(read, from, size)) {
    for (const [at, bytes] of entries.entries()) {
      const index = tile * TILE_WIDTH + at
      if (index >= from) yield { bytes, index }
    }
  }
}
