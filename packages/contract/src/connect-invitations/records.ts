/** What the API shows of connect invitations. */
import { Type } from 'typebox'
import { ScopeList, Source } from '../connections/records.ts'
import { Resource } from '../operation.ts'
import { Timestamp } from '../wire/envelopes.ts'
import { IdSchema } from '../wire/ids.ts'
import { INVITATION_STATUSES, type InvitationStatus } from './states.ts'

export const CONNECT_KEY_LIFETIME_S = 600

/** To decide, and then again to exchange. */
export const INVITATION_LIFETIME_S = 600

/** Longer than both, so that a claimant that comes late learns how it ended. */
export const CLAIM_TOKEN_LIFETIME_S = 3600

export const OPEN_KEYS_MAX = 5

/** Open keys count too: each can become a pending invitation without asking the wallet again. */
export const PENDING_INVITATIONS_MAX = 10

/** Which status may follow which. An approval can be taken back until it is exchanged. */
export const NEXT = {
  pending: ['approved', 'rejected', 'expired'],
  approved: ['exchanged', 'rejected', 'expired'],
  exchanged: [],
  rejected: [],
  expired: [],
} as const satisfies Record<InvitationStatus, readonly InvitationStatus[]>

export const ConnectInvitation = Resource('ConnectInvitation', {
  connect_invitation_id: IdSchema('cki'),
  status: Type.Enum([...INVITATION_STATUSES], { type: 'string' }),
  source: Source,
  requested_scopes: ScopeList,
  granted_scopes: Type.Union([ScopeList, Type.Null()]),
  connection_id: Type.Union([IdSchema('con'), Type.Null()]),
  created_at: Timestamp,
  decided_at: Type.Union([Timestamp, Type.Null()]),
  expires_at: Timestamp,
})
