/** What a user lets one agent do, and how the user changes or ends it in the wallet (specification 3, 4.3). */
import { Type } from 'typebox'
import {
  decisionMismatch,
  decisionSignatureInvalid,
  decisionSignatureRequired,
  deviceKeyRequired,
  deviceKeyUnknown,
} from '../devices/errors.ts'
import { errorEntry } from '../errors.ts'
import { Input, operation as operationOperation } from '../operation.ts'
import { cursorInvalid } from '../transport-errors.ts'
import { page, pageQuery } from '../wire/envelopes.ts'
import { Counted } from '../wire/fields.ts'
import { IdInput, Jws } from '../wire/inputs.ts'
import {
  CONNECTION_EXAMPLE,
  Connection,
  ConnectionStatusName,
  ConnectionToken,
  DecisionSignature,
  PauseAfterRejections,
  PayableRecipient,
  ScopeList,
} from './records.ts'

/** What can be refused about connections, and what to do next. */
export const connectionEnded = errorEntry({
  code: 'connection_ended',
  status: 409,
  meaning: "The connection is revoked. That can't be undone.",
  recovery: 'Connect again with a Connect Key or by pairing.',
  retry: 'never',
})

export const scopesNotGranted = errorEntry({
  code: 'scopes_not_granted',
  status: 422,
  meaning: "You can only remove scopes from a connection; it doesn't have those listed in `beyond`.",
  recovery: 'Leave them out. To add scopes, make a new connection.',
  retry: 'never',
})

const connectionPath = Input({ connection_id: IdInput('con') })
const one = { status: 200, body: Type.Object({ connection: Connection }) } as const
const ofWallet = { credential: 'device_token', cross_origin: true, limit: 'standard' } as const
const example = { params: { connection_id: CONNECTION_EXAMPLE } }

export const listConnections = operationOperation({
  id: 'connections.list',
  method: 'GET',
  path: '/v1/connections',
  tier: 'specification',
  idempotency: 'safe',
  summary: 'List connections',
  description: 'Newest first, including paused and revoked ones.',
  ...ofWallet,
  query: Input(pageQuery),
  answer: { status: 200, body: page('connections', Connection) },
  refuses: [cursorInvalid],
  example: {},
})

export const readCurrentConnection = operationOperation({
  id: 'connections.read_current',
  method: 'GET',
  path: '/v1/connections/current',
  tier: 'completes',
  idempotency: 'safe',
  summary: 'Read your connection',
  description: 'For the connected agent: what its token can do now, and whether the user paused it.',
  credential: 'connection_token',
  limit: 'standard',
  answer: one,
  refuses: [],
  example: {},
})

export const listConnectionRecipients = operationOperation({
  id: 'connections.list_recipients',
  method: 'GET',
  path: '/v1/connections/current/recipients',
  tier: 'agent_tools',
  idempotency: 'safe',
  summary: 'List payees you can request payments for',
  description:
    "For the connected agent: its merchant's payees that have an active version, newest first, with that version. If a version changed, show it to the person who decides before you request another payment.",
  credential: 'connection_token',
  scope: 'payment.requests.create',
  limit: 'standard',
  query: Input(pageQuery),
  answer: { status: 200, body: page('recipients', PayableRecipient) },
  refuses: [cursorInvalid],
  example: {},
})

export const endCurrentConnection = operationOperation({
  id: 'connections.end_current',
  method: 'DELETE',
  path: '/v1/connections/current',
  tier: 'agent_tools',
  idempotency: 'natural',
  summary: 'Disconnect',
  description:
    "For the connected agent, even while paused. Revokes the connection at once; its token stops working, so sending this again answers `connection_revoked`. Pending requests stay with the user until answered or expired. Cancel them first if you don't want that.",
  credential: 'connection_token',
  limit: 'standard',
  withdraws: true,
  answer: one,
  refuses: [],
  example: {},
})

