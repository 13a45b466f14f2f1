/** What every client of the service must decide alike: the files that the tests of the other clients read too. */
import { readFileSync } from 'node:fs'
import { linkedRequest } from '@pursestrings/protocol/approval-link'
import { canonicalJson } from '@pursestrings/protocol/canonical'
import { isSecret } from '@pursestrings/protocol/secrets'
import { describe, expect, test } from 'vitest'
import { checkOf, HOLDING, REFUSED } from '../../../tests/vectors/payment-links.ts'
import { apiErrorOf } from './api-error.ts'
import { approvalLink } from './approval-link.ts'
import { type DeviceJwk, deviceKid, readDecision } from './device-decision.ts'
import { type Jwks, PinRequiredError } from './pinned-keys.ts'
import { answerIn } from './read-answer.ts'
import { namesOf, sameAmount } from './request-payment.ts'
import { leavesUnknown, pauseAfter } from './retry-rule.ts'
import { baseOf } from './transport.ts'
import { FactsMismatchError, type SignedFacts, verifyFacts } from './verify-facts.ts'
import { verifyWebhook, WebhookVerificationError } from './verify-webhook.ts'
import { walletLink } from './wallet-link.ts'

interface Vectors {
  readonly canonical: readonly { readonly value: unknown; readonly text: string }[]
  readonly facts: readonly {
    readonly what: string
    readonly request: SignedFacts
    readonly jwks: Jwks
    readonly pinned_keys: readonly string[]
    readonly issuer: string
    readonly refused: string | null
  }[]
  readonly webhooks: readonly {
    readonly what: string
    readonly body: string
    readonly headers: Readonly<Record<string, string>>
    readonly secrets: readonly string[]
    readonly now: number
    readonly refused: string | null
  }[]
  readonly tasks: readonly { readonly task: Parameters<typeof namesOf>[0]; readonly names: object }[]
  readonly retries: readonly {
    readonly status: number
    readonly code: string
    readonly retry_after_s?: number
    readonly should_retry?: string
    readonly repeated: boolean
    readonly after_s?: number
    readonly unknown: boolean
  }[]
  readonly approval_links: readonly {
    readonly wallet_url: string
    readonly request_id: string
    readonly link: string | null
  }[]
  readonly base_urls: readonly { readonly given: string; readonly base: string | null }[]
  readonly connection_tokens: readonly { readonly given: string; readonly accepted: boolean }[]
  readonly same_amounts: readonly { readonly a: string; readonly b: string; readonly same: boolean }[]
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../tests/vectors/${name}.json`, import.meta.url), 'utf8'))
const vectors = read('clients') as Vectors
const { decisions } = read('decisions') as {
  readonly decisions: readonly {
    readonly what: string
    readonly public_key: DeviceJwk
    readonly kid: string
    readonly jws: string
    readonly members: object | null
  }[]
}

const reasonOf = async (checked: Promise<unknown>): Promise<string | null> => {
  const failure: unknown = await checked.then(
    () => null,
    (error: unknown) => error,
  )
  if (failure instanceof PinRequiredError) return 'pin_required'
  if (failure instanceof FactsMismatchError || failure instanceof WebhookVerificationError) return failure.reason
  if (failure === null) return null
  throw failure
}

test('canonical JSON', () => {
  for (const { value, text } of vectors.canonical) expect(canonicalJson(value)).toBe(text)
})

describe('signed facts', () => {
  test.each(vectors.facts)('$what', async ({ request, jwks, pinned_keys, issuer, refused }) => {
    expect(await reasonOf(verifyFacts(request, jwks, { pinned_keys, issuer }))).toBe(refused)
  })
})

describe('a link for other wallets is built from signed facts', () => {
  test.each([...HOLDING, ...REFUSED])('$what', async (vector) => {
    const { request, link, refused } = vector
    const checked = checkOf(vector).verifyFacts(request)
    expect(await reasonOf(checked)).toBe(refused)
    const built = await checked.then(walletLink).catch(() => undefined)
    expect(built ?? null).toBe(link)
  })
})

test('a link that the service sends is handed to nobody', () => {
  const request = { request_id: 'pr_1', metadata: { handoff: 'mine' }, handoff: { uri: 'web+stellar:pay?amount=1' } }
  const { handoff: _, ...handed } = request
  const sent = () => structuredClone(request)
  expect(answerIn({ ok: true, payment_request: sent() })).toEqual({ payment_request: handed })
  expect(answerIn({ ok: true, payment_requests: [sent(), sent()], next_cursor: null })).toEqual({
    payment_requests: [handed, handed],
    next_cursor: null,
  })
  expect(answerIn({ success: true, data: { agent_payments: [sent()] } })).toEqual({ agent_payments: [handed] })
  expect(answerIn({ success: true, data: { id: 'apy_1', handoff: { uri: 'x' } } })).toEqual({ id: 'apy_1' })
  expect(answerIn({ success: true, data: null })).toBeNull()
})

test('a link for approval names the request, at the address that was kept, and nothing else', () => {
  for (const { wallet_url, request_id, link } of vectors.approval_links) {
    if (link === null) {
      expect(() => approvalLink(wallet_url, request_id)).toThrow('wallet_url must be')
      continue
    }
    expect(approvalLink(wallet_url, request_id)).toBe(link)
    expect(linkedRequest(new URL(link).hash)).toBe(request_id)
  }
  expect(linkedRequest('#order-10.42')).toBe('order-10.42')
  for (const none of ['', '#', '#.', '#..', '#%2E%2e', '#events', '#%', `#${'a'.repeat(161)}`])
    expect([none, linkedRequest(none)]).toEqual([none, undefined])
})

describe('a decision of a device', () => {
  test.each(decisions)('$what', async ({ public_key, kid, jws, members }) => {
    expect(await deviceKid(public_key)).toBe(kid)
    expect((await readDecision(public_key, jws)) ?? null).toEqual(members)
  })
})

describe('webhooks', () => {
  test.each(vectors.webhooks)('$what', async ({ body, headers, secrets, now, refused }) => {
    expect(await reasonOf(verifyWebhook(body, headers, secrets, { now: new Date(now * 1000) }))).toBe(refused)
  })
})

test('the names of a task', async () => {
  for (const { task, names } of vectors.tasks) expect(await namesOf(task)).toEqual(names)
})

test('what is repeated, when, and what leaves the outcome open', () => {
  for (const { status, code, retry_after_s, should_retry, repeated, after_s, unknown } of vectors.retries) {
    const rest = { request_id: undefined, doc_url: undefined, field: undefined, issues: [], details: {} }
    const refused = apiErrorOf({ code, status, message: '', retry_after_s, ...rest })
    const pause_ms = pauseAfter(refused, 0, should_retry ?? null)
    expect([status, code, pause_ms !== undefined, leavesUnknown(refused)]).toEqual([status, code, repeated, unknown])
    if (after_s !== undefined) expect(pause_ms).toBe(after_s * 1000)
  }
})

test('addresses of a service', () => {
  for (const { given, base } of vectors.base_urls) {
    if (base === null) expect(() => baseOf(given)).toThrow(TypeError)
    else expect(baseOf(given)).toBe(base)
  }
})

test('connection tokens and amounts', () => {
  for (const { given, accepted } of vectors.connection_tokens)
    expect([given, isSecret('conn', given)]).toEqual([given, accepted])
  for (const { a, b, same } of vectors.same_amounts) expect([a, b, sameAmount(a, b)]).toEqual([a, b, same])
})
