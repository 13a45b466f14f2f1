/**
 * How often who may call. Limits that guard sign-in hold across processes, in PostgreSQL; the others are
 * counted in the process. Headers follow the current IETF draft: `RateLimit-Policy` and `RateLimit`.
 */
import { hash } from 'node:crypto'
import { rateLimited } from '@pursestrings/contract/transport-errors'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { limitReached, type Refusal } from '../refusal.ts'

/**
 * What counts as one address. An IPv6 customer holds a whole /64 and can call from any address in it, so those 64 bits are
 * what is limited. An IPv4 address in its IPv6 form is the same IPv4 address.
 */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

export const addressKey = (address: string): string => {
  if (!address.includes(':')) return address
  const mapped = MAPPED.exec(address)
  if (mapped) return mapped[1] as string
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  // An IPv4 tail stands for two groups.
  const input = left.length + right.length + (right.at(-1)?.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? 0 : 8 - input
  const groups = [...left, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...right]
  const network = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${network.join(':')}::/64`
}

/**
 * Counts per key within a window of fixed length, in this process. Windows all have the same length, so the oldest entry is
 * always the first to end: what has ended is dropped from the front, and the front is dropped when too many keys are kept.
 * So memory has a bound however many addresses call.
 */
interface Count {
  readonly taken: number
  readonly reset_ms: number
}

interface Windows {
  /** Counts one and says how many there are now. */
  take(key: string): Count
  giveBack(key: string): void
  look(key: string): Count
  readonly size: number
}

interface Window {
  taken: number
  readonly ends_at: number
}

interface Bounds {
  readonly window_ms: number
  readonly keys_max: number
  readonly now?: () => number
}

export const createWindows = ({ window_ms, keys_max, now = () => performance.now() }: Bounds): Windows => {
  const windows = new Map<string, Window>()

  const live = (key: string, at: number): Window | undefined => {
    const found = windows.get(key)
    return found !== undefined && found.ends_at > at ? found : undefined
  }
  const open = (key: string, at: number): Window => {
    windows.delete(key)
    for (const [oldest, { ends_at }] of windows) {
      if (ends_at > at && windows.size < keys_max) break
      windows.delete(oldest)
    }
    const opened = { taken: 0, ends_at: at + window_ms }
    windows.set(key, opened)
    return opened
  }

  return {
    take(key) {
      const at = now()
      const window = live(key, at) ?? open(key, at)
      window.taken++
      return { taken: window.taken, reset_ms: window.ends_at - at }
    },
    giveBack(key) {
      const window = live(key, now())
      if (window !== undefined && window.taken > 0) window.taken--
    },
    look(key) {
      const at = now()
      const window = live(key, at)
      return window ? { taken: window.taken, reset_ms: window.ends_at - at } : { taken: 0, reset_ms: 0 }
    },
    get size() {
      return windows.size
    },
  }
}

/** Counted in this process. */
const LOCAL = {
  /** Calls without a credential that this process knows, by address: far above what people and programs need. */
  address: { quota: 3_000, window_s: 60, by: 'address' },
  /** Calls that were refused before a credential proved good, by address. */
  wrong_credential: { quota: 20, window_s: 60, by: 'address' },
  /** Assertions, by address: many agents may share one, and a signature cannot be guessed. This only spares the CPU. */
  agent_auth: { quota: 600, window_s: 60, by: 'address' },
  /** Tokens for one agent, counted only once its signature is verified: nobody else can use up its share. */
  agent: { quota: 60, window_s: 60, by: 'key' },
  /** Everything else, by credential. */
  standard: { quota: 600, window_s: 60, by: 'key' },
  /** All calls of an organization, where the operator has set a budget. */
  tenant: { quota: Number.POSITIVE_INFINITY, window_s: 1, by: 'key' },
} as const

/** Counted in PostgreSQL. */
const SHARED = {
  /** Steps of signing in, by address. */
  sign_in: { quota: 30, window_s: 60, by: 'address' },
  /** New wallets, by address: a wallet that is installed and an operator who signs in do not wait for each other. */
  device_registration: { quota: 30, window_s: 60, by: 'address' },
  /** Mail to one mailbox, whoever asks: nobody is flooded through us. */
  mailbox: { quota: 5, window_s: 600, by: 'key' },
  /** Calls to the outside that an organization makes us do: look-ups of DNS and sites, challenges to its endpoints. */
  outbound: { quota: 30, window_s: 60, by: 'key' },
  /** Payees that a connection has us look for on domains; those that it found before cost nothing. */
  listings: { quota: 20, window_s: 86_400, by: 'key' },
  /** Connect Keys that opened nothing, by agent: the sixth try within the window is refused unseen. */
  wrong_connect_key: { quota: 5, window_s: 600, by: 'key' },
  /** The same by organization, so that many agents of one buy no more. None for all: it would shut out the innocent. */
  wrong_connect_key_merchant: { quota: 50, window_s: 600, by: 'key' },
  /** The same by address, where an agent has no organization yet. */
  wrong_connect_key_address: { quota: 30, window_s: 600, by: 'address' },
  /** Typed pairing codes that opened nothing, by wallet and by address. A minute at most: typing errors are human. */
  wrong_pairing_code: { quota: 5, window_s: 60, by: 'key' },
  wrong_pairing_code_address: { quota: 30, window_s: 60, by: 'address' },
  /** Link codes that opened nothing, likewise. With 80 bits the code itself is the protection. */
  wrong_link_code: { quota: 5, window_s: 60, by: 'key' },
  wrong_link_code_address: { quota: 30, window_s: 60, by: 'address' },
} as const

export const POLICIES = { ...LOCAL, ...SHARED }
const KEYS_MAX = 100_000

type LocalPolicy = keyof typeof LOCAL
type SharedPolicy = keyof typeof SHARED
type PolicyName = LocalPolicy | SharedPolicy
type Headers = Readonly<Record<string, string>>

export interface Limits {
  /** Counts one call; answers with the headers to send, or refuses. */
  take(policy: PolicyName, key: string): Promise<Headers>
  /** The same without a wait, where the process counts by itself. */
  takeHere(policy: LocalPolicy, key: string): Headers
  /** Counts one call of the organization, where there is a budget; refuses beyond it. */
  takeOfTenant(merchant_id: Uuid): void
  /** Counts, and refuses nothing. */
  countHere(policy: LocalPolicy, key: string): void
  /** Refuses where nothing is left, and counts nothing. */
  refuseIfSpentHere(policy: LocalPolicy, key: string): void
  giveBackHere(policy: LocalPolicy, key: string): void
  refuseIfSpent(policy: SharedPolicy, key: string): Promise<void>
  /** What was counted beforehand turned out to be no failure. */
  giveBack(policy: SharedPolicy, key: string): Promise<void>
}

/** `tenant_per_s`: what an organization may call in a second, whatever its credentials. */
export const createLimits = (pool: pg.Pool, scale: number, tenant_per_s?: number): Limits => {
  const local = Object.fromEntries(
    Object.entries(LOCAL).map(([name, { window_s }]) => [
      name,
      createWindows({ window_ms: window_s * 1000, keys_max: KEYS_MAX }),
    ]),
  ) as Record<LocalPolicy, Windows>
  const shared = Object.fromEntries(
    Object.entries(SHARED).map(([name, policy]) => [name, limiterInPostgres(pool, name, policy, scale)]),
  ) as Record<SharedPolicy, RateLimiterPostgres>

  // A budget is what the operator wrote; nothing multiplies it.
  const quotaOf = (policy: PolicyName) =>
    (policy === 'tenant' ? tenant_per_s : undefined) ?? POLICIES[policy].quota * scale
  const refusal = (policy: PolicyName, reset_ms: number): Refusal =>
    limitReached(rateLimited, {
      policy,
      quota: quotaOf(policy),
      window_s: POLICIES[policy].window_s,
      retry_after: Math.max(1, Math.ceil(reset_ms / 1000)),
    })
  const headers = (policy: PolicyName, left: number, reset_ms: number): Headers => ({
    'ratelimit-policy': `"${policy}";q=${quotaOf(policy)};w=${POLICIES[policy].window_s}`,
    ratelimit: `"${policy}";r=${left};t=${Math.ceil(reset_ms / 1000)}`,
  })

  const takeHere: Limits['takeHere'] = (policy, key) => {
    const { taken, reset_ms } = local[policy].take(keyOf(policy, key))
    const left = quotaOf(policy) - taken
    if (left < 0) throw refusal(policy, reset_ms)
    return headers(policy, left, reset_ms)
  }
  return {
    takeHere,
    takeOfTenant(merchant_id) {
      if (tenant_per_s !== undefined) takeHere('tenant', merchant_id)
    },
    countHere(policy, key) {
      local[policy].take(keyOf(policy, key))
    },
    refuseIfSpentHere(policy, key) {
      const { taken, reset_ms } = local[policy].look(keyOf(policy, key))
      if (taken >= quotaOf(policy)) throw refusal(policy, reset_ms)
    },
    giveBackHere(policy, key) {
      local[policy].giveBack(keyOf(policy, key))
    },
    async refuseIfSpent(policy, key) {
      const found = await shared[policy].get(hashed(policy, key))
      if (found && found.consumedPoints >= quotaOf(policy)) throw refusal(policy, found.msBeforeNext)
    },
    async giveBack(policy, key) {
      await shared[policy].reward(hashed(policy, key))
    },
    async take(policy, key) {
      if (isLocal(policy)) return takeHere(policy, key)
      try {
        const { remainingPoints, msBeforeNext } = await shared[policy].consume(hashed(policy, key))
        return headers(policy, remainingPoints, msBeforeNext)
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        throw refusal(policy, error.msBeforeNext)
      }
    },
  }
}

const limiterInPostgres = (
  pool: pg.Pool,
  keyPrefix: string,
  { quota, window_s, by }: (typeof SHARED)[SharedPolicy],
  scale: number,
): RateLimiterPostgres => {
  const options = { keyPrefix, points: quota * scale, duration: window_s }
  return new RateLimiterPostgres({
    ...options,
    // An address that goes on after its refusal costs no further query.
    ...(by === 'address' && !keyPrefix.startsWith('wrong_') && { inMemoryBlockOnConsumed: quota * scale + 1 }),
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: true,
    insuranceLimiter: new RateLimiterMemory(options),
  })
}

const isLocal = (policy: PolicyName): policy is LocalPolicy => Object.hasOwn(LOCAL, policy)
const keyOf = (policy: PolicyName, key: string): string => (POLICIES[policy].by === 'address' ? addressKey(key) : key)

/** Addresses and mailboxes are not stored in clear. */
const hashed = (policy: SharedPolicy, key: string): string =>
  hash('sha256', keyOf(policy, key), 'base64url').slice(0, 22)
