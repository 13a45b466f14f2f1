/** The profile that the `pursestrings` command keeps: one service, and the agent's connection there. For programs on Node. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AgentClient, createAgentClient } from '../agent-client.ts'
import { profileFolder } from './profile-folder.ts'
import { lockProfile } from './profile-lock.ts'

export { lockProfile, profileFolder }

export interface Profile {
  readonly base_url: string
  /** What the service calls itself, where that is another address. */
  readonly audience?: string
  /** Thumbprints of the keys that the service signs payment facts with. */
  readonly pinned_keys?: readonly string[]
  readonly connection?: { readonly connection_id: string; readonly connection_token: string }
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
  const { base_url, audience, pinned_keys, connection } = readProfile(name)
  return createAgentClient({ base_url, audience, pinned_keys, ...connection })
}
