/** The profile that the `pursestrings` command keeps: one service, and the agent's connection there. For programs on Node. */

import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type AgentClient, createAgentClient } from '../agent-client.ts'
import { profileFolder } from './profile-folder.ts'

// Lets processes change a profile one after the other. Each puts up a claim under a name that is never used again, and goes
// on only if no other claim stands beside it. So a claim that a killed process left can be taken away by everybody who waits:
// nobody can take away a newer one in its place.

/** Held for a moment only: a claim that is older was left behind by a process that was killed. */
const CLAIM_MS_MAX = 5_000
const PAUSE_MS = 10
const PAUSE_DOUBLINGS_MAX = 4

/** Gives the release. */
const lockProfile = async (file: string): Promise<() => void> => {
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

export { lockProfile, profileFolder }

export interface Profile {
  readonly base_url: string
  /** What the service calls itself, where that is another address. */
  readonly audience?: string
  /** Thumbprints of the keys that the service signs payment facts with. */
  readonly pinned_keys?: readonly string[]
  /** Where the service's operator serves a wallet. */
  readonly wallet_url?: string
  readonly connection?: { readonly connection_id: string; readonly connection_token: string }
  /** The agent's own key, as a file in PEM. */
  readonly agent?: { readonly kid: string; readonly key_file: string }
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/

/** The profile of this name, of PURSESTRINGS_PROFILE, or `default`. */
export const readProfile = (name = process.env['PURSESTRINGS_PROFILE'] || 'default'): Profile => {
  if (!NAME.test(name)) throw new Error("A profile's name has letters, digits, _ and -, at most 64.")
  const file = join(profileFolder(process.env), `${name}.json`)
  try {
    const profile = JSON.parse(readFileSync(file, 'utf8')) as Profile
    if (typeof profile.base_url === 'string') return profile
  } catch (failure) {
    if ((failure as { code?: string }).code === 'ENOENT')
      throw new Error(`There is no profile ${file}: run \`pursestrings init\`, or \`pursestrings demo\`.`, {
        cause: failure,
      })
  }
  throw new Error(`The profile ${file} cannot be read: fix it, or move it and run \`pursestrings init\`.`)
}

/** A client with the connection that the `pursestrings` command keeps. */
export const fromProfile = (name?: string): AgentClient => {
  const { base_url, audience, pinned_keys, wallet_url, connection } = readProfile(name)
  return createAgentClient({ base_url, audience, pinned_keys, wallet_url, ...connection })
}
