/**
 * Lets processes change a profile one after the other. Each puts up a claim under a name that is never used again, and goes
 * on only if no other claim stands beside it. So a claim that a killed process left can be taken away by everybody who waits:
 * nobody can take away a newer one in its place.
 */
import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Held for a moment only: a claim that is older was left behind by a process that was killed. */
const CLAIM_MS_MAX = 5_000
const PAUSE_MS = 10
const PAUSE_DOUBLINGS_MAX = 4

/** Gives the release. */
export const lockProfile = async (file: string): Promise<() => void> => {
  for (let tries = 0; ; tries++) {
    const claim = `${file}.lock.${process.pid}-${randomBytes(6).toString('hex')}`
    const release = (): void => rmSync(claim, { force: true })
    if (!othersClaim(file, claim)) {
      writeFileSync(claim, '', { mode: 0o600 })
      // Whoever looks after both claims are up sees the other one; where both do, both step back.
      if (!othersClaim(file, claim)) return release
      release()
    }
    await pause(PAUSE_MS * Math.random() * 2 ** Math.min(tries, PAUSE_DOUBLINGS_MAX))
  }
}

const othersClaim = (file: string, own: string): boolean => {
  const names = readdirSync(dirname(file)).filter((name) => name.startsWith(`${basename(file)}.lock`))
  return names.map((name) => join(dirname(file), name)).some((claim) => claim !== own && stands(claim))
}

const stands = (claim: string): boolean => {
  const found = statSync(claim, { throwIfNoEntry: false })
  if (found === undefined) return false
  if (Date.now() - found.mtimeMs <= CLAIM_MS_MAX) return true
  rmSync(claim, { force: true })
  return false
}