export const readConnection = operationOperation({
  id: 'connections.read',
  method: 'GET',
  path: '/v1/connections/{connection_id}',
  tier: 'completes',
  idempotency: 'safe',
  summary: 'Read a connection',
  description: "One of this wallet's connections, with how its payment requests turned out.",
  ...ofWallet,
  params: connectionPath,
  answer: one,
  refuses: [],
  example,
})

export const updateConnection = operationOperation({
  id: 'connections.update',
  method: 'PATCH',
  path: '/v1/connections/{connection_id}',
  tier: 'specification',
  idempotency: 'natural',
  summary: 'Pause, resume or narrow a connection',
  description:
    'Set `status`, `scopes`, `decision_signature`, `pause_after_rejections` or several of them. A paused connection can only read; you resume one that was paused by `rejections` the same way. You can only remove scopes. Changes apply from the agent\'s next call; setting a value again changes nothing. To go back to `decision_signature: "optional"`, send `change_jws`: a JWS (`typ` `svc-connection-change+jws`) by the active key of the device over the canonical JSON of `{type: "svc.connection_change.v1", aud, connection_id, decision_signature, at}`, where `aud` is the address of this service and `at` the current time.',
  ...ofWallet,
  params: connectionPath,
  body: Input({
    status: Type.Optional(
      Type.Enum(['active', 'paused'], {
        type: 'string',
        description: '`paused` stops the agent, `active` resumes it',
      }),
    ),
    scopes: Type.Optional(ScopeList),
    decision_signature: Type.Optional(DecisionSignature),
    pause_after_rejections: Type.Optional(PauseAfterRejections),
    change_jws: Type.Optional(Jws({ description: 'by the key of the device; needed to stop requiring signatures' })),
  }),
  answer: one,
  refuses: [
    connectionEnded,
    scopesNotGranted,
    deviceKeyRequired,
    deviceKeyUnknown,
    decisionSignatureRequired,
    decisionSignatureInvalid,
    decisionMismatch,
  ],
  example: { ...example, body: { status: 'paused' } },
})

export const revokeConnection = operationOperation({
  id: 'connections.revoke',
  method: 'DELETE',
  path: '/v1/connections/{connection_id}',
  tier: 'specification',
  idempotency: 'natural',
  summary: 'Revoke a connection',
  description: "Takes effect at once and can't be undone. Revoking again changes nothing.",
  ...ofWallet,
  params: connectionPath,
  answer: one,
  refuses: [],
  example,
})

export const rotateConnectionToken = operationOperation({
  id: 'connections.rotate_token',
  method: 'POST',
  path: '/v1/connections/{connection_id}/rotate-token',
  tier: 'specification',
  idempotency: 'none',
  summary: 'Replace the connection token',
  description: "The old token stops working at once. Status and scopes don't change.",
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

export const listConnectionsForMerchant = operationOperation({
  id: 'connections.list_for_merchant',
  method: 'GET',
  path: '/v1/merchant/connections',
  tier: 'completes',
  idempotency: 'safe',
  summary: "List the connections of the merchant's agents",
  description: "Newest first, including paused and revoked ones. `counts` covers all of them, or one agent's.",
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

export const revokeConnectionForMerchant = operationOperation({
  id: 'connections.revoke_for_merchant',
  method: 'DELETE',
  path: '/v1/merchant/connections/{connection_id}',
  tier: 'completes',
  idempotency: 'natural',
  summary: "Revoke a connection of one of the merchant's agents",
  description:
    "Takes effect at once and can't be undone: the next call with its token is refused, and you and the wallet get an event. Revoking again changes nothing.",
  ...ofMerchant,
  role: 'developer',
  params: connectionPath,
  answer: one,
  refuses: [],
  example,
})

export const renewConnectionToken = operationOperation({
  id: 'connections.renew_token',
  method: 'POST',
  path: '/v1/connections/{connection_id}/token',
  tier: 'completes',
  idempotency: 'natural',
  summary: 'Renew a connection token',
  description:
    "For the agent, with its agent token. A connection token lasts 90 days; renew it before or after it expires, or after the user's wallet rotated it. The old token works until the new one is first used, for ten minutes at most. Renewing again replaces a token you haven't used yet.",
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
