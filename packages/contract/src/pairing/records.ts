/** What the API shows of pairing sessions. */
import { Type } from 'typebox'
import { ScopeList, Source } from '../connections/records.ts'
import { Resource } from '../operation.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { IdSchema } from '../wire/ids.ts'
import { PAIRING_STATUSES } from './states.ts'

/** To decide, and then again to exchange. */
export const PAIRING_LIFETIME_S = 600

export const WRONG_CODES_MAX = 5

export const PairingSession = Resource('PairingSession', {
  pairing_session_id: IdSchema('prs'),
  status: Type.Enum([...PAIRING_STATUSES], { type: 'string', description: '`locked`: five wrong codes' }),
  source: Source,
  requested_scopes: ScopeList,
  granted_scopes: orNull(ScopeList),
  connection_id: orNull(IdSchema('con')),
  created_at: Timestamp,
  decided_at: orNull(Timestamp),
  expires_at: Timestamp,
})
