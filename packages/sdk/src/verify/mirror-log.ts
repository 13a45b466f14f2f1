/**
 * Keeps a copy of the payee log: the files of the log, hashed again from its entries. A copy that does not lead to the signed
 * head is not kept, so whoever has one can show later what the log said, and repair a log that lost its newest leaves.
 */
import { type FullTile, growTree } from '@pursestrings/protocol/log/grow-tree'
import { type Bytes, joined, sameBytes, textOf, utf8Of } from '@pursestrings/protocol/log/log-bytes'
import { judgeNote, readPolicy } from '@pursestrings/protocol/log/log-policy'
import {
  type Bundle,
  bundlesFrom,
  entryBundle,
  hashesAtLevel,
  type ReadLogFile,
  readHashes,
  TILE_WIDTH,
  tilePath,
  widthOf,
} from '@pursestrings/protocol/log/log-tiles'
import { leafHash } from '@pursestrings/protocol/log/merkle-tree'

/** Where the copy is: a folder, or anything that keeps files by their paths. */
export interface LogMirror {
  readonly read: ReadLogFile
  write(path: string, bytes: Bytes): Promise<void>
  remove(path: string): Promise<void>
}

type Rows = readonly (readonly Bytes[])[]

const textAt = async (read: ReadLogFile, path: string) => textOf((await read(path)) ?? new Uint8Array())

/** The size of the copy then. Throws where the log does not go on from the copy, or is not signed as the policy says. */
export const mirrorLog = async (policy_text: string, log: ReadLogFile, mirror: LogMirror): Promise<number> => {
  const policy = await readPolicy(policy_text)
  const note = await textAt(log, 'checkpoint')
  const head = note ? await judgeNote(policy, note) : undefined
  if (!note || !head?.quorum) throw new Error('the log has no head that is signed as the policy requires')
  const kept = await judgeNote(policy, (await textAt(mirror.read, 'checkpoint')) ?? '')
  const old = kept?.checkpoint.size ?? 0
  const { size, root } = head.checkpoint
  if (old > size) throw new Error(`the log has ${size} entries but the copy has ${old}: the log lost some`)
  let open: Rows = await edgeOf(mirror.read, old)
  let at = old
  let last: Bundle | undefined
  let grown: Bytes = kept?.checkpoint.root ?? (await growTree(0, [], async () => [])).root
  for await (const bundle of bundlesFrom(log, old, size)) {
    const fresh = bundle.entries.slice(at - bundle.tile * TILE_WIDTH)
    const leaves = await Promise.all(fresh.map((entry) => leafHash(entry)))
    const step = await growTree(at, leaves, async (level) => open[level] ?? [])
    for (const tile of step.tiles) await writeTile(mirror, tile)
    if (bundle.entries.length === TILE_WIDTH) await writeBundle(mirror, bundle)
    open = step.open
    grown = step.root
    at += fresh.length
    last = bundle
  }
  if (!sameBytes(grown, root)) throw new Error("the log doesn't extend the copy: it's a different log than before")
  for (const [level, hashes] of open.entries()) {
    const tile = Math.floor(hashesAtLevel(level, size) / TILE_WIDTH)
    if (hashes.length > 0) await mirror.write(tilePath({ level, tile, width: hashes.length }), joined(...hashes))
  }
  if (last && last.entries.length < TILE_WIDTH) await writeBundle(mirror, last)
  await mirror.write('checkpoint', utf8Of(note))
  for (const path of partsOf(old)) if (!partsOf(size).includes(path)) await mirror.remove(path)
  return size
}

const writeTile = (mirror: LogMirror, { level, tile, hashes }: FullTile): Promise<void> =>
  mirror.write(tilePath({ level, tile, width: TILE_WIDTH }), hashes)

const writeBundle = (mirror: LogMirror, { tile, entries }: Bundle): Promise<void> =>
  mirror.write(tilePath({ level: 'entries', tile, width: entries.length }), entryBundle(entries))

/** Levels of a tree that have any hashes. */
const levelsOf = (size: number): number[] => {
  const levels: number[] = []
  while (hashesAtLevel(levels.length, size) > 0) levels.push(levels.length)
  return levels
}

/** The hashes of a copy that are in no full tile. */
const edgeOf = (read: ReadLogFile, size: number): Promise<Bytes[][]> =>
  Promise.all(
    levelsOf(size).map(async (level) => {
      const tile = Math.floor(hashesAtLevel(level, size) / TILE_WIDTH)
      const width = widthOf({ level, tile }, size)
      return width === 0 ? [] : readHashes(read, { level, tile, width })
    }),
  )

/** The files of a tree that are not full: a larger tree has others in their place. */
const partsOf = (size: number): string[] =>
  (['entries', ...levelsOf(size)] as const).flatMap((level) => {
    const tile = Math.floor(hashesAtLevel(level === 'entries' ? 0 : level, size) / TILE_WIDTH)
    const width = widthOf({ level, tile }, size)
    return width === 0 ? [] : [tilePath({ level, tile, width })]
  })
