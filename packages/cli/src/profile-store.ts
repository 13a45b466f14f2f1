/**
 * Where profiles lie: one file each, readable by its owner alone, written whole or not at all. Commands that run side by
 * side change a profile one after the other, so that no token is lost.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { lockProfile } from '@pursestrings/sdk/profile'
import { baseUrlOf } from './checks.ts'
import type { Environment } from './environment.ts'
import { BASE_URL, type Profile } from './profile.ts'
import { failed, wrongUsage } from './stop.ts'

export interface ProfileStore {
  readonly name: string
  readonly file: string
  exists(): boolean
  /** One that does not exist yet is empty, for the service of the environment. */
  read(): Profile
  change(change: (profile: Profile) => Profile): Promise<Profile>
  /** Writes a private file beside the profile; gives its path. */
  keep(suffix: string, text: string): string
}

const OWNER_ONLY = 0o600

export const openProfile = (name: string, { config_dir, base_url: result }: Environment): ProfileStore => {
  const base_url = result === undefined ? undefined : baseUrlOf(result)
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(name)) {
    throw wrongUsage(`"${name}" isn't a valid profile name.`, 'Use up to 64 letters, digits, _ and -.')
  }
  const file = join(config_dir, `${name}.json`)
  const read = (): Profile => {
    if (!existsSync(file)) return { base_url: base_url ?? BASE_URL }
    const profile = parsed(file)
    // The tokens of one service are never sent to another.
    if (base_url !== undefined && base_url !== profile.base_url) {
      throw wrongUsage(
        `The profile "${name}" is for ${profile.base_url}, but PURSESTRINGS_BASE_URL says ${base_url}.`,
        'Unset it, or choose another profile with --profile.',
      )
    }
    return profile
  }
  const write = (path: string, text: string): string => {
    mkdirSync(config_dir, { recursive: true, mode: 0o700 })
    const next = `${path}.${process.pid}.new`
    writeFileSync(next, text, { mode: OWNER_ONLY })
    renameSync(next, path)
    return path
  }
  return {
    name,
    file,
    exists: () => existsSync(file),
    read,
    async change(change) {
      mkdirSync(config_dir, { recursive: true, mode: 0o700 })
      const release = await lockProfile(file)
      try {
        const changed = change(read())
        write(file, `${JSON.stringify(changed, null, 2)}\n`)
        return changed
      } finally {
        release()
      }
    },
    keep: (suffix, text) => write(join(config_dir, `${name}.${suffix}`), text),
  }
}

/** A name that was given and that nothing is kept under is a typing error, not an empty profile. */
export const expectProfile = ({ name, file, exists }: ProfileStore): void => {
  if (exists()) return
  const folder = dirname(file)
  const there = existsSync(folder) ? readdirSync(folder).filter((one) => one.endsWith('.json')) : []
  const names = there.map((one) => one.slice(0, -'.json'.length)).join(', ')
  throw wrongUsage(
    `There's no profile "${name}".`,
    names === ''
      ? `Create it: pursestrings init --profile ${name}`
      : `You have ${names}. Or create it: pursestrings init --profile ${name}`,
  )
}

const parsed = (file: string): Profile => {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8')) as Profile
    if (typeof value.base_url === 'string') return value
  } catch {
    // What is told below names the file, and nothing that is in it.
  }
  throw failed(`Can't read the profile ${file}.`, 'Fix it, or move it and run: pursestrings init')
}
