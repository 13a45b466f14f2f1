/** What the API shows of agents. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'
import { SCOPES } from '../scopes.ts'
import { Timestamp } from '../wire/envelopes.ts'
import { IdSchema } from '../wire/ids.ts'
import { AGENT_STATUSES } from './states.ts'

export const ENVIRONMENTS = ['testnet'] as const
export const AgentStatusName = Type.Enum([...AGENT_STATUSES], { type: 'string' })
export const Environment = Type.Enum([...ENVIRONMENTS], { type: 'string' })

export const AllowedScopes = Type.Array(Type.Enum([...SCOPES], { type: 'string' }), {
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
  status: AgentStatusName,
  version: Type.Integer(),
  created_at: Timestamp,
})

export const AGENT_EXAMPLE = 'agt_01k0000000e008000000000000'
