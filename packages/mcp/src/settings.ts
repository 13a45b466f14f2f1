/**
 * What the server is told: by the environment, and by a profile for what the environment leaves out. Every fault is said
 * at once. The secrets of a profile go to the address of that profile and nowhere else.
 */
import { createPrivateKey } from 'node:crypto'
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isSecret } from '@pursestrings/sdk'
import { lockProfile, profileFolder } from '@pursestrings/sdk/profile'

export interface AgentKey {
  readonly agent_id: string
  readonly kid: string
  readonly private_key: string
}

export interface Settings {
  readonly base_url: string
  readonly audience?: string | undefined
  /** Without them no fact can be checked, and the tools say so. */
  readonly pinned_keys?: readonly string[] | undefined
  /** Where the service's operator serves a wallet: links to requests begin with it. */
  readonly wallet_url?: string | undefined
  /** Needed to meet a wallet; a connection that exists already needs none. */
  readonly agent?: AgentKey | undefined
  readonly connection_token?: string | undefined
  /** Of the same connection, where it is known: to renew its token. */
  readonly connection_id?: string | undefined
  /** Where a new connection is kept. */
  readonly profile_file?: string | undefined
  readonly warnings?: readonly string[]
}

/** Its message has a line for each fault. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/** Where `npm run dev` serves. */
const LOCAL = 'http://127.0.0.1:8787'

export const readSettings = async (env: NodeJS.ProcessEnv): Promise<Settings> => {
  const faults: string[] = []
  const found = await profileFor(env).catch((failure: unknown) => {
    faults.push((failure as Error).message)
    return undefined
  })
  const profile = found?.profile
  const base_url = env.PURSESTRINGS_BASE_URL || profile?.base_url || LOCAL
  faults.push(...addressFaults(base_url))
  const connection_token = env.PURSESTRINGS_CONNECTION_TOKEN || profile?.connection?.connection_token
  if (connection_token !== undefined && !isSecret('conn', connection_token)) {
    faults.push('PURSESTRINGS_CONNECTION_TOKEN, or the one in the profile, is not a connection token (svc_conn_…).')
  }
  const settings = {
    base_url,
    audience: env.PURSESTRINGS_AUDIENCE || profile?.audience,
    pinned_keys: pinsIn(env, profile, faults),
    wallet_url: walletIn(env, profile, faults),
    agent: await agentIn(env, profile, faults),
    connection_id: env.PURSESTRINGS_CONNECTION_TOKEN ? undefined : profile?.connection?.connection_id,
    connection_token,
    profile_file: found?.file,
    warnings: found?.exposed ? [`Others on this machine can read ${found.file}: chmod 600 it.`] : [],
  }
  if (faults.length > 0) throw new SettingsError(faults.join('\n'))
  return settings
}

const profileFor = async (env: NodeJS.ProcessEnv) => {
  const { PURSESTRINGS_PROFILE: name, PURSESTRINGS_BASE_URL: base_url } = env
  const file = profileFile(env, name || 'default')
  const profile = await readProfile(file)
  if (!profile && name) throw new Error(`There's no profile ${file}. Create it: \`pursestrings init\``)
  if (!profile) return undefined
  if (!base_url || sameAddress(base_url, profile.base_url)) return { file, profile, exposed: await isExposed(file) }
  if (!name) return undefined
  throw new Error(`The profile ${name} is for ${profile.base_url}; its secrets are not sent to PURSESTRINGS_BASE_URL.`)
}

const THUMBPRINT = /^[A-Za-z0-9_-]{43}$/

const pinsIn = (env: NodeJS.ProcessEnv, profile: Profile | undefined, faults: string[]): readonly string[] => {
  const result: unknown = env.PURSESTRINGS_PINNED_KEYS?.split(/[\s,]+/).filter(Boolean) ?? profile?.pinned_keys ?? []
  const pinned = Array.isArray(result) ? (result as readonly unknown[]) : [result]
  const right = pinned.filter((one): one is string => typeof one === 'string' && THUMBPRINT.test(one))
  if (right.length < pinned.length) {
    faults.push(
      'PURSESTRINGS_PINNED_KEYS, or pinned_keys in the profile, must be key thumbprints (RFC 7638) of 43 letters, digits, - or _, separated by commas.',
    )
  }
  return right
}

/** Never what the service says as it goes: whoever changes its answers would choose where the user is led. */
const walletIn = (env: NodeJS.ProcessEnv, profile: Profile | undefined, faults: string[]): string | undefined => {
  const wallet_url = env.PURSESTRINGS_WALLET_URL || profile?.wallet_url
  if (wallet_url !== undefined) faults.push(...addressFaults(wallet_url, 'PURSESTRINGS_WALLET_URL'))
  return wallet_url
}

/** All of it from one place, so that no key is used for another agent. */
const agentIn = async (
  env: NodeJS.ProcessEnv,
  profile: Profile | undefined,
  faults: string[],
): Promise<AgentKey | undefined> => {
  const named = [env.PURSESTRINGS_AGENT_ID, env.PURSESTRINGS_AGENT_KID, env.PURSESTRINGS_AGENT_KEY_FILE]
  const kept = [profile?.agent?.agent_id, profile?.agent?.kid, profile?.agent?.key_file]
  const [agent_id, kid, key_file] = named.some(Boolean) ? named : kept
  if (agent_id && kid && key_file) {
    const private_key = await readKey(key_file, faults)
    return private_key === undefined ? undefined : { agent_id, kid, private_key }
  }
  if (named.some(Boolean)) {
    faults.push('An agent needs all of PURSESTRINGS_AGENT_ID, PURSESTRINGS_AGENT_KID and PURSESTRINGS_AGENT_KEY_FILE.')
  }
  return undefined
}

const readKey = async (file: string, faults: string[]): Promise<string | undefined> => {
  try {
    const key = await readFile(file, 'utf8')
    if (createPrivateKey(key).asymmetricKeyType === 'ed25519') return key
  } catch {
    // Why could quote the key.
  }
  faults.push(`The agent's key file ${file} can't be read, or has no Ed25519 private key (PEM).`)
  return undefined
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|.+\.localhost)$/

const addressFaults = (address: string, name = 'PURSESTRINGS_BASE_URL'): string[] => {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '') {
    return [`${name} must be an http or https URL without user, query or fragment.`]
  }
  if (url.protocol === 'https:' || LOOPBACK.test(url.hostname)) return []
  return [`${name} must be https; only loopback may be http.`]
}

const sameAddress = (a: string, b: string): boolean => plain(a) === plain(b)
const plain = (address: string): string | undefined => URL.parse(address)?.href.replace(/\/+$/, '')

// The profile that the command-line tool keeps: one service, who the agent is there, and its connection.
// It is changed as that tool changes it: one after the other, and whole or not at all.

export interface Profile {
  readonly base_url: string
  readonly audience?: string
  /** Thumbprints of the keys that the service signs payment facts with. */
  readonly pinned_keys?: unknown
  readonly wallet_url?: string
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
