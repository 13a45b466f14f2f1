/** Carries commands out through HTTP, as the agent, the wallet, the operator and the clock, and notes what was answered. */
import { uuidOf } from '@pursestrings/contract/wire/ids'
import fc from 'fast-check'
import type { TestAgent } from '../../../server/test/agent.ts'
import { type Asking, askingOver, freshKey } from '../../../server/test/asking.ts'
import type { Answer } from '../../../server/test/call.ts'
import { changeFacts } from '../../../server/test/change-facts.ts'
import { connectionPath, newConnection } from '../../../server/test/connection.ts'
import type { World } from '../../../server/test/world.ts'
import {
  aimedAt,
  type Command,
  cellOf,
  FIRST,
  fits,
  needsRequest,
  outcomes,
  REPORTS,
  type Seen,
  STATUSES,
  type State,
  type Step,
} from './model.ts'

export interface Lane {
  readonly world: World
  readonly operator: Asking['operator']
  readonly payee: Asking['payee']
  readonly agent: TestAgent
}
interface Asked {
  readonly request_id: string
  readonly body: { readonly payment: { readonly amount: string }; readonly idempotency_key: string }
}

const setAgent = async ({ operator, agent: { agent_id } }: Lane, status: string): Promise<Answer> => {
  const path = `/v1/agents/${agent_id}`
  const { version } = (await operator.call('GET', path)).json.agent
  return operator.call('PATCH', path, { body: { status, version } })
}

/** Stops after the step that the model does not allow, since the two no longer mean the same state. */
export const drive = async (
  lane: Lane,
  commands: readonly Command[],
  onStep: (state: State, command: Command) => void,
): Promise<Step[]> => {
  const { world, operator, agent, payee } = lane
  const asking = askingOver(await newConnection(world, { operator, agent }), payee)
  const asked: Asked[] = []
  const history: Step[] = []
  let state = FIRST
  for (const command of commands) {
    if (needsRequest(command) && asked.length === 0) continue
    onStep(state, command)
    const seen = await carryOut(lane, asking, { asked, state, command })
    history.push({ command, seen })
    const after = outcomes(state, command).find((one) => fits(one, seen))
    if (after === undefined) break
    state = after.state
  }
  if (state.agent === 'suspended') await setAgent(lane, 'active')
  return history
}

const carryOut = async (
  lane: Lane,
  asking: Asking,
  { asked, state, command }: { asked: Asked[]; state: State; command: Command },
): Promise<Seen> => {
  const { device, connection_id } = asking
  const of = needsRequest(command) ? (asked[aimedAt(state, command)] as Asked) : undefined
  const path = `/v1/payment-requests/${of?.request_id}`
  switch (command.op) {
    case 'create': {
      const body = { payment: { amount: command.amount }, idempotency_key: freshKey() }
      const answer = await asking.ask(body)
      if (answer.status === 201) asked.push({ request_id: answer.json.payment_request.request_id, body })
      return seenIn(answer)
    }
    case 'repeat':
      return seenIn(await asking.ask(of?.body))
    case 'reuse':
      return seenIn(await asking.ask({ ...of?.body, payment: { amount: '99' } }))
    case 'cancel':
      return seenIn(await asking.call('POST', `${path}/cancel`))
    case 'report': {
      const transaction = command.hash === null ? {} : { transaction_hash: command.hash }
      return seenIn(await asking.report(of?.request_id ?? '', { status: command.status, ...transaction }))
    }
    case 'read':
      if (command.by === 'agent') return seenIn(await asking.call('GET', path))
      if (command.by === 'wallet') return seenIn(await device.call('GET', path))
      return seenIn(await lane.operator.call('GET', path))
    case 'deadline': {
      const past = "expires_at = least(expires_at, now() - interval '1s')"
      await changeFacts(lane.world.database.admin, [uuidOf('pr', of?.request_id ?? '')], past)
      return { code: 200 }
    }
    case 'feed':
      return feedOf(await asking.call('GET', '/v1/payment-requests/events?changes=all&limit=500'), asked)
    case 'pause':
    case 'resume': {
      const status = command.op === 'pause' ? 'paused' : 'active'
      return seenIn(await device.call('PATCH', connectionPath(connection_id), { body: { status } }))
    }
    case 'revoke':
      return seenIn(await device.call('DELETE', connectionPath(connection_id)))
    default:
      return seenIn(await setAgent(lane, command.op === 'suspend' ? 'suspended' : 'active'))
  }
}

