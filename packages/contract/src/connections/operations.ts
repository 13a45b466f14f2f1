/** What a user lets one agent do, and how the user changes or ends it in the wallet (specification 3, 4.3). */
import { Type } from 'typebox'
import {
  decisionMismatch,
  decisionSignatureInvalid,
  decisionSignatureRequired,
  deviceKeyRequired,
  deviceKeyUnknown,
  StoppedAt,
  walletStopped,
} from '../devices/records.ts'
import { errorEntry } from '../errors.ts'
import { Input, onlyFor, operation as operationOperation } from '../operation.ts'
import { cursorInvalid } from '../transport-errors.ts'
import { page, pageQuery } from '../wire/envelopes.ts'
import { Counted } from '../wire/fields.ts'
import { IdInput, IdOrCurrent, Jws } from '../wire/inputs.ts'
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
/** An agent has one: its token says which. */
const ownPath = Input({ connection_id: IdOrCurrent('con') })
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
  description:
    "Newest first, including paused and revoked ones: those of the wallet, or those of the merchant's agents. For a merchant, `counts` covers all of them, or one agent's.",
  ...ofWallet,
  credential: ['device_token', 'merchant_session', 'merchant_key'],
  merchant_scope: 'connections:manage',
  query: Input({
    ...pageQuery,
    ...onlyFor(['merchant_session', 'merchant_key'], {
      asked_by: Type.Optional(IdInput('agt', { description: 'only the connections of this agent' })),
      status: Type.Optional(ConnectionStatusName),
    }),
  }),
  answer: {
    status: 200,
    body: Type.Object({
      ...page('connections', Connection).properties,
      counts: Type.Optional(
        Type.Object(
          {
            active: Counted('can ask', 112, { minimum: 0 }),
            paused: Counted('can read, and change nothing', 3, { minimum: 0 }),
            revoked: Counted('have ended', 40, { minimum: 0 }),
          },
          { description: 'for a merchant, how many there are, by status; whatever `status` the list is narrowed to' },
        ),
      ),
    }),
  },
  refuses: [cursorInvalid],
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

export const readConnection = operationOperation({
  id: 'connections.read',
  method: 'GET',
  path: '/v1/connections/{connection_id}',
  tier: 'completes',
  idempotency: 'safe',
  summary: 'Read a connection',
  description:
    'The wallet reads one of its connections, with how its payment requests turned out. The connected agent reads its own, as `current`: what its token can do now, and whether the user paused it.',
  ...ofWallet,
  credential: ['device_token', 'connection_token'],
  params: ownPath,
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
    walletStopped,
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
  description:
    "By the wallet, by the merchant whose agent it is, or by the connected agent, which names it `current` and can end it even while paused. Takes effect at once and can't be undone: the next call with its token is refused with `connection_revoked`, and the wallet and the merchant get an event. Pending requests stay with the user until answered or expired. Revoking again changes nothing.",
  ...ofWallet,
  credential: ['device_token', 'connection_token', 'merchant_session', 'merchant_key'],
  merchant_scope: 'connections:manage',
  role: 'developer',
  withdraws: true,
  params: ownPath,
  answer: one,
  refuses: [],
  example,
})

export const rotateConnectionToken = operationOperation({
  id: 'connections.rotate_token',
  method: 'POST',
  path: '/v1/connections/{connection_id}/rotate-token',
  tier: 'specification',
  idempotency: 'natural',
  summary: 'Replace a connection token',
  description:
    "When the wallet asks, the old token stops working at once. An agent renews its connection's token with its agent token: a connection token lasts 90 days, so renew it before or after it expires, or after the wallet rotated it. The old one then works until the new one is first used, for ten minutes at most; renewing again replaces a token you haven't used yet. Status and scopes don't change.",
  ...ofWallet,
  credential: ['device_token', 'agent_token'],
  params: connectionPath,
  answer: { status: 200, body: Type.Object({ connection: Connection, connection_token: ConnectionToken }) },
  refuses: [connectionEnded],
  example,
})

export const stopWallet = operationOperation({
  id: 'connections.stop_all',
  method: 'POST',
  path: '/v1/wallet/stop',
  tier: 'policy_tools',
  idempotency: 'natural',
  summary: 'Stop every agent, or undo that',
  description:
    'For the wallet. Without a body, every active connection and policy of the wallet is paused at once: from the answer on no agent creates a request, and none of its payments is claimed without asking. While the wallet is stopped, nothing can be connected, resumed or agreed to. What waits already can still be approved or rejected by a person; what was approved before goes on. Stopping again changes nothing.\n\nTo undo it, send `undo_jws`: a JWS (`typ` `svc-stop-undo+jws`) by the active key of the device over the canonical JSON of `{type: "svc.stop_undo.v1", aud, device_id, stopped_at}`, where `aud` is the address of this service and `stopped_at` as this call or devices.read_current answers it. So a stolen token alone undoes nothing, and a signature undoes one stop. What the stop paused is resumed; what was paused before stays paused. To keep an agent or a policy out, pause it by itself, or revoke it, before you undo the stop.',
  ...ofWallet,
  body: Input({ undo_jws: Type.Optional(Jws({ description: 'by the key of the device; undoes the stop' })) }),
  answer: { status: 200, body: Type.Object({ stopped_at: StoppedAt }) },
  refuses: [deviceKeyRequired, deviceKeyUnknown, decisionSignatureInvalid, decisionMismatch],
  example: {},
})

export const connectionOperations = [
  listConnections,
  listConnectionRecipients,
  readConnection,
  updateConnection,
  revokeConnection,
  rotateConnectionToken,
  stopWallet,
] as const
