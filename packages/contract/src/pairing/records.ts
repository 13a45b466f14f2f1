/** What the API shows of pairing. */
import { Type } from 'typebox'
import { ScopeList, Source } from '../connections/records.ts'
import { Resource } from '../operation.ts'
import { Timestamp } from '../wire/envelopes.ts'
import { IdSchema } from '../wire/ids.ts'
import { PAIRING_STATUSES, type PairingStatus } from './states.ts'

/** To decide, and then again to exchange. */
export const PAIRING_LIFETIME_S = 600

export const WRONG_CODES_MAX = 5

/** Which status may follow which. An approval has made a connection: it is taken back by revoking that. */
export const NEXT = {
  pending: ['approved', 'rejected', 'expired', 'locked'],
  approved: ['exchanged', 'expired'],
  exchanged: [],
  rejected: [],
  expired: [],
  locked: [],
} as const satisfies Record<PairingStatus, readonly PairingStatus[]>

export const PairingSession = Resource('PairingSession', {
  pairing_session_id: IdSchema('prs'),
  status: Type.Enum([...PAIRING_STATUSES], { type: 'string', description: '`locked`: five wrong codes' }),
  source: Source,
  requested_scopes: ScopeList,
  granted_scopes: Type.Union([ScopeList, Type.Null()]),
  connection_id: Type.Union([IdSchema('con'), Type.Null()]),
  created_at: Timestamp,
  decided_at: Type.Union([Timestamp, Type.Null()]),
  expires_at: Timestamp,
})
