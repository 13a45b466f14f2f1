/** What a user lets one agent do, and how the user changes or ends it in the wallet (spec 3, 4.3; contract 3). */
import { Type } from 'typebox'
import { cursorInvalid } from './audit-events.ts'
import { page, pageQuery, Timestamp } from './envelopes.ts'
import { errorEntry } from './errors.ts'
import { IdSchema } from './ids.ts'
import { IdInput } from './inputs.ts'
import { Input, operation, Resource } from './operation.ts'
import { SCOPES } from './scopes.ts'

export const CONNECTION_STATUSES = ['active', 'paused', 'revoked'] as const
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number]

/** Which status may follow which; nothing leaves `revoked`. */
export const NEXT = {
  active: ['paused', 'revoked'],
  paused: ['active', 'revoked'],
  revoked: [],
} as const satisfies Record<ConnectionStatus, readonly ConnectionStatus[]>

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
  verified_domain: Type.Union([Type.String(), Type.Null()], {
    description:
      'host name that the organization has proven, of several the one that it registered first; null when it has proven none, which a wallet must show',
  }),
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
  paused_at: Type.Union([Timestamp, Type.Null()]),
  paused_by: Type.Union([PausedByName, Type.Null()]),
  revoked_at: Type.Union([Timestamp, Type.Null()]),
})

export const ConnectionToken = Type.String({ description: '`svc_conn_…`; shown once, kept only as a hash' })

export const connectionEnded = errorEntry({
  code: 'connection_ended',
  status: 409,
  meaning: 'The connection is revoked, which is final; `current_status` and `allowed` say so.',
  recovery: 'Make a new connection with a Connect Key or by pairing.',
  retry: 'never',
})

export const scopesNotGranted = errorEntry({
  code: 'scopes_not_granted',
  status: 422,
  meaning: 'A connection can only be narrowed: `beyond` lists the scopes that it does not have.',
  recovery: 'Leave them out; more scopes need a new connection.',
  retry: 'never',
})

export const CONNECTION_EXAMPLE = 'con_01k0000000e008000000000000'
const connectionPath = Input({ connection_id: IdInput('con') })
const one = { status: 200, body: Type.Object({ connection: Connection }) } as const
const ofWallet = { credential: 'device_token', cross_origin: true, limit: 'standard' } as const
const example = { params: { connection_id: CONNECTION_EXAMPLE } }

export const listConnections = operation({
  id: 'connections.list',
  method: 'GET',
  path: '/v1/connections',
  summary: 'List the connections of this wallet',
  description: 'Newest first, paused and revoked ones included.',
  ...ofWallet,
  query: Input(pageQuery),
  answer: { status: 200, body: page('connections', Connection) },
  refuses: [cursorInvalid],
  example: {},
})

export const readCurrentConnection = operation({
  id: 'connections.read_current',
  method: 'GET',
  path: '/v1/connections/current',
  summary: 'Read the own connection',
  description: 'For the connected agent: what its token may do now, and whether the user has paused it.',
  credential: 'connection_token',
  limit: 'standard',
  answer: one,
  refuses: [],
  example: {},
})

export const readConnection = operation({
  id: 'connections.read',
  method: 'GET',
  path: '/v1/connections/{connection_id}',
  summary: 'Read a connection',
  description: 'One connection of this wallet.',
  ...ofWallet,
  params: connectionPath,
  answer: one,
  refuses: [],
  example,
})

export const updateConnection = operation({
  id: 'connections.update',
  method: 'PATCH',
  path: '/v1/connections/{connection_id}',
  summary: 'Pause, resume or narrow a connection',
  description:
    'Sets `status`, `scopes` or both. A paused connection still reads, and changes nothing; one that was paused by `rejections` is resumed in the same way. Scopes can only become fewer. What is acknowledged holds from the next call of the agent on; setting what is already so changes nothing.',
  ...ofWallet,
  params: connectionPath,
  body: Input({
    status: Type.Optional(Type.Enum(['active', 'paused'], { type: 'string' })),
    scopes: Type.Optional(ScopeList),
  }),
  answer: one,
  refuses: [connectionEnded, scopesNotGranted],
  example: { ...example, body: { status: 'paused' } },
})

export const revokeConnection = operation({
  id: 'connections.revoke',
  method: 'DELETE',
  path: '/v1/connections/{connection_id}',
  summary: 'Revoke a connection',
  description: 'Ends it at once and for good. Repeating it changes nothing.',
  ...ofWallet,
  params: connectionPath,
  answer: one,
  refuses: [],
  example,
})

export const rotateConnectionToken = operation({
  id: 'connections.rotate_token',
  method: 'POST',
  path: '/v1/connections/{connection_id}/rotate-token',
  summary: 'Replace the connection token',
  description: 'The old token is dead once this is acknowledged. Status and scopes stay as they are.',
  ...ofWallet,
  params: connectionPath,
  answer: { status: 200, body: Type.Object({ connection: Connection, connection_token: ConnectionToken }) },
  refuses: [connectionEnded],
  example,
})

export const connectionOperations = [
  listConnections,
  readCurrentConnection,
  readConnection,
  updateConnection,
  revokeConnection,
  rotateConnectionToken,
] as const
