/** What a user lets one agent do, and how the user changes or ends it in the wallet (spec 3, 4.3; contract 3). */
import { Type } from 'typebox'
import { Input, operation } from '../operation.ts'
import { cursorInvalid } from '../transport-errors.ts'
import { page, pageQuery } from '../wire/envelopes.ts'
import { IdInput } from '../wire/inputs.ts'
import { connectionEnded, scopesNotGranted } from './errors.ts'
import { CONNECTION_EXAMPLE, Connection, ConnectionToken, ScopeList } from './records.ts'

const connectionPath = Input({ connection_id: IdInput('con') })
const one = { status: 200, body: Type.Object({ connection: Connection }) } as const
const ofWallet = { credential: 'device_token', cross_origin: true, limit: 'standard' } as const
const example = { params: { connection_id: CONNECTION_EXAMPLE } }

export const listConnections = operation({
  id: 'connections.list',
  method: 'GET',
  path: '/v1/connections',
  defined_by: 'specification',
  idempotency: 'safe',
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
  defined_by: 'extension',
  idempotency: 'safe',
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
  defined_by: 'extension',
  idempotency: 'safe',
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
  defined_by: 'specification',
  idempotency: 'natural',
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
  defined_by: 'specification',
  idempotency: 'natural',
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
  defined_by: 'specification',
  idempotency: 'none',
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
