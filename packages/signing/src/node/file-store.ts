/** A journal's texts as files in a folder of their own, for Node. A write is on the disk, under its name, before it counts. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { RecordStore } from '../journal.ts'

const OWNER_ONLY = 0o600

export const fileStore = (folder: string): RecordStore => ({
  async list() {
    const names = await readdir(folder).catch((failure: unknown) => {
      if ((failure as { code?: unknown }).code === 'ENOENT') return []
      throw failure
    })
    // What a crash left half written has another ending.
    const kept = names.filter((name) => name.endsWith('.json')).toSorted()
    return Promise.all(kept.map((name) => readFile(join(folder, name), 'utf8')))
  },
  async put(id, text) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, `${createHash('sha256').update(id).digest('hex').slice(0, 32)}.json`)
    const fresh = `${path}.${process.pid}-${randomBytes(4).toString('hex')}.new`
    try {
      await written(fresh, text)
      await rename(fresh, path)
    } catch (failure) {
      await rm(fresh, { force: true })
      throw failure
    }
    await settled(folder)
  },
})

async function written(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', OWNER_ONLY)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The new name has to reach the disk as well. Windows has no such call, and needs none. */
async function settled(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const names = await open(folder, 'r')
  try {
    await names.sync()
  } finally {
    await names.close()
  }
}
