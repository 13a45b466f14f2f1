/** What the API shows of connect invitations. */
import { Type } from 'typebox'
import { ScopeList, Source } from '../connections/records.ts'
import { Resource } from '../operation.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { IdSchema } from '../wire/ids.ts'
import { INVITATION_STATUSES } from './states.ts'

export const CONNECT_KEY_LIFETIME_S = 600

/** To decide, and then again to exchange. */
export const INVITATION_LIFETIME_S = 600

/** Longer than both, so that a claimant that comes late learns how it ended. */
export const CLAIM_TOKEN_LIFETIME_S = 3600

export const OPEN_KEYS_MAX = 5

/** Open keys count too: each can become a pending invitation without asking the wallet again. */
export const PENDING_INVITATIONS_MAX = 10

export const ConnectInvitation = Resource('ConnectInvitation', {
  connect_invitation_id: IdSchema('cki'),
  status: Type.Enum([...INVITATION_STATUSES], { type: 'string' }),
  source: Source,
  requested_scopes: ScopeList,
  granted_scopes: orNull(ScopeList),
  connection_id: orNull(IdSchema('con')),
  created_at: Timestamp,
  decided_at: orNull(Timestamp),
  expires_at: Timestamp,
})
