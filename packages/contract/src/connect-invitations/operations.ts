/** A user's one-time Connect Key, and the invitation that an agent gets for it (specification 4.2, 5). */
import { Type } from 'typebox'
import { Connection, ConnectionToken, DecisionSignature, ScopeList } from '../connections/records.ts'
import { deviceKeyRequired, deviceRevoked, walletStopped } from '../devices/records.ts'
import { Input, operation } from '../operation.ts'
import { agentNotActive, cursorInvalid } from '../transport-errors.ts'
import { page, pageQuery } from '../wire/envelopes.ts'
import { At, Shown } from '../wire/fields.ts'
import { IdInput, Typed } from '../wire/inputs.ts'
import * as errors from './records.ts'
import { ConnectInvitation } from './records.ts'

const example = { params: { connect_invitation_id: 'cki_01k0000000e008000000000000' } }
const invitationPath = Input({ connect_invitation_id: IdInput('cki') })
const one = { status: 200, body: Type.Object({ connect_invitation: ConnectInvitation }) } as const
const ofWallet = { credential: 'device_token', cross_origin: true, limit: 'standard' } as const

export const issueConnectKey = operation({
  id: 'connect_keys.issue',
  method: 'POST',
  path: '/v1/connect-keys',
  tier: 'completes',
  idempotency: 'none',
  summary: 'Issue a Connect Key',
  description:
    'Valid for ten minutes and one use. The user gives it to an agent, which can then ask this wallet for a connection; the key itself grants nothing. You can have five open keys; a sixth closes the oldest.',
  ...ofWallet,
  answer: {
    status: 201,
    body: Type.Object({
      connect_key: Type.Object(
        {
          key: Shown('to be typed or scanned; the last symbol checks the others', '7G2M-9QXC-04TN-KV8E-V'),
          expires_at: At('until when it can be claimed'),
        },
        { description: 'shown once' },
      ),
    }),
  },
  refuses: [errors.tooManyInvitations],
  example: {},
})

export const claimConnectKey = operation({
  id: 'connect_invitations.claim',
  method: 'POST',
  path: '/v1/connect-invitations/claim',
  tier: 'specification',
  idempotency: 'none',
  summary: 'Claim a Connect Key',
  description:
    "Uses the key and asks its wallet for `scopes`. The claim token works only for this invitation: to read it and to exchange it. Upper and lower case and separators don't matter; a key with a typo is refused and doesn't count as a wrong try.",
  credential: 'agent_token',
  limit: 'standard',
  body: Input({
    connect_key: Typed({ description: 'as the user gave it; case and separators do not matter' }),
    scopes: ScopeList,
  }),
  answer: {
    status: 201,
    body: Type.Object({
      connect_invitation: ConnectInvitation,
      claim_token: Shown('opens this invitation alone; shown once', 'svc_claim_…'),
    }),
  },
  refuses: [errors.connectKeyUnknown, errors.scopesNotAllowed],
  example: { body: { connect_key: '7G2M-9QXC-04TN-KV8E-V', scopes: ['payment.requests.create'] } },
})

export const listInvitations = operation({
  id: 'connect_invitations.list',
  method: 'GET',
  path: '/v1/connect-invitations',
  tier: 'completes',
  idempotency: 'safe',
  summary: 'List invitations',
  description: 'Newest first, including decided and expired ones.',
  ...ofWallet,
  query: Input(pageQuery),
  answer: { status: 200, body: page('connect_invitations', ConnectInvitation) },
  refuses: [cursorInvalid],
  example: {},
})

export const readInvitation = operation({
  id: 'connect_invitations.read',
  method: 'GET',
  path: '/v1/connect-invitations/{connect_invitation_id}',
  tier: 'specification',
  idempotency: 'safe',
  summary: 'Read an invitation',
  description: "For the agent, with this invitation's claim token, and for the wallet.",
  ...ofWallet,
  credential: ['claim_token', 'device_token'],
  params: invitationPath,
  answer: one,
  refuses: [],
  example,
})

export const approveInvitation = operation({
  id: 'connect_invitations.approve',
  method: 'POST',
  path: '/v1/connect-invitations/{connect_invitation_id}/approve',
  tier: 'completes',
  idempotency: 'natural',
  summary: 'Approve an invitation',
  description:
    'Grants all or some of the requested scopes; the agent then has ten minutes to exchange it. Approving again changes nothing.',
  ...ofWallet,
  params: invitationPath,
  body: Input({ scopes: ScopeList, decision_signature: Type.Optional(DecisionSignature) }),
  answer: one,
  refuses: [
    errors.invitationDecided,
    errors.invitationExpired,
    errors.scopesNotRequested,
    deviceKeyRequired,
    walletStopped,
  ],
  example: { ...example, body: { scopes: ['payment.requests.create'] } },
})

export const rejectInvitation = operation({
  id: 'connect_invitations.reject',
  method: 'POST',
  path: '/v1/connect-invitations/{connect_invitation_id}/reject',
  tier: 'completes',
  idempotency: 'natural',
  summary: 'Reject an invitation',
  description: "Also takes back an approval that hasn't been exchanged yet. Rejecting again changes nothing.",
  ...ofWallet,
  params: invitationPath,
  answer: one,
  refuses: [errors.invitationDecided, errors.invitationExpired],
  example,
})

export const exchangeInvitation = operation({
  id: 'connect_invitations.exchange',
  method: 'POST',
  path: '/v1/connect-invitations/{connect_invitation_id}/exchange',
  tier: 'specification',
  idempotency: 'none',
  summary: 'Exchange an approved invitation',
  description: 'Works once, after approval and while the agent is active. Returns the connection and its token.',
  credential: 'claim_token',
  limit: 'standard',
  params: invitationPath,
  answer: { status: 200, body: Type.Object({ connection: Connection, connection_token: ConnectionToken }) },
  refuses: [
    deviceRevoked,
    walletStopped,
    errors.approvalPending,
    errors.invitationSpent,
    errors.invitationRejected,
    errors.invitationExpired,
    agentNotActive,
  ],
  example,
})

export const connectInvitationOperations = [
  issueConnectKey,
  claimConnectKey,
  listInvitations,
  readInvitation,
  approveInvitation,
  rejectInvitation,
  exchangeInvitation,
] as const
