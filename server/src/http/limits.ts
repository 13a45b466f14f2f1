/**
 * How often who may call (contract 1). Limits that guard sign-in hold across processes, in PostgreSQL; the others are
 * counted in the process. Headers follow the current IETF draft: `RateLimit-Policy` and `RateLimit`.
 */
import { hash } from 'node:crypto'
import { rateLimited } from '@countersign/contract/transport-errors'
import type { Uuid } from '@countersign/contract/wire/ids'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { limitReached, type Refusal } from '../refusal.ts'
import { addressKey } from './address-key.ts'
import { createWindows, type Windows } from './windows.ts'

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
  /** Connect Keys that opened nothing, by agent: the sixth try within the window is refused unseen (contract 3). */
  wrong_connect_key: { quota: 5, window_s: 600, by: 'key' },
  /** The same by organization, so that many agents of one buy no more. None for all: it would shut out the innocent. */
  wrong_connect_key_merchant: { quota: 50, window_s: 600, by: 'key' },
  /** Typed pairing codes that opened nothing, by wallet and by address. A minute at most: typing errors are human. */
  wrong_pairing_code: { quota: 5, window_s: 60, by: 'key' },
  wrong_pairing_code_address: { quota: 30, window_s: 60, by: 'address' },
  /** Link codes that opened nothing, likewise. With 80 bits the code itself is the protection. */
  wrong_link_code: { quota: 5, window_s: 60, by: 'key' },
  wrong_link_code_address: { quota: 30, window_s: 60, by: 'address' },
} as const

const POLICIES = { ...LOCAL, ...SHARED }
const KEYS_MAX = 100_000

export type LocalPolicy = keyof typeof LOCAL
type SharedPolicy = keyof typeof SHARED
export type PolicyName = LocalPolicy | SharedPolicy
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
