/**
 * Which folder profiles lie in. Profiles in the folder of the product's former name are moved here once, each with its key
 * files. Another product uses that name today, so whatever is not a profile of ours stays there.
 */
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'

const FORMER = 'countersign'
const CURRENT = 'pursestrings'

export const profileFolder = (env: Readonly<Record<string, string | undefined>>): string => {
  if (env['PURSESTRINGS_CONFIG_DIR']) return env['PURSESTRINGS_CONFIG_DIR']
  const config = env['XDG_CONFIG_HOME'] || join(homedir(), '.config')
  moveProfiles(join(config, FORMER), join(config, CURRENT))
  return join(config, CURRENT)
}

const moveProfiles = (from: string, to: string): void => {
  for (const name of profilesIn(from)) {
    try {
      moveProfile(name, from, to)
    } catch {
      // Another process has just moved it, or it can't be moved: then it stays, and is not used.
    }
  }
}

const profilesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder)
      .filter((one) => one.endsWith('.json'))
      .map((one) => basename(one, '.json'))
  } catch {
    return []
  }
}

/** The profile itself comes last: whoever finds only a part of it moved goes on from there. */
const moveProfile = (name: string, from: string, to: string): void => {
  const [old, moved] = [join(from, `${name}.json`), join(to, `${name}.json`)]
  const text = readFileSync(old, 'utf8')
  if (existsSync(moved) || !isOurs(text)) return
  mkdirSync(to, { recursive: true, mode: 0o700 })
  const keys = readdirSync(from).filter((one) => one.startsWith(`${name}.`) && one.endsWith('.pem'))
  for (const key of keys) renameSync(join(from, key), join(to, key))
  const next = `${moved}.${process.pid}.new`
  writeFileSync(next, withKeyIn(to, from, text), { mode: 0o600 })
  try {
    // Fails where there is one by now: a profile is never overwritten.
    linkSync(next, moved)
    rmSync(old)
  } finally {
    rmSync(next)
  }
}

const isOurs = (text: string): boolean => /"base_url":/.test(text) && /"(pinned_keys|key_file)":|"svc_/.test(text)

/** A profile names its key file by its whole path. */
const withKeyIn = (to: string, from: string, text: string): string => {
  const profile = JSON.parse(text) as { agent?: { key_file?: string } }
  const { agent } = profile
  if (agent?.key_file !== join(from, basename(agent?.key_file ?? ''))) return text
  const key_file = join(to, basename(agent.key_file))
  return `${JSON.stringify({ ...profile, agent: { ...agent, key_file } }, null, 2)}\n`
}