const seenIn = ({ status: code, json }: Answer): Seen => {
  const { error, payment_request: request, late } = json ?? {}
  return {
    code,
    ...(error && { error: error.code }),
    ...(request && { status: request.status, hash: request.transaction_hash ?? null }),
    ...(late !== undefined && { late }),
  }
}

const feedOf = (answer: Answer, asked: readonly Asked[]): Seen => {
  const events = answer.json.events as { type: string; request_id: string }[] | undefined
  if (events === undefined) return seenIn(answer)
  const names = asked.map(({ request_id }) => request_id)
  const told = events.map(({ type, request_id }) => `${type.replace(/^\w+\./, '')} ${names.indexOf(request_id)}`)
  return { code: answer.status, events: told }
}

// Random sequences of what callers do, and all cells that they can visit.

const at = fc.nat(7)
const hash = fc.constantFrom(null, null, 'aa'.repeat(32), 'bb'.repeat(32))

export const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 18, arbitrary: fc.record({ op: fc.constant('create' as const), amount: fc.constantFrom('1', '2.5') }) },
  {
    weight: 12,
    arbitrary: fc.record({ op: fc.constantFrom('repeat' as const, 'reuse' as const, 'cancel' as const), at }),
  },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('deadline' as const), at }) },
  {
    weight: 27,
    arbitrary: fc.record({ op: fc.constant('report' as const), at, status: fc.constantFrom(...REPORTS), hash }),
  },
  {
    // The way that leads to the end: by chance alone hardly any request would be confirmed.
    weight: 20,
    arbitrary: fc.record({
      op: fc.constant('report' as const),
      at: fc.nat(1),
      status: fc.constantFrom('signed', 'broadcasted', 'confirmed'),
      hash: fc.constant('aa'.repeat(32)),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      op: fc.constant('read' as const),
      at,
      by: fc.constantFrom('agent' as const, 'wallet' as const, 'merchant' as const),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      op: fc.constantFrom('pause', 'resume', 'resume', 'suspend', 'reinstate', 'reinstate', 'feed', 'feed'),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ op: 'revoke' as const }) },
)

/** Every cell there is: each status with all that can be done to a request, each pair of states with the rest. */
export const allCells = (): Set<string> => {
  const requests = STATUSES.flatMap((status) => {
    const state = { ...FIRST, requests: [{ status }] } as unknown as State
    const aimed: Command[] = [
      ...(['repeat', 'reuse', 'cancel', 'deadline'] as const).map((op) => ({ op, at: 0 })),
      ...(['agent', 'wallet', 'merchant'] as const).map((by) => ({ op: 'read' as const, at: 0, by })),
      ...REPORTS.flatMap((reported) =>
        [null, 'aa'].map((named) => ({ op: 'report' as const, at: 0, status: reported, hash: named })),
      ),
    ]
    return aimed.map((one) => cellOf(state, one))
  })
  const around = (['active', 'paused', 'revoked'] as const).flatMap((connection) =>
    (['active', 'suspended'] as const).flatMap((agent) =>
      (['create', 'pause', 'resume', 'revoke', 'suspend', 'reinstate', 'feed'] as const).map((op) =>
        cellOf({ connection, agent, requests: [] }, { op, amount: '1' }),
      ),
    ),
  )
  return new Set([...requests, ...around])
}
