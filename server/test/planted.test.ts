/** The machinery watches itself: a fault planted in each place must be found. */
import { errorEntry } from '@pursestrings/contract/errors'
import { type Operation, operation } from '@pursestrings/contract/operation'
import { operations } from '@pursestrings/contract/operations'
import { versionConflict } from '@pursestrings/contract/transport-errors'
import Fastify from 'fastify'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { type RefusalObserver, refusalOfNoRoute, refuseOn } from '../src/platform/http/refuse.ts'
import { routesOn } from '../src/platform/http/route.ts'
import { Refusal } from '../src/platform/refusal.ts'
import { judgeRefusals, recordRefusal, type Seen } from './refusals-seen.ts'

const unprovoked = errorEntry({ code: 'planted_unprovoked', status: 409, meaning: '.', recovery: '.', retry: 'never' })
const planted = operation({
  id: 'planted.operation',
  method: 'GET',
  path: '/planted',
  tier: 'merchant_tools',
  idempotency: 'safe',
  summary: '',
  description: '',
  credential: 'none',
  limit: 'unlimited',
  answer: { status: 200, body: Type.Object({}) },
  refuses: [unprovoked],
  example: {},
}) satisfies Operation

const callPlanted = async (action: () => Promise<never>) => {
  const seen: Seen[] = []
  const app = Fastify()
  const observe: RefusalObserver = (s) => {
    seen.push(s)
    recordRefusal(s)
  }
  refuseOn(app, { base_url: '', observe, noRoute: refusalOfNoRoute([]) })
  const guard = {
    admit: () => Promise.resolve({ kind: 'none' as const, rate_key: '' }),
    introduce: () => undefined,
    isShown: () => false,
  }
  routesOn(app, { guard, limits: {} as never, checkOrigin: () => {} })(planted, action)
  const answer = await app.inject({ method: 'GET', url: '/planted' })
  return { seen, status: answer.statusCode, code: answer.json().error.code, text: answer.body }
}

test('an error that is thrown but not declared answers 500 and is reported', async () => {
  const { seen, status, code } = await callPlanted(() => Promise.reject(new Refusal(versionConflict)))
  expect([status, code]).toEqual([500, 'internal_error'])
  expect(seen).toContainEqual({ operation: 'planted.operation', code: 'version_conflict', declared: false })
  const elsewhere = seen.map((s) => ({ ...s, operation: 'merchants.read' }))
  expect(judgeRefusals([], elsewhere)).toEqual(['merchants.read threw version_conflict, which it does not declare'])
})

test('anything else that is thrown is a bug: 500, and its words do not leave the house', async () => {
  const { status, code, text } = await callPlanted(() => Promise.reject(new Error('row 7 of customers')))
  expect([status, code]).toEqual([500, 'internal_error'])
  expect(text).not.toContain('customers')
})

test('a declared error that no test provokes is reported, at the very operation that declares it', () => {
  const everywhere = operations.flatMap((o) =>
    [...o.refuses].map((e) => ({ operation: o.id, code: e.code, declared: true })),
  )
  const other = { operation: 'merchants.read', code: unprovoked.code, declared: true }
  expect(judgeRefusals([planted], [...everywhere, other])).toContain(
    'no test provokes planted.operation planted_unprovoked',
  )
})

test('a declared operation that no route serves would fail the row "is served" of the refusals', async () => {
  const app = Fastify()
  refuseOn(app, { base_url: '', observe: () => {}, noRoute: refusalOfNoRoute([]) })
  expect((await app.inject({ method: 'GET', url: planted.path })).json().error.code).toBe('route_not_found')
})
