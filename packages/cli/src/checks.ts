/** What `doctor` looks at, one by one: each says ok, warn or fail, what it saw, and what to do about it. */
import { lookup } from 'node:dns/promises'
import { statSync } from 'node:fs'
import { connect } from 'node:tls'
import { createAgentClient, createMerchantClient, createWalletClient } from '@pursestrings/sdk'
import { INPUTS } from '@pursestrings/sdk/inputs'
import { Option } from 'commander'
import { agentOf } from './clients.ts'
import { failureOf } from './failure.ts'
import { takes } from './field-option.ts'
import { keysThatCount } from './pins.ts'
import type { Profile } from './profile.ts'
import type { ProfileStore } from './profile-store.ts'
import { wrongUsage } from './stop.ts'

// Which address a service may have. Secrets are sent to it, so nothing but this machine is spoken to without TLS.

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|.+\.localhost)$/

const isLoopback = (url: URL): boolean => LOOPBACK.test(url.hostname)

export const baseUrlOf = (input: string): string => {
  const url = URL.parse(input)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '') {
    throw wrongUsage(`"${input}" isn't a service URL.`, 'Use https:// and a host, such as https://pay.example.com.')
  }
  if (url.protocol === 'http:' && !isLoopback(url)) {
    throw wrongUsage(
      `${url.host} needs https, because secrets are sent to it.`,
      'Use an https URL. Plain http works only for this machine.',
    )
  }
  return url.href.replace(/\/+$/, '')
}

// What a wallet can grant, and how it is written on the command line.

const FIELD = INPUTS['agents.create'].allowed_scopes

/** What an agent gets unless it is said: payees of anybody's are only for those who mean it. */
export const SCOPES = FIELD.items.enum.filter((scope) => scope !== 'payees.resolve')

export const scopesOption = (what: string): Option => takes(new Option('--scopes <list>', what), FIELD)

export const scopesOrAll = (what: string): Option => scopesOption(what).default(SCOPES, 'all but payees.resolve')

export interface Check {
  readonly name: string
  readonly verdict: 'ok' | 'warn' | 'fail'
  readonly seen: string
  readonly remedy?: string
}

const ok = (name: string, seen: string): Check => ({ name, verdict: 'ok', seen })
const warn = (name: string, seen: string, remedy: string): Check => ({ name, verdict: 'warn', seen, remedy })
const fail = (name: string, seen: string, remedy: string): Check => ({ name, verdict: 'fail', seen, remedy })

export const checkFiles = (profiles: ProfileStore, { agent }: Profile): Check => {
  if (!profiles.exists()) return warn('profile', `${profiles.file} doesn't exist`, 'Create it: pursestrings init')
  const open = [profiles.file, agent?.key_file].filter((file) => file !== undefined && isOpen(file))
  if (open.length === 0) return ok('profile', profiles.file)
  return fail('profile', `others can read ${open.join(' and ')}`, `Run: chmod 600 ${open.join(' ')}`)
}

const isOpen = (file: string): boolean => {
  const there = statSync(file, { throwIfNoEntry: false })
  return process.platform !== 'win32' && there !== undefined && (there.mode & 0o077) !== 0
}

export const checkDns = async ({ hostname }: URL): Promise<Check> => {
  try {
    const found = await lookup(hostname.replaceAll(/[[\]]/g, ''), { all: true })
    return ok('DNS', `${hostname} is ${found.map((one) => one.address).join(', ')}`)
  } catch {
    return fail('DNS', `${hostname} has no address`, 'Check the spelling of the URL, and your network.')
  }
}

const DAYS_LEFT_MIN = 14
const HANDSHAKE_MS_MAX = 10_000

export const checkTls = async (url: URL): Promise<Check> => {
  if (url.protocol === 'http:') {
    if (isLoopback(url)) return ok('TLS', 'none, and none needed on this machine')
    return fail('TLS', 'none: anybody in between can read everything', 'Use an https URL.')
  }
  try {
    const ends = await certificateEnd(url)
    const left = Math.floor((ends - Date.now()) / 86_400_000)
    const seen = `certificate valid for ${left} days`
    return left >= DAYS_LEFT_MIN ? ok('TLS', seen) : warn('TLS', seen, 'Ask the operator to renew it.')
  } catch (failure) {
    return fail('TLS', (failure as Error).message, "Don't send secrets there until this is fixed.")
  }
}

const certificateEnd = ({ hostname, port }: URL): Promise<number> =>
  new Promise((resolve, reject) => {
    const host = hostname.replaceAll(/[[\]]/g, '')
    const socket = connect({ host, servername: host, port: Number(port || 443), timeout: HANDSHAKE_MS_MAX }, () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })
    socket.once('timeout', () => socket.destroy(new Error('no handshake in time')))
    socket.once('error', reject)
  })

