/** What the API shows of agents. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'
import { SCOPES } from '../scopes.ts'

import { CreatedAt, RecordVersion, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { AGENT_STATUSES } from './states.ts'

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
