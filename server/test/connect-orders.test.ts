/** All orders of {approve, reject, exchange, exchange, expire}: as the model says, one token at most per party. */
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { beforeAll, expect, test } from 'vitest'
import { agentTokenOf, newAgent } from './agent.ts'
import type { Answer } from './call.ts'
import {
  ALL_SCOPES,
  bearing,
  type Call,
  invitationPath,
  newInvitation,
  pairingPath,
  said,
  startPairing,
} from './connection.ts'
import { newDevice } from './device.ts'
import { newOperator } from './operator.ts'
import { sharedWorld, type World } from './world.ts'

type Step = 'approve' | 'reject' | 'exchange' | 'expire'
type State = 'pending' | 'approved' | 'exchanged' | 'rejected' | 'expired'
/** What a step does from a state: the next state, and what is said. */
type Model = Readonly<Record<Exclude<Step, 'expire'>, Readonly<Record<State, readonly [State, ...unknown[]]>>>>

let world: World
let asAgent: Call
beforeAll(async () => {
  world = await sharedWorld()
  const agent = await newAgent(await newOperator(world), { allowed_scopes: ALL_SCOPES })
  asAgent = bearing(world, await agentTokenOf(world, agent))
})

const INVITATION: Model = {
  approve: {
    pending: ['approved', 200],
    approved: ['approved', 200],
    exchanged: ['exchanged', 200],
    rejected: ['rejected', 409, 'invitation_decided'],
    expired: ['expired', 410, 'invitation_expired'],
  },
  reject: {
    pending: ['rejected', 200],
    approved: ['rejected', 200],
    exchanged: ['exchanged', 409, 'invitation_decided'],
    rejected: ['rejected', 200],
    expired: ['expired', 410, 'invitation_expired'],
  },
  exchange: {
    pending: ['pending', 409, 'approval_pending'],
    approved: ['exchanged', 200],
    exchanged: ['exchanged', 410, 'invitation_spent'],
    rejected: ['rejected', 410, 'invitation_rejected'],
    expired: ['expired', 410, 'invitation_expired'],
  },
}

const PAIRING: Model = {
  approve: {
    pending: ['approved', 200],
    approved: ['approved', 409, 'pairing_decided'],
    exchanged: ['exchanged', 409, 'pairing_decided'],
    rejected: ['rejected', 409, 'pairing_decided'],
    expired: ['expired', 410, 'pairing_ended'],
  },
  reject: {
    pending: ['rejected', 200],
    approved: ['approved', 409, 'pairing_decided'],
    exchanged: ['exchanged', 409, 'pairing_decided'],
    rejected: ['rejected', 200],
    expired: ['expired', 410, 'pairing_ended'],
  },
  exchange: {
    pending: ['pending', 409, 'approval_pending'],
    approved: ['exchanged', 200],
    exchanged: ['exchanged', 410, 'pairing_spent'],
    rejected: ['rejected', 410, 'pairing_rejected'],
    expired: ['expired', 410, 'pairing_ended'],
  },
}

const ordersOf = (steps: readonly Step[]): Step[][] => {
  if (steps.length === 0) return [[]]
  const rest = (at: number) => ordersOf(steps.toSpliced(at, 1))
  const all = steps.flatMap((step, at) => rest(at).map((order) => [step, ...order]))
  return [...new Map(all.map((order) => [order.join(), order])).values()]
}
const ORDERS = ordersOf(['approve', 'reject', 'exchange', 'exchange', 'expire'])

interface Acts {
  readonly id: string
  act(step: Exclude<Step, 'expire'>): Promise<Answer>
  expire(): Promise<unknown>
}

/** Walks one order beside the model; answers with the tokens that were delivered, by step. */
const walk = async (order: readonly Step[], model: Model, { act, expire }: Acts) => {
  let state: State = 'pending'
  const tokens: Record<string, string[]> = { approve: [], reject: [], exchange: [] }
  for (const step of order) {
    if (step === 'expire') {
      await expire()
      if (state === 'pending' || state === 'approved') state = 'expired'
      continue
    }
    const [next, ...expected]: readonly [State, ...unknown[]] = model[step][state]
    const answer = await act(step)
    expect([order.join(), step, ...said(answer)]).toEqual([order.join(), step, ...expected])
    if (answer.json.connection_token !== undefined) {
      expect(['approved', 'pending']).toContain(state)
      if (step === 'exchange') expect(state).toBe('approved')
      tokens[step]?.push(answer.json.connection_token)
    }
    state = next
  }
  return { state, tokens }
}

const wake = (token: string) => bearing(world, token)('GET', '/v1/connections/current')

test(`an invitation in all ${ORDERS.length} orders`, async () => {
  expect(ORDERS.length).toBe(60)
  for (const order of ORDERS) {
    const device = await newDevice(world)
    const { id, asClaimant } = await newInvitation(world, { asAgent, device })
    const { state, tokens } = await walk(order, INVITATION, {
      id,
      act: (step) =>
        step === 'exchange'
          ? asClaimant('POST', invitationPath(id, step))
          : device.call('POST', invitationPath(id, step), step === 'approve' ? { body: { scopes: ALL_SCOPES } } : {}),
      expire: () =>
        world.database.admin.query(
          'update connect_invitations set expires_at = now() where connect_invitation_id = $1',
          [uuidOf('cki', id)],
        ),
    })
    expect([tokens.approve?.length, tokens.exchange?.length]).toEqual([0, state === 'exchanged' ? 1 : 0])
    const { connections } = (await device.call('GET', '/v1/connections')).json
    expect(connections.length).toBe(tokens.exchange?.length)
    for (const token of tokens.exchange ?? []) expect((await wake(token)).status).toBe(200)
  }
})

test(`a pairing in all ${ORDERS.length} orders`, async () => {
  for (const order of ORDERS) {
    const device = await newDevice(world)
    const { pairing_session_id: id, code } = await startPairing(asAgent)
    const { tokens } = await walk(order, PAIRING, {
      id,
      act: (step) =>
        step === 'exchange'
          ? asAgent('POST', pairingPath(id, step))
          : device.call('POST', pairingPath(id, step), {
              body: step === 'approve' ? { code, scopes: ALL_SCOPES } : { code },
            }),
      expire: () =>
        world.database.admin.query('update pairing_sessions set expires_at = now() where pairing_session_id = $1', [
          uuidOf('prs', id),
        ]),
    })
    const [wallets = [], agents = []] = [tokens.approve, tokens.exchange]
    expect(wallets.length).toBeLessThanOrEqual(1)
    expect(agents.length).toBeLessThanOrEqual(wallets.length)
    // One token lives: the agent's, once it has one, and the wallet's until then.
    const alive = agents.length > 0 ? agents : wallets
    for (const token of [...wallets, ...agents]) {
      expect((await wake(token)).status).toBe(alive.includes(token) ? 200 : 401)
    }
  }
})
