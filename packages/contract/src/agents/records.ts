/** What the API shows of agents. */
import { Type } from 'typebox'
import { errorEntry } from '../errors.ts'
import { Resource } from '../operation.ts'
import { SCOPES } from '../scopes.ts'
import { CreatedAt, RecordVersion, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'

/** The statuses of agents, and which may follow which. */

export const AGENT_STATUSES = ['draft', 'active', 'suspended', 'retired'] as const
export type AgentStatus = (typeof AGENT_STATUSES)[number]

/** Which status may follow which; nothing leaves `retired`. */
export const AGENT_STATUS_NEXT = {
  draft: ['active', 'retired'],
  active: ['suspended', 'retired'],
  suspended: ['active', 'retired'],
  retired: [],
} as const satisfies Record<AgentStatus, readonly AgentStatus[]>

export const ENVIRONMENTS = ['testnet'] as const
export const AgentStatusName = Type.Enum([...AGENT_STATUSES], {
  type: 'string',
  description: 'only an `active` agent obtains tokens; `retired` is final',
  examples: ['active'],
})
export const Environment = Type.Enum([...ENVIRONMENTS], { type: 'string', description: 'where its payments are made' })

export const AllowedScopes = Type.Array(Type.Enum([...SCOPES], { type: 'string' }), {
  minItems: 1,
  maxItems: SCOPES.length,
  uniqueItems: true,
  description: 'the most that a wallet can be asked to grant this agent',
  examples: [['payment.requests.create', 'payment.requests.read']],
})

export const Agent = Resource('Agent', 'a program of the organization that asks for payments', {
  agent_id: IdSchema('agt'),
  name: Shown('as payers see it beside the organization', 'Checkout agent'),
  runtime: Shown('what the agent runs on', 'node-24'),
  environment: Environment,
  allowed_scopes: AllowedScopes,
  status: AgentStatusName,
  version: RecordVersion,
  created_at: CreatedAt,
})

export const AGENT_EXAMPLE = 'agt_01k0000000e008000000000000'

// What can be refused about agents, and what to do next.

export const agentTransitionInvalid = errorEntry({
  code: 'agent_transition_invalid',
  status: 409,
  meaning: "The agent can't move from `current_status` to that status; `allowed` lists where it can go.",
  recovery: 'Send one of the statuses in `allowed`.',
  retry: 'never',
})

export const agentCredentialRequired = errorEntry({
  code: 'agent_credential_required',
  status: 409,
  meaning: "The agent can't be activated without an active credential that hasn't expired.",
  recovery: 'Register a credential for the agent, verify it, then send the same call again.',
  retry: 'never',
})

export const agentsStopped = errorEntry({
  code: 'agents_stopped',
  tier: 'teams',
  status: 409,
  meaning: 'An owner stopped all agents of this organization, so none can be activated.',
  recovery: 'An owner lets them ask again: PATCH /v1/merchants/{merchant_id} with `agents: active`.',
  retry: 'never',
})

export const agentRetired = errorEntry({
  code: 'agent_retired',
  status: 409,
  meaning: "The agent is retired. That can't be undone.",
  recovery: 'Register a new agent with POST /v1/agents.',
  retry: 'never',
})
