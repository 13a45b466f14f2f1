/** What the API shows of connect invitations. */
import { Type } from 'typebox'
import { ScopeList, Source } from '../connections/records.ts'
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
})
