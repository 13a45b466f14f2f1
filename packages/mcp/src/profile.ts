/**
 * The profile that the command-line tool keeps: one service, who the agent is there, and its connection.
 * It is changed as that tool changes it: one after the other, and whole or not at all.
 */
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lockProfile, profileFolder } from '@pursestrings/sdk/profile'

export interface Profile {
  readonly base_url: string
  readonly audience?: string
  /** Thumbprints of the keys that the service signs payment facts with. */
  readonly pinned_keys?: unknown
  readonly agent?: { readonly agent_id?: string; readonly kid?: string; readonly key_file?: string }
  readonly connection?: { readonly connection_id?: string; readonly connection_token?: string }
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/

export const profileFile = (env: NodeJS.ProcessEnv, name: string): string => {
  if (!NAME.test(name)) throw new Error('PURSESTRINGS_PROFILE must be a name of letters, digits, _ and -, at most 64.')
  return join(profileFolder(env), `${name}.json`)
}

/** Undefined where there is none. */
export const readProfile = async (file: string): Promise<Profile | undefined> => {
  try {
    const profile = JSON.parse(await readFile(file, 'utf8')) as Profile
    if (typeof profile.base_url === 'string') return profile
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'ENOENT') return undefined
  }
  throw new Error(`The profile ${file} cannot be read: fix it, or move it away and run \`pursestrings init\`.`)
}

/** Can somebody else on this machine read it? */
export const isExposed = async (file: string): Promise<boolean> =>
  process.platform !== 'win32' && ((await stat(file)).mode & 0o077) !== 0

export const keepConnection = async (file: string, connection: Profile['connection']): Promise<void> => {
  const release = await lockProfile(file)
  try {
    const next = `${file}.${process.pid}.new`
    await writeFile(next, `${JSON.stringify({ ...(await readProfile(file)), connection }, null, 2)}\n`, { mode: 0o600 })
    await rename(next, file)
  } finally {
    release()
  }
}
