/** Tiles (C2SP tlog-tiles): 256 hashes of one level in a file that never changes, and the entries in files of 256. */
import { type Bytes, joined, type Sha256, webSha256 } from './log-bytes.ts'
import { type Nodes, rootOfHashes } from './merkle-tree.ts'

export const TILE_WIDTH = 256
const TILE_HEIGHT = 8
export const HASH_BYTES = 32

export interface Tile {
  /** 'entries', or the height of its hashes above the leaves, in tiles. */
  readonly level: number | 'entries'
  readonly tile: number
  /** How many of its 256 places are filled. */
  readonly width: number
}

export const tilePath = ({ level, tile, width }: Tile): string => {
  const groups = [String(tile % 1000).padStart(3, '0')]
  for (let rest = Math.floor(tile / 1000); rest > 0; rest = Math.floor(rest / 1000)) {
    groups.unshift(`x${String(rest % 1000).padStart(3, '0')}`)
  }
  return `tile/${level}/${groups.join('/')}${width === TILE_WIDTH ? '' : `.p/${width}`}`
}

const PATH = /^tile\/(entries|0|[1-9][0-9]?)\/((?:x[0-9]{3}\/){0,5}[0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/

/** Undefined for what is no tile, also for one in another spelling. */
export const readTilePath = (path: string): Tile | undefined => {
  const [, level = '', number = '', partial] = PATH.exec(path) ?? []
  if (number === '') return undefined
  const tile = Number(number.replaceAll(/[x/]/g, ''))
  const width = partial === undefined ? TILE_WIDTH : Number(partial)
  const read: Tile = { level: level === 'entries' ? level : Number(level), tile, width }
  return Number.isSafeInteger(tile) && tilePath(read) === path && read.level !== 64 ? read : undefined
}

/** How many hashes a tree has at a level of tiles. */
export const hashesAtLevel = (level: number, size: number): number => Math.floor(size / TILE_WIDTH ** level)

/** How wide a tile is in a tree; 0 where there is none yet. */
export const widthOf = ({ level, tile }: Pick<Tile, 'level' | 'tile'>, size: number): number =>
  Math.min(TILE_WIDTH, Math.max(0, hashesAtLevel(level === 'entries' ? 0 : level, size) - tile * TILE_WIDTH))

/** The first hashes of a tile: at least `width` of them. */
export type ReadTile = (tile: Tile & { readonly level: number }) => Promise<readonly Bytes[]>

/** The nodes of a tree of this size, read from tiles; each tile is read once. */
export const nodesOfTiles = (size: number, read: ReadTile, sha256: Sha256 = webSha256): Nodes => {
  const kept = new Map<string, Promise<readonly Bytes[]>>()
  return async (level, index) => {
    const height = level % TILE_HEIGHT
    const tile_level = (level - height) / TILE_HEIGHT
    const first = index * 2 ** height
    const tile = Math.floor(first / TILE_WIDTH)
    const name = `${tile_level}/${tile}`
    const width = widthOf({ level: tile_level, tile }, size)
    const reading = kept.get(name) ?? read({ level: tile_level, tile, width })
    kept.set(name, reading)
    const from = first - tile * TILE_WIDTH
    const hashes = (await reading).slice(from, from + 2 ** height)
    if (hashes.length < 2 ** height) throw new RangeError(`the tile ${name} lacks hashes`)
    return rootOfHashes(hashes, sha256)
  }
}

/** Undefined where bytes are not this many hashes. */
export const hashesInTile = (bytes: Bytes, width: number): Bytes[] | undefined =>
  bytes.length === width * HASH_BYTES
    ? Array.from({ length: width }, (_, at) => bytes.slice(at * HASH_BYTES, (at + 1) * HASH_BYTES))
    : undefined

export const entryBundle = (entries: readonly Bytes[]): Bytes =>
  joined(...entries.flatMap((entry) => [Uint8Array.of(entry.length >> 8, entry.length & 255), entry]))

/** Undefined where bytes are not this many entries. */
export const entriesInBundle = (bytes: Bytes, width: number): Bytes[] | undefined => {
  const entries: Bytes[] = []
  let at = 0
  while (at + 2 <= bytes.length && entries.length < width) {
    const length = (bytes[at] as number) * 256 + (bytes[at + 1] as number)
    if (at + 2 + length > bytes.length) return undefined
    entries.push(bytes.slice(at + 2, at + 2 + length))
    at += 2 + length
  }
  return at === bytes.length && entries.length === width ? entries : undefined
}

// A log as its files (C2SP tlog-tiles), wherever they are: on the web, or in a folder that mirrors it. Nothing is believed.

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
