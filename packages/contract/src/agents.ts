/** A merchant's program that asks for payments: what it may ask for, and whether it may ask at all (spec 2.3, 3, 4.1). */
import { Type } from 'typebox'
import { cursorInvalid } from './audit-events.ts'
import { page, pageQuery, Timestamp } from './envelopes.ts'
import { errorEntry } from './errors.ts'
import { IdSchema } from './ids.ts'
import { IdInput } from './inputs.ts'
import { nameMisleading, Version } from './merchants.ts'
import { Input, operation, Resource } from './operation.ts'
import { SCOPES } from './scopes.ts'
import { Text } from './text.ts'
import { versionConflict } from './transport-errors.ts'

export const AGENT_STATUSES = ['draft', 'active', 'suspended', 'retired'] as const
export type AgentStatus = (typeof AGENT_STATUSES)[number]

/** Which status may follow which; nothing leaves `retired`. */
export const NEXT = {
  draft: ['active', 'retired'],
  active: ['suspended', 'retired'],
  suspended: ['active', 'retired'],
  retired: [],
} as const satisfies Record<AgentStatus, readonly AgentStatus[]>

export const ENVIRONMENTS = ['testnet'] as const

const Status = Type.Enum([...AGENT_STATUSES], { type: 'string' })
const Environment = Type.Enum([...ENVIRONMENTS], { type: 'string' })
const AllowedScopes = Type.Array(Type.Enum([...SCOPES], { type: 'string' }), {
  minItems: 1,
  maxItems: SCOPES.length,
  uniqueItems: true,
  description: 'the most that a wallet can be asked to grant this agent',
})

export const Agent = Resource('Agent', {
  agent_id: IdSchema('agt'),
  name: Type.String(),
  runtime: Type.String(),
  environment: Environment,
  allowed_scopes: AllowedScopes,
  status: Status,
  version: Type.Integer(),
  created_at: Timestamp,
})

export const agentTransitionInvalid = errorEntry({
  code: 'agent_transition_invalid',
  status: 409,
  meaning: 'The agent cannot move to that status; `current_status` and `allowed` say from where and to which it can.',
  recovery: 'Send one of the `allowed` statuses, or none.',
  retry: 'never',
})

export const agentCredentialRequired = errorEntry({
  code: 'agent_credential_required',
  status: 409,
  meaning: 'An agent becomes active only while it has an active credential that has not expired.',
  recovery: 'Register a credential for the agent, prove it, and send the same call again.',
  retry: 'never',
})

export const agentRetired = errorEntry({
  code: 'agent_retired',
  status: 409,
  meaning: 'The agent is retired, which is final.',
  recovery: 'Register a new agent with POST /v1/agents.',
  retry: 'never',
})

export const AGENT_EXAMPLE = 'agt_01k0000000e008000000000000'
const agentPath = Input({ agent_id: IdInput('agt') })
const named = { description: 'as payers will see it beside the organization' }

export const createAgent = operation({
  id: 'agents.create',
  method: 'POST',
  path: '/v1/agents',
  summary: 'Register an agent',
  description:
    'The agent starts as `draft`. It becomes usable once a credential of it is active and its status is set to `active`.',
  credential: 'merchant_session',
  limit: 'standard',
  body: Input({
    name: Text(named),
    runtime: Text({ description: 'what the agent runs on, such as a framework and its version' }),
    environment: Environment,
    allowed_scopes: AllowedScopes,
  }),
  answer: { status: 201, body: Type.Object({ agent: Agent }) },
  refuses: [nameMisleading],
  example: {
    body: {
      name: 'Checkout agent',
      runtime: 'node-24',
      environment: 'testnet',
      allowed_scopes: ['payment.requests.create', 'payment.requests.read'],
    },
  },
})

export const listAgents = operation({
  id: 'agents.list',
  method: 'GET',
  path: '/v1/agents',
  summary: 'List agents',
  description: 'Newest first, retired ones included.',
  credential: 'merchant_session',
  limit: 'standard',
  query: Input(pageQuery),
  answer: { status: 200, body: page('agents', Agent) },
  refuses: [cursorInvalid],
  example: {},
})

export const readAgent = operation({
  id: 'agents.read',
  method: 'GET',
  path: '/v1/agents/{agent_id}',
  summary: 'Read an agent',
  description: 'With the `version` that an update has to carry.',
  credential: 'merchant_session',
  limit: 'standard',
  params: agentPath,
  answer: { status: 200, body: Type.Object({ agent: Agent }) },
  refuses: [],
  example: { params: { agent_id: AGENT_EXAMPLE } },
})

export const updateAgent = operation({
  id: 'agents.update',
  method: 'PATCH',
  path: '/v1/agents/{agent_id}',
  summary: 'Change an agent',
  description:
    'Sets any of `status`, `name` and `allowed_scopes`, at least one, and carries the `version` that was read. Moves: `draft` → `active` ⇄ `suspended`, and from each of them → `retired`, which is final. Becoming `active` needs an active, unexpired credential. An agent that is not `active` obtains no tokens, and those it holds end at once.',
  credential: 'merchant_session',
  limit: 'standard',
  params: agentPath,
  body: Input({
    status: Type.Optional(Status),
    name: Type.Optional(Text(named)),
    allowed_scopes: Type.Optional(AllowedScopes),
    version: Version,
  }),
  answer: { status: 200, body: Type.Object({ agent: Agent }) },
  refuses: [versionConflict, agentTransitionInvalid, agentCredentialRequired, agentRetired, nameMisleading],
  example: { params: { agent_id: AGENT_EXAMPLE }, body: { status: 'active', version: 1 } },
})

export const agentOperations = [createAgent, listAgents, readAgent, updateAgent] as const
