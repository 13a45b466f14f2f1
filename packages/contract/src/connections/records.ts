/** What the API shows of connections. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'
import { SCOPES } from '../scopes.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { IdSchema } from '../wire/ids.ts'
import { CONNECTION_STATUSES } from './states.ts'

/** Who paused a connection: the user, or the service after repeated rejections. Only the user resumes it. */
export const PAUSED_BY = ['wallet', 'rejections'] as const
export type PausedBy = (typeof PAUSED_BY)[number]

export const PausedByName = Type.Enum([...PAUSED_BY], {
  type: 'string',
  description:
    '`wallet`: the user paused it; `rejections`: it was paused because the user rejected several requests in a row',
})

/** What happens to a connection in its life, as it is written down for later. */
export const CONNECTION_CHANGES = ['created', 'paused', 'resumed', 'narrowed', 'token_rotated', 'revoked'] as const

export const ScopeList = Type.Array(Type.Enum([...SCOPES], { type: 'string' }), {
  minItems: 1,
  maxItems: SCOPES.length,
  uniqueItems: true,
})

export const Source = Resource('Source', {
  agent_id: IdSchema('agt'),
  agent_name: Type.String(),
  runtime: Type.String(),
  merchant_name: Type.String(),
  verified_domain: orNull(
    Type.String(),
    'host name that the organization has proven, of several the one that it registered first; null when it has proven none, which a wallet must show',
  ),
})

export const Connection = Resource('Connection', {
  connection_id: IdSchema('con'),
  status: Type.Enum([...CONNECTION_STATUSES], { type: 'string' }),
  scopes: Type.Array(Type.Enum([...SCOPES], { type: 'string' }), {
    description:
      'what the agent may do now: the scopes that the user granted, as far as the merchant still allows them to the agent. Empty when none is left',
  }),
  source: Source,
  created_at: Timestamp,
  paused_at: orNull(Timestamp),
  paused_by: orNull(PausedByName),
  revoked_at: orNull(Timestamp),
})

export const ConnectionToken = Type.String({ description: '`svc_conn_…`; shown once, kept only as a hash' })
export const CONNECTION_EXAMPLE = 'con_01k0000000e008000000000000'
