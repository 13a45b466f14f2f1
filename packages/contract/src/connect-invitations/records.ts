/** What the API shows of connect invitations. */
import { Type } from 'typebox'
import { agentKeys, ScopeList, Source } from '../connections/records.ts'
import { errorEntry } from '../errors.ts'
import { Resource } from '../operation.ts'
import { Timestamp } from '../wire/envelopes.ts'
import { At, CreatedAt, mostlyNull } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'

/** The statuses of connect invitations, and which may follow which. */

export const INVITATION_STATUSES = ['pending', 'approved', 'exchanged', 'rejected', 'expired'] as const
export type InvitationStatus = (typeof INVITATION_STATUSES)[number]

/** Which status may follow which. An approval can be taken back until it is exchanged. */
export const INVITATION_STATUS_NEXT = {
  pending: ['approved', 'rejected', 'expired'],
  approved: ['exchanged', 'rejected', 'expired'],
  exchanged: [],
  rejected: [],
  expired: [],
} as const satisfies Record<InvitationStatus, readonly InvitationStatus[]>

export const CONNECT_KEY_LIFETIME_S = 600

/** To decide, and then again to exchange. */
export const INVITATION_LIFETIME_S = 600

/** Longer than both, so that a claimant that comes late learns how it ended. */
export const CLAIM_TOKEN_LIFETIME_S = 3600

export const OPEN_KEYS_MAX = 5

/** Open keys count too: each can become a pending invitation without asking the wallet again. */
export const PENDING_INVITATIONS_MAX = 10

/** Agents of one personal space that are connected, or wait for an answer. */
export const OWN_AGENTS_MAX = 20

export const InvitationStatusName = Type.Enum([...INVITATION_STATUSES], {
  type: 'string',
  description: '`approved` until the agent has exchanged it',
})

export const ConnectInvitation = Resource('ConnectInvitation', 'an agent asks a wallet for a connection', {
  connect_invitation_id: IdSchema('cki'),
  status: InvitationStatusName,
  source: Source,
  requested_scopes: ScopeList,
  granted_scopes: mostlyNull(ScopeList, 'what the user granted; null until then'),
  connection_id: mostlyNull(IdSchema('con'), "the resulting connection; null until it's exchanged"),
  created_at: CreatedAt,
  decided_at: mostlyNull(Timestamp, 'when the user decided'),
  expires_at: At('until when it can be decided, and once approved, exchanged'),
  ...agentKeys('while the invitation is pending'),
})

// What can go wrong between a Connect Key and a connection; pairing shares what means the same there.

export const tooManyInvitations = errorEntry({
  code: 'too_many_invitations',
  status: 409,
  meaning: 'This wallet already has ten invitations waiting for a decision.',
  recovery: 'Approve or reject some of them first, or wait: they expire after ten minutes.',
  retry: 'safe',
})

export const connectKeyUnknown = errorEntry({
  code: 'connect_key_unknown',
  status: 404,
  meaning: "This Connect Key isn't valid: it's unknown, used or expired.",
  recovery:
    "Ask the user for a new one. After five wrong keys in ten minutes, the agent has to wait until they're over.",
  retry: 'never',
})

export const enrollmentSignatureInvalid = errorEntry({
  code: 'enrollment_signature_invalid',
  status: 422,
  meaning: "The signature isn't this key's over these fields and this service's address. The Connect Key wasn't used.",
  recovery:
    'Sign the canonical JSON of the fields as you send them, with `audience` as `aud`. The SDK does it: `enroll`.',
  retry: 'never',
  field: 'signature',
})

export const tooManyOwnAgents = errorEntry({
  code: 'too_many_own_agents',
  status: 409,
  meaning: "Twenty agents of this wallet's own are connected or wait for an answer. The Connect Key was not used.",
  recovery: 'Ask the user to disconnect one of them in the wallet, then send this again.',
  retry: 'never',
})

export const scopesNotAllowed = errorEntry({
  code: 'scopes_not_allowed',
  status: 422,
  meaning: 'The agent may not request the scopes listed in `beyond`.',
  recovery: "Request only the agent's `allowed_scopes`, or ask its merchant to allow more.",
  retry: 'never',
})

export const scopesNotRequested = errorEntry({
  code: 'scopes_not_requested',
  status: 422,
  meaning: 'You can approve only scopes that were requested; `beyond` lists the others.',
  recovery: 'Approve some or all of `requested_scopes`.',
  retry: 'never',
})

export const approvalPending = errorEntry({
  code: 'approval_pending',
  status: 409,
  meaning: 'The user has not decided yet.',
  recovery: 'Wait a few seconds and send the same call again, until the invitation expires.',
  retry: 'safe',
})

export const invitationDecided = errorEntry({
  code: 'invitation_decided',
  status: 409,
  meaning: 'The invitation was already decided: see `current_status`.',
  recovery: 'Read it again. To undo an approval, revoke the connection with DELETE /v1/connections/{connection_id}.',
  retry: 'never',
})

export const invitationSpent = errorEntry({
  code: 'invitation_spent',
  status: 410,
  meaning: 'The invitation was already exchanged. Its connection token is shown only once.',
  recovery: 'Use that token. If you lost it, ask the user to rotate it or to give you a new Connect Key.',
  retry: 'never',
})

export const invitationRejected = errorEntry({
  code: 'invitation_rejected',
  status: 410,
  meaning: 'The user rejected the invitation.',
  recovery: "Don't try again unless the user asks you to. You'll need a new Connect Key.",
  retry: 'never',
})

export const invitationExpired = errorEntry({
  code: 'invitation_expired',
  status: 410,
  meaning: "The invitation expired: it wasn't approved and exchanged within ten minutes.",
  recovery: 'Start over with a new Connect Key.',
  retry: 'never',
})
