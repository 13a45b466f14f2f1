/**
 * How often who may knock (contract 1). Limits that guard sign-in hold across processes, in PostgreSQL; the others are
 * counted in the process. Headers follow the current IETF draft: `RateLimit-Policy` and `RateLimit`.
 */
import { hash } from 'node:crypto'
import { rateLimited } from '@countersign/contract/transport-errors'
import type pg from 'pg'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal } from '../refusal.ts'

const POLICIES = {
  /** Steps of signing in, by address. */
  sign_in: { quota: 30, window_s: 60, shared: true },
  /** Mail to one mailbox, whoever asks: nobody is flooded through us. */
  mailbox: { quota: 5, window_s: 600, shared: true },
  /** Credentials that opened nothing, by address. */
  wrong_credential: { quota: 120, window_s: 60, shared: false },
  /** Assertions, by address: many agents may share one, and a signature cannot be guessed. This only spares the CPU. */
  agent_auth: { quota: 600, window_s: 60, shared: false },
  /** Tokens for one agent, counted only once its signature is verified: nobody else can use up its share. */
  agent: { quota: 60, window_s: 60, shared: false },
  /** Connect Keys that opened nothing, by agent: the sixth try within the window is refused unseen (contract 3). */
  wrong_connect_key: { quota: 5, window_s: 600, shared: true },
  /** The same by organization, so that many agents of one buy no more. None for all: it would shut out the innocent. */
  wrong_connect_key_merchant: { quota: 50, window_s: 600, shared: true },
  /** Typed pairing codes that opened nothing, by wallet and by address. A minute at most: typing errors are human. */
  wrong_pairing_code: { quota: 5, window_s: 60, shared: true },
  wrong_pairing_code_address: { quota: 30, window_s: 60, shared: true },
  /** Everything else, by credential. */
  standard: { quota: 600, window_s: 60, shared: false },
} as const

export type PolicyName = keyof typeof POLICIES

export interface Limits {
  /** Counts one knock; answers with the headers to send, or refuses. */
  take(policy: PolicyName, key: string): Promise<Record<string, string>>
  /** Refuses where nothing is left, and counts nothing. */
  refuseIfSpent(policy: PolicyName, key: string): Promise<void>
  /** What was counted beforehand turned out to be no failure. */
  giveBack(policy: PolicyName, key: string): Promise<void>
}

export const createLimits = (pool: pg.Pool, scale: number): Limits => {
  const limiters = new Map<PolicyName, RateLimiterAbstract>()
  for (const [name, { quota, window_s, shared }] of Object.entries(POLICIES)) {
    const options = { keyPrefix: name, points: quota * scale, duration: window_s }
    const memory = new RateLimiterMemory(options)
    limiters.set(
      name as PolicyName,
      shared
        ? new RateLimiterPostgres({
            ...options,
            storeClient: pool,
            storeType: 'pool',
            tableName: 'rate_limits',
            tableCreated: true,
            clearExpiredByTimeout: true,
            insuranceLimiter: memory,
          })
        : memory,
    )
  }
  const limiterOf = (policy: PolicyName) => limiters.get(policy) as RateLimiterAbstract
  return {
    async refuseIfSpent(policy, key) {
      const r = await limiterOf(policy).get(keyOf(policy, key))
      if (r && r.consumedPoints >= POLICIES[policy].quota * scale) throw spent(r)
    },
    async giveBack(policy, key) {
      await limiterOf(policy).reward(keyOf(policy, key))
    },
    async take(policy, key) {
      const { quota, window_s } = POLICIES[policy]
      const named = `"${policy}"`
      const headers = (left: number, reset_ms: number) => ({
        'ratelimit-policy': `${named};q=${quota * scale};w=${window_s}`,
        ratelimit: `${named};r=${left};t=${Math.ceil(reset_ms / 1000)}`,
      })
      try {
        const r = await limiterOf(policy).consume(keyOf(policy, key))
        return headers(r.remainingPoints, r.msBeforeNext)
      } catch (r) {
        if (!(r instanceof RateLimiterRes)) throw r
        throw spent(r)
      }
    },
  }
}

const spent = ({ msBeforeNext }: RateLimiterRes): Refusal =>
  new Refusal(rateLimited, { details: { retry_after: Math.max(1, Math.ceil(msBeforeNext / 1000)) } })

/** Addresses and mailboxes are not stored in clear. */
const keyOf = (policy: PolicyName, key: string): string =>
  POLICIES[policy].shared ? hash('sha256', key, 'base64url').slice(0, 22) : key
