/**
 * Doors of the agent-payment surface that answer with who knocked, with the real guard on the world's database: what
 * holds for that surface as such is tried here, whatever its operations are.
 */
import cookie from '@fastify/cookie'
import { Input, operation } from '@pursestrings/contract/operation'
import { Text } from '@pursestrings/contract/wire/text'
import Fastify, { type FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { createProven } from '../src/platform/credentials/credentials.ts'
import { guardOf } from '../src/platform/credentials/guards.ts'
import { limitAddresses } from '../src/platform/http/address-limits.ts'
import { originCheck } from '../src/platform/http/cors.ts'
import { requestIdOf } from '../src/platform/http/headers.ts'
import { acceptJsonOnly } from '../src/platform/http/json-body.ts'
import { createLimits } from '../src/platform/http/limits.ts'
import { refusalOfNoRoute, refuseBadUrl, refuseOn } from '../src/platform/http/refuse.ts'
import { routesOn } from '../src/platform/http/route.ts'
import { createPool } from '../src/platform/postgres/pool.ts'
import { transactionsOn } from '../src/platform/postgres/transaction.ts'
import { type Answer, call, type Sent } from './call.ts'
import { recordRefusal } from './refusals-seen.ts'
import type { World } from './world.ts'

const Shown = Type.Object({
  kind: Type.String(),
  project_id: Type.Optional(Type.String()),
  body: Type.Object({}, { additionalProperties: true }),
})
const common = {
  summary: '',
  description: '',
  surface: 'agent_payments',
  tier: 'merchant_tools',
  limit: 'standard',
  answer: { status: 200, body: Shown },
  refuses: [],
  example: {},
} as const

const change = operation({
  ...common,
  id: 'planted.change',
  idempotency: 'none',
  method: 'POST',
  path: '/v1/agent-payments/{agent_payment_id}/planted',
  credential: ['api_key', 'merchant_session'],
  params: Input({ agent_payment_id: Type.String({ maxLength: 160 }) }),
  query: Input({ asset: Type.Optional(Type.String()) }),
  body: Input({
    purpose: Type.Optional(Text()),
    note: Type.Optional(Type.String()),
    idempotency_key: Type.Optional(Type.String()),
  }),
})

const read = operation({
  ...common,
  id: 'planted.read',
  idempotency: 'safe',
  method: 'GET',
  path: '/v1/automation-policies/planted',
  credential: 'api_key',
})

export interface SecondSurface {
  call(method: string, path: string, sent?: Sent): Promise<Answer>
  stop(): Promise<void>
}

export const plantSecondSurface = async (world: World, rate_limit_scale = 100_000): Promise<SecondSurface> => {
  const pool = createPool({ url: world.database.url, max: 4, application_name: 'planted' })
  const app = Fastify({ genReqId: requestIdOf, frameworkErrors: refuseBadUrl('') }) as unknown as FastifyInstance
  await app.register(cookie)
  acceptJsonOnly(app)
  refuseOn(app, { base_url: '', observe: recordRefusal, noRoute: refusalOfNoRoute([]) })
  const guard = guardOf({ transactions: transactionsOn(pool), metrics_token: undefined, proven: createProven() })
  const limits = createLimits(pool, rate_limit_scale)
  limitAddresses(app, { limits, guard, noRoute: refusalOfNoRoute([]) })
  const route = routesOn(app, { guard, limits, checkOrigin: originCheck(['https://portal.example']) })
  route(change, ({ caller, body }) => Promise.resolve({ ...caller, body }))
  route(read, ({ caller }) => Promise.resolve({ ...caller, body: {} }))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    call: (method, path, sent) => call(url, method, path, sent),
    stop: async () => {
      await app.close()
      await pool.end()
    },
  }
}
