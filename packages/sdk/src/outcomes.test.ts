import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { apiErrorOf } from './api-error.ts'
import { NetworkError, TimeoutError } from './call.ts'
import { leavesUnknown, pauseAfter, pauseBefore } from './retry-rule.ts'
import { generateKeyPair, signCredentialProof } from './signing-key.ts'
import { outcomeOf } from './wait-for-paid.ts'

// When a try is repeated, and after how long.
describe('retry rule', () => {
  const refused = (status: number, code = 'x', retry_after_s?: number) =>
    apiErrorOf({
      code,
      status,
      message: '',
      request_id: undefined,
      doc_url: undefined,
      field: undefined,
      issues: [],
      details: {},
      retry_after_s,
    })

  test('pauses double from half a second to eight, less up to a quarter', () => {
    expect([0, 1, 2, 3, 4, 9].map((retry) => pauseBefore(retry, 0))).toEqual([500, 1000, 2000, 4000, 8000, 8000])
    expect(pauseBefore(0, 1)).toBe(375)
  })

  test.each([408, 429, 500, 502, 503, 504])('%i is repeated', (status) => {
    expect(pauseAfter(refused(status), 0)).toBeGreaterThan(0)
  })

  test.each([400, 401, 403, 404, 409, 410, 413, 422])('%i is not', (status) => {
    expect(pauseAfter(refused(status), 0)).toBeUndefined()
  })

  test('no answer is repeated; a mistake in the call is not', () => {
    expect(pauseAfter(new NetworkError(''), 0)).toBeGreaterThan(0)
    expect(pauseAfter(new TimeoutError(''), 0)).toBeGreaterThan(0)
    expect(pauseAfter(new TypeError(''), 0)).toBeUndefined()
  })

  test('the service has the last word: Retry-After and x-should-retry', () => {
    expect(pauseAfter(refused(503, 'x', 3), 0)).toBe(3000)
    expect(pauseAfter(refused(429, 'x', 61), 0)).toBeUndefined()
    expect(pauseAfter(refused(500), 0, 'false')).toBeUndefined()
    expect(pauseAfter(refused(409), 0, 'true')).toBeGreaterThan(0)
  })

  test('a user who has too much to answer is not asked again by itself', () => {
    expect(pauseAfter(refused(429, 'too_many_pending'), 0)).toBeUndefined()
  })

  test('what leaves open whether a thing was done', () => {
    expect(
      [new NetworkError(''), new TimeoutError(''), refused(500), refused(503, 'outcome_unknown')].map(leavesUnknown),
    ).toEqual([true, true, true, true])
    expect([refused(503, 'service_unavailable'), refused(422), refused(429)].map(leavesUnknown)).toEqual([
      false,
      false,
      false,
    ])
  })
})

describe('agent assertion', () => {
  test('a challenge is signed as it is, and nothing that could be an assertion is', async () => {
    const { private_key } = await generateKeyPair()
    const challenge = 'svc.credential_proof.v1:x1rF0Yw6m3Tn8cQeJ5bGZk2sVdLhUaPiO7tXyKqRzNM'
    expect(await signCredentialProof(private_key, challenge)).toEqual({
      challenge,
      signature: expect.stringMatching(/^[\w-]{86}$/),
    })
    for (const text of [
      'eyJhbGciOiJFZERTQSJ9.eyJpc3MiOiJhZ3RfIn0',
      '',
      ' svc.credential_proof.v1:x',
      'svc.credential_proof.v2:x',
    ]) {
      await expect(signCredentialProof(private_key, text)).rejects.toThrow('A challenge begins with')
    }
  })
})

// Every client of the service calls the same thing paid: the Python client's tests read the same file.
describe('outcome of', () => {
  interface Vector {
    readonly what: string
    readonly request: Parameters<typeof outcomeOf>[0]
    readonly observed: boolean
    readonly outcome: string
  }

  const file = new URL('../../../tests/vectors/outcomes.json', import.meta.url)
  const { outcomes } = JSON.parse(readFileSync(file, 'utf8')) as { outcomes: readonly Vector[] }

  test.each(outcomes.map((vector) => [vector.what, vector.outcome, vector] as const))(
    '%s is %s',
    (_what, outcome, { request, observed }) => {
      expect(outcomeOf(request, observed)).toBe(outcome)
    },
  )

  test('nothing but a bound payment on the ledger is paid', () => {
    const paid = outcomes.filter(({ request, observed }) => outcomeOf(request, observed) === 'paid')
    expect(paid.length).toBeGreaterThan(3)
    expect(new Set(paid.map(({ request }) => request.settlement.assurance))).toEqual(new Set(['chain_observed']))
  })
})
