/** A user's one-time Connect Key, and the invitation that an agent gets for it (specification 4.2, 5). */
import { AGENT_ENROLLMENT_TYPE } from '@pursestrings/protocol/agent-enrollment'
import { Type } from 'typebox'
import { Alg, credentialKeyTaken, Ed25519Signature, Kid, privateKeySent } from '../agent-credentials/records.ts'
import { Connection, ConnectionToken, DecisionSignature, ScopeList } from '../connections/records.ts'
import { deviceKeyRequired, deviceRevoked, walletStopped } from '../devices/records.ts'
import { nameMisleading } from '../merchants/records.ts'
import { Input, operation } from '../operation.ts'
import { agentNotActive, cursorInvalid } from '../transport-errors.ts'
import { page, pageQuery } from '../wire/envelopes.ts'
import { At, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { IdInput, KeyMaterial, Typed } from '../wire/inputs.ts'
import { Text } from '../wire/text.ts'
import * as errors from './records.ts'
import { ConnectInvitation } from './records.ts'

const example = { params: { connect_invitation_id: 'cki_01k0000000e008000000000000' } }
const KEY_EXAMPLE = '0Z77-G2M9-QXC0-4TNK-V8E9'
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
          key: Shown('to be typed or scanned; the last symbol checks the others', KEY_EXAMPLE),
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
  example: { body: { connect_key: KEY_EXAMPLE, scopes: ['payment.requests.create'] } },
})

const ENROLLED_BY = { name: 'My assistant', runtime: 'node-24' }

export const enrollAgent = operation({
  id: 'connect_invitations.enroll',
  method: 'POST',
  path: '/v1/connect-invitations/enroll',
  tier: 'agent_tools',
  idempotency: 'none',
  summary: 'Enroll your own agent',
  description:
    "For an agent without an organization: it uses a Connect Key of its user's wallet, becomes an agent of that wallet's personal space, and asks the wallet for `scopes`, all at once. No organization vouches for its name. The signature proves the key; once the user approved, continue as after a claim. The key works for 400 days. The same `kid` and `public_key` again, with a new Connect Key, are the same agent under the name that it has. An agent of a personal space connects only to its own wallet.",
  credential: 'none',
  limit: 'agent_auth',
  body: Input({
    connect_key: Typed({ description: 'as the user gave it; case and separators do not matter' }),
    name: Text({ description: 'as the user will see it' }),
    runtime: Text({ description: 'what the agent runs on, such as a framework and its version' }),
    kid: Kid,
    alg: Alg,
    public_key: Type.Unsafe<string>(
      KeyMaterial('string', {
        description: 'the raw 32 bytes in base64url without padding. Never a private key',
        examples: ['11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'],
      }),
    ),
    scopes: ScopeList,
    signature: Ed25519Signature(
      `canonical JSON (RFC 8785) of \`type\` (\`${AGENT_ENROLLMENT_TYPE}\`), \`aud\` (the base address of this service), and \`connect_key\`, \`name\`, \`runtime\`, \`kid\`, \`public_key\` and \`scopes\` as they are sent, the texts in NFC`,
    ),
  }),
  answer: {
    status: 201,
    body: Type.Object({
      agent_id: IdSchema('agt'),
      connect_invitation: ConnectInvitation,
      claim_token: Shown('opens this invitation alone; shown once', 'svc_claim_…'),
    }),
  },
  refuses: [
    errors.connectKeyUnknown,
    errors.enrollmentSignatureInvalid,
    errors.tooManyOwnAgents,
    privateKeySent,
    credentialKeyTaken,
    nameMisleading,
  ],
  example: {
    body: {
      ...ENROLLED_BY,
      connect_key: KEY_EXAMPLE,
      kid: '2026-11',
      alg: 'Ed25519',
      public_key: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
      scopes: ['payment.requests.create'],
      signature: 'A'.repeat(86),
    },
  },
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
  enrollAgent,
  listInvitations,
  readInvitation,
  approveInvitation,
  rejectInvitation,
  exchangeInvitation,
] as const
