/**
 * One payment at a time per account, across the processes of a machine. Each puts up a claim under a name that is never used
 * again and goes on only if no other stands beside it; a living holder renews its claim, so a killed one's is soon void. It
 * saves payments from failing; that none is made twice does not depend on it.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AccountLock } from '../account-lock.ts'

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
