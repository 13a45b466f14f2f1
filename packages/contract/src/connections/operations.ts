/** What a user lets one agent do, and how the user changes or ends it in the wallet (spec 3, 4.3; contract 3). */
import { Type } from 'typebox'
import { Input, operation } from '../operation.ts'
import { cursorInvalid } from '../transport-errors.ts'
import { page, pageQuery } from '../wire/envelopes.ts'
import { Counted } from '../wire/fields.ts'
import { IdInput } from '../wire/inputs.ts'
import { connectionEnded, scopesNotGranted } from './errors.ts'
import {
  CONNECTION_EXAMPLE,
  Connection,
  ConnectionStatusName,
  ConnectionToken,
  PayableRecipient,
  ScopeList,
} from './records.ts'

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

export const listConnectionRecipients = operation({
  id: 'connections.list_recipients',
  method: 'GET',
  path: '/v1/connections/current/recipients',
  defined_by: 'extension',
  idempotency: 'safe',
  summary: 'List the payees that can be asked for',
  description:
    'For the connected agent: the recipients of its merchant that have an active version, newest first, with that version. Show a changed version to whoever decides before you ask again.',
  credential: 'connection_token',
  scope: 'payment.requests.create',
  limit: 'standard',
  query: Input(pageQuery),
  answer: { status: 200, body: page('recipients', PayableRecipient) },
  refuses: [cursorInvalid],
  example: {},
})

export const endCurrentConnection = operation({
  id: 'connections.end_current',
  method: 'DELETE',
  path: '/v1/connections/current',
  defined_by: 'extension',
  idempotency: 'natural',
  summary: 'End the own connection',
  description:
    'By the connected agent, also while it is paused. The connection is revoked at once and for good, and its token opens nothing any more: sent again, the call is refused with `connection_revoked`. Requests that still wait stay with the user until they are answered or expire: cancel them first if they should not.',
  credential: 'connection_token',
  limit: 'standard',
  withdraws: true,
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
  description: 'One connection of this wallet, with how many of its payment requests ended in which way.',
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
    status: Type.Optional(
      Type.Enum(['active', 'paused'], {
        type: 'string',
        description: '`paused` stops the agent, `active` lets it go on',
      }),
    ),
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

const ofMerchant = {
  credential: ['merchant_session', 'merchant_key'],
  merchant_scope: 'connections:manage',
  limit: 'standard',
} as const

export const listConnectionsForMerchant = operation({
  id: 'connections.list_for_merchant',
  method: 'GET',
  path: '/v1/merchant/connections',
  defined_by: 'extension',
  idempotency: 'safe',
  summary: "List the connections of the merchant's agents",
  description:
    'Newest first, paused and revoked ones included. `counts` is over all of them, or over those of one agent.',
  ...ofMerchant,
  query: Input({
    ...pageQuery,
    asked_by: Type.Optional(IdInput('agt', { description: 'only the connections of this agent' })),
    status: Type.Optional(ConnectionStatusName),
  }),
  answer: {
    status: 200,
    body: Type.Object({
      ...page('connections', Connection).properties,
      counts: Type.Object(
        {
          active: Counted('can ask', 112, { minimum: 0 }),
          paused: Counted('can read, and change nothing', 3, { minimum: 0 }),
          revoked: Counted('have ended', 40, { minimum: 0 }),
        },
        { description: 'how many there are, by status; whatever `status` the list is narrowed to' },
      ),
    }),
  },
  refuses: [cursorInvalid],
  example: {},
})

export const revokeConnectionForMerchant = operation({
  id: 'connections.revoke_for_merchant',
  method: 'DELETE',
  path: '/v1/merchant/connections/{connection_id}',
  defined_by: 'extension',
  idempotency: 'natural',
  summary: "Revoke a connection of one of the merchant's agents",
  description:
    'Ends it at once and for good: the next call with its token is refused, and the feeds of merchant and wallet tell it. Repeating it changes nothing.',
  ...ofMerchant,
  role: 'developer',
  params: connectionPath,
  answer: one,
  refuses: [],
  example,
})

export const renewConnectionToken = operation({
  id: 'connections.renew_token',
  method: 'POST',
  path: '/v1/connections/{connection_id}/token',
  defined_by: 'extension',
  idempotency: 'natural',
  summary: 'Renew the token of the own connection',
  description:
    "By the agent, with its agent token: before the 90 days of a connection token are over, after they are, or after the user's wallet has rotated it. The old token works until the new one is first used, ten minutes at most; renewing again replaces a new token that was not used yet.",
  credential: 'agent_token',
  limit: 'standard',
  params: connectionPath,
  answer: { status: 200, body: Type.Object({ connection: Connection, connection_token: ConnectionToken }) },
  refuses: [connectionEnded],
  example,
})

export const connectionOperations = [
  listConnectionsForMerchant,
  revokeConnectionForMerchant,
  listConnections,
  readCurrentConnection,
  listConnectionRecipients,
  endCurrentConnection,
  readConnection,
  updateConnection,
  revokeConnection,
  rotateConnectionToken,
  renewConnectionToken,
] as const
