/** A small file system in memory, which can be filled up and emptied again. */
import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { folderIn, giveToPostgres } from './programs.ts'

export interface SmallDisk {
  readonly path: string
  /** Takes all the room that is left. */
  fill(): void
  empty(): void
  unmount(): void
}

export const mountSmallDisk = (parent: string, name: string, size_mb: number): SmallDisk => {
  const path = folderIn(parent, name)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size_mb}m,mode=0755`, 'tmpfs', path])
  giveToPostgres(path)
  const filler = join(path, 'filler')
  return {
    path,
    fill() {
      const file = openSync(filler, 'a')
      try {
        // In small pieces at the end, so that not even one page is left.
        for (const size of [1 << 20, 4_096]) fillBy(file, Buffer.alloc(size))
      } finally {
        closeSync(file)
      }
    },
    empty: () => rmSync(filler, { force: true }),
    unmount: () => void execFileSync('umount', ['-l', path]),
  }
}

const fillBy = (file: number, piece: Buffer): void => {
  try {
    for (;;) if (writeSync(file, piece) < piece.length) return
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
