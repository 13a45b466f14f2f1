/** A journal's texts as files in a folder of their own, for Node. A write is on the disk, under its name, before it counts. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AccountLock, RecordStore } from '../journal.ts'

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

// One payment at a time per account, across the processes of a machine. Each puts up a claim under a name that is never used
// again and goes on only if no other stands beside it; a living holder renews its claim, so a killed one's is soon void. It
// saves payments from failing; that none is made twice does not depend on it.

const RENEW_MS = 1_000
const VOID_MS = 10_000
const PAUSE_MS = 25

export const fileLock =
  (folder: string): AccountLock =>
  async (account, work) => {
    const release = await locked(folder, account)
    try {
      return await work()
    } finally {
      release()
    }
  }

async function locked(folder: string, account: string): Promise<() => void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (;;) {
    const own = `${account}.lock.${process.pid}-${randomBytes(6).toString('hex')}`
    const claim = join(folder, own)
    if (!othersClaim(folder, account, own)) {
      writeFileSync(claim, '', { mode: 0o600 })
      // Whoever looks after both claims are up sees the other one; where both do, both step back.
      if (!othersClaim(folder, account, own)) {
        const renewal = setInterval(() => renew(claim), RENEW_MS)
        renewal.unref()
        return () => {
          clearInterval(renewal)
          rmSync(claim, { force: true })
        }
      }
      rmSync(claim, { force: true })
    }
    await pause(PAUSE_MS * (1 + Math.random()))
  }
}

function renew(claim: string): void {
  const now = new Date()
  // Taken away while this process was asleep: the journal holds the account then.
  if (statSync(claim, { throwIfNoEntry: false }) !== undefined) utimesSync(claim, now, now)
}

const othersClaim = (folder: string, account: string, own: string): boolean =>
  readdirSync(folder).some((name) => name !== own && name.startsWith(`${account}.lock.`) && stands(join(folder, name)))

function stands(claim: string): boolean {
  const found = statSync(claim, { throwIfNoEntry: false })
  if (found === undefined) return false
  if (Date.now() - found.mtimeMs <= VOID_MS) return true
  rmSync(claim, { force: true })
  return false
}