/** What the service tolerates in an assertion. */
const SKEW_S_MAX = 10
const SKEW_S_NOTED = 3

/** The clock and readiness come from one answer. */
export const checkService = async (base_url: string): Promise<readonly Check[]> => {
  try {
    const before = Date.now()
    const answer = await fetch(`${base_url}/ready`, { redirect: 'error', signal: AbortSignal.timeout(10_000) })
    const between = (before + Date.now()) / 2
    await answer.body?.cancel()
    const ready = answer.ok
      ? ok('service', `${base_url} is ready`)
      : fail('service', `${base_url}/ready answers ${answer.status}`, 'Wait, or tell the operator.')
    return [ready, checkClock(answer.headers.get('date'), between)]
  } catch (failure) {
    const { cause } = failure as { cause?: { code?: string } }
    return [
      fail('service', `can't reach ${base_url}${cause?.code ? ` (${cause.code})` : ''}`, 'Start it, or check the URL.'),
    ]
  }
}

/** The header has whole seconds, so half of one is the best guess. */
export const checkClock = (date: string | null, now: number): Check => {
  const theirs = Date.parse(date ?? '') + 500
  if (Number.isNaN(theirs))
    return warn('clock', 'the service sends no Date header', 'Check whether a proxy removes it.')
  const skew = Math.round((now - theirs) / 1000)
  const seen =
    skew === 0 ? 'in step with the service' : `${Math.abs(skew)} s ${skew < 0 ? 'behind' : 'ahead of'} the service`
  if (Math.abs(skew) > SKEW_S_MAX) return fail('clock', seen, "Fix the clock: the agent's assertions would be refused.")
  return Math.abs(skew) > SKEW_S_NOTED
    ? warn('clock', seen, 'Fix the clock before it drifts further.')
    : ok('clock', seen)
}

/** Can what the service signs be checked? */
export const checkKeys = async (profile: Profile, name: string): Promise<Check> => {
  try {
    const keys = (await keysThatCount(profile, name)).map(({ kid, thumbprint }) => `${thumbprint} (kid ${kid})`)
    const seen = keys.join(', ')
    if (profile.pinned_keys?.length) return ok('service key', seen)
    return warn(
      'service key',
      `${seen}, not pinned`,
      'Compare it with what the operator publishes, then: pursestrings init',
    )
  } catch (failure) {
    const { message, what_to_do } = failureOf(failure)
    return fail('service key', message, what_to_do)
  }
}

/** Each credential is shown to the service; what is not there yet is a warning with the way to get it. */
export const checkCredentials = async (profile: Profile): Promise<readonly Check[]> => {
  const { base_url, session, agent, connection, wallet } = profile
  const session_token = session?.session_token
  return Promise.all([
    session_token
      ? tried('session', 'pursestrings login', async () => {
          const { merchant } = await createMerchantClient({ base_url, session_token }).merchantSessions.readCurrent()
          return `${session.email} at ${merchant.name} (${merchant.status})`
        })
      : warn('session', 'not signed in', 'To sign in: pursestrings login'),
    agent?.agent_id
      ? tried('agent', 'pursestrings agents rotate-key, then pursestrings agents activate', async () => {
          await agentProves(profile)
          return `${agent.agent_id} can sign in`
        })
      : warn(
          'agent',
          agent ? `key ${agent.kid}, of no agent yet` : 'no key',
          'pursestrings agents create, then register-key',
        ),
    connection
      ? tried('connection', 'pursestrings connect, or pursestrings pair', async () => {
          const { connection_token } = connection
          const current = await createAgentClient({ base_url, connection_token }).connections.read('current')
          const { status, scopes } = current.connection
          return `${connection.connection_id} (${status}), ${scopes.length} scopes`
        })
      : warn('connection', 'none', 'pursestrings connect, or pursestrings pair'),
    ...(wallet
      ? [
          tried('test wallet', 'pursestrings wallet register --replace', async () => {
            const { device } = await createWalletClient({ base_url, ...wallet }).devices.readCurrent()
            return `${device.name} (${device.device_id})`
          }),
        ]
      : []),
  ])
}

/** There is no such session; what counts is the token that has to be obtained to be told so. */
const agentProves = async (profile: Profile): Promise<void> => {
  await agentOf(profile)
    .pairing.read('prs_0', {})
    .catch((failure: unknown) => {
      if (failureOf(failure).code !== 'resource_not_found') throw failure
    })
}

const tried = async (name: string, remedy: string, look: () => Promise<string>): Promise<Check> => {
  try {
    return ok(name, await look())
  } catch (failure) {
    const { message, request_id } = failureOf(failure)
    return fail(name, request_id ? `${message} (request id ${request_id})` : message, remedy)
  }
}
