/** A merchant's program that asks for payments: what it may ask for, and whether it may ask at all (specification 2.3, 3, 4.1). */
import { Type } from 'typebox'
import { AgentCredential } from '../agent-credentials/records.ts'
import { nameMisleading } from '../merchants/records.ts'
import { Input, operation } from '../operation.ts'
import { cursorInvalid, versionConflict } from '../transport-errors.ts'
import { orNull, page, pageQuery, Timestamp } from '../wire/envelopes.ts'
import { IdInput, Version } from '../wire/inputs.ts'
import { Text } from '../wire/text.ts'
import {
  AGENT_EXAMPLE,
  Agent,
  AgentStatusName,
  AllowedScopes,
  agentCredentialRequired,
  agentRetired,
  agentsStopped,
  agentTransitionInvalid,
  Environment,
} from './records.ts'

export const CREDENTIALS_SHOWN_MAX = 100

const agentPath = Input({ agent_id: IdInput('agt') })
const named = { description: 'as payers will see it beside the organization' }

export const createAgent = operation({
  id: 'agents.create',
  method: 'POST',
  path: '/v1/agents',
  tier: 'specification',
  idempotency: 'none',
  summary: 'Register an agent',
  description:
    'The agent starts as `draft`. To use it, activate one of its credentials and set its status to `active`.',
  credential: 'merchant_session',
  role: 'developer',
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
  tier: 'completes',
  idempotency: 'safe',
  summary: 'List agents',
  description: 'Newest first, including retired ones.',
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
  tier: 'completes',
  idempotency: 'safe',
  summary: 'Read an agent',
  description: 'Includes the `version` to send with an update, its credentials, and when it last requested a payment.',
  credential: 'merchant_session',
  limit: 'standard',
  params: agentPath,
  answer: {
    status: 200,
    body: Type.Object({
      agent: Agent,
      credentials: Type.Array(AgentCredential, {
        description: `newest first, at most ${CREDENTIALS_SHOWN_MAX}, including revoked and expired ones`,
      }),
      last_asked_at: orNull(
        Timestamp,
        'when it created its newest payment request, at most seconds behind; null if it never has',
      ),
    }),
  },
  refuses: [],
  example: { params: { agent_id: AGENT_EXAMPLE } },
})

export const updateAgent = operation({
  id: 'agents.update',
  method: 'PATCH',
  path: '/v1/agents/{agent_id}',
  tier: 'specification',
  idempotency: 'none',
  summary: 'Change an agent',
  description:
    "Send at least one of `status`, `name` and `allowed_scopes`, and the `version` you read. Statuses: `draft` → `active` ⇄ `suspended`, and any of them → `retired`, which can't be undone. `active` needs an active, unexpired credential. An agent that isn't `active` can't get tokens, and its existing ones stop working.",
  credential: 'merchant_session',
  role: 'developer',
  limit: 'standard',
  params: agentPath,
  body: Input({
    status: Type.Optional(AgentStatusName),
    name: Type.Optional(Text(named)),
    allowed_scopes: Type.Optional(AllowedScopes),
    version: Version,
  }),
  answer: { status: 200, body: Type.Object({ agent: Agent }) },
  refuses: [
    versionConflict,
    agentTransitionInvalid,
    agentCredentialRequired,
    agentRetired,
    agentsStopped,
    nameMisleading,
  ],
  example: { params: { agent_id: AGENT_EXAMPLE }, body: { status: 'active', version: 1 } },
})

export const agentOperations = [createAgent, listAgents, readAgent, updateAgent] as const
