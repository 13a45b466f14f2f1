/** Many callers of one key, token, pairing or connection at once, through HTTP; what must hold is said by the test. */
import cookie from '@fastify/cookie'
import { operation } from '@pursestrings/contract/operation'
import Fastify from 'fastify'
import { Type } from 'typebox'
import { expect } from 'vitest'
import { createProven } from '../src/platform/credentials/credentials.ts'
import { guardOf } from '../src/platform/credentials/guards.ts'
import { createLimits } from '../src/platform/http/limits.ts'
import { refusalOfNoRoute, refuseOn } from '../src/platform/http/refuse.ts'
import { routesOn } from '../src/platform/http/route.ts'
import { createPool } from '../src/platform/postgres/pool.ts'
import { transactionsOn } from '../src/platform/postgres/transaction.ts'
import type { Answer } from './call.ts'
import {
  ALL_SCOPES,
  bearing,
  type Call,
  claim,
  invitationPath,
  newConnectKey,
  pairingPath,
  startPairing,
} from './connection.ts'
import { newDevice } from './device.ts'
import type { World } from './world.ts'

const CALLERS = 64
const each = <R>(n: number, act: (i: number) => Promise<R>): Promise<R[]> =>
  Promise.all(Array.from({ length: n }, (_, i) => act(i)))

const oneWinner = (answers: readonly Answer[], status: number): Answer => {
  const won = answers.filter((a) => a.status === status)
  const lost = answers.filter((a) => a.status !== status)
  expect(won.length).toBe(1)
  expect(new Set(lost.map((a) => `${a.status} ${a.json.error.code} ${a.json.error.message}`)).size).toBe(1)
  return won[0] as Answer
}

/** One key for 64 agents, then its claim token for 64 callers; one connection comes of it. */
export const raceOneConnect = async (world: World, agents: readonly Call[]): Promise<void> => {
  const device = await newDevice(world)
  const key = await newConnectKey(device)
  const claims = await each(CALLERS, (i) => claim(agents[i % agents.length] as Call, key))
  const { connect_invitation, claim_token } = oneWinner(claims, 201).json
  const id = connect_invitation.connect_invitation_id
  await device.call('POST', invitationPath(id, 'approve'), { body: { scopes: ALL_SCOPES } })
  const asClaimant = bearing(world, claim_token)
  oneWinner(await each(CALLERS, () => asClaimant('POST', invitationPath(id, 'exchange'))), 200)
  expect((await device.call('GET', '/v1/connections')).json.connections.length).toBe(1)
}

/** Approved and rejected at once: one outcome, and a connection only with the approval. */
export const raceOnePairing = async (world: World, asAgent: Call): Promise<'approved' | 'rejected'> => {
  const device = await newDevice(world)
  const { pairing_session_id: id, code } = await startPairing(asAgent)
  const decide = (action: string, more: object) =>
    device.call('POST', pairingPath(id, action), { body: { code, ...more } }).then((a) => [action, a.status] as const)
  const answers = await each(16, (i) =>
    i % 2 === 0 ? decide('approve', { scopes: ALL_SCOPES }) : decide('reject', {}),
  )
  const count = (action: string) => answers.filter(([v, status]) => v === action && status === 200).length
  const outcome = count('approve') === 1 ? 'approved' : 'rejected'
  // A rejection may be repeated, an approval not: its token is shown once.
  expect([count('approve'), count('reject')]).toEqual(outcome === 'approved' ? [1, 0] : [0, 8])
  expect((await asAgent('GET', pairingPath(id))).json.pairing_session.status).toBe(outcome)
  const { connections } = (await device.call('GET', '/v1/connections')).json
  expect(connections.length).toBe(outcome === 'approved' ? 1 : 0)
  return outcome
}

const planted = operation({
  id: 'planted.create',
  method: 'POST',
  path: '/planted',
  tier: 'merchant_tools',
  idempotency: 'none',
  summary: '',
  description: '',
  credential: 'connection_token',
  scope: 'payment.requests.create',
  limit: 'standard',
  answer: { status: 201, body: Type.Object({}) },
  refuses: [],
  example: {},
})

/** A route that changes something with a connection token, with the real guard on the world's database. */
export const plantCreate = (world: World) => {
  const pool = createPool({ url: world.database.url, max: 4, application_name: 'planted' })
  const app = Fastify()
  void app.register(cookie)
  refuseOn(app, { base_url: '', observe: () => {}, noRoute: refusalOfNoRoute([]) })
  const guard = guardOf({ transactions: transactionsOn(pool), metrics_token: undefined, proven: createProven() })
  const route = routesOn(app, { guard, limits: createLimits(pool, 100_000), checkOrigin: () => {} })
  route(planted, () => Promise.resolve({}))
  return {
    create: async (token: string): Promise<readonly unknown[]> => {
      const answer = await app.inject({
        method: 'POST',
        url: '/planted',
        headers: { authorization: `Bearer ${token}` },
      })
      return answer.statusCode === 201 ? [201] : [answer.statusCode, answer.json().error.code]
    },
    stop: async () => {
      await app.close()
      await pool.end()
    },
  }
}

/** Callers in flight around a change: of the calls that start after its acknowledgement, none may succeed. */
export const raceChange = async (
  attempt: () => Promise<readonly unknown[]>,
  change: () => Promise<Answer>,
): Promise<{ before: number; after: number }> => {
  let acknowledged = Number.POSITIVE_INFINITY
  let before = 0
  let after = 0
  const answered = Promise.withResolvers<void>()
  const caller = async () => {
    for (let left = 3; left > 0; ) {
      const started = performance.now()
      const [status] = await attempt()
      answered.resolve()
      if (Number(status) >= 500) throw new Error(`a call in flight was answered ${String(status)}`)
      if (started <= acknowledged) {
        if (Number(status) < 300) before++
        continue
      }
      left--
      if (Number(status) < 300) after++
    }
  }
  const callers = each(6, caller)
  await Promise.race([answered.promise, callers])
  expect((await change()).status).toBe(200)
  acknowledged = performance.now()
  await callers
  return { before, after }
}
