/** What the API shows of pairing sessions. */
import { Type } from 'typebox'
import { ScopeList, Source } from '../connections/records.ts'
import { Resource } from '../operation.ts'
import { Timestamp } from '../wire/envelopes.ts'
import { At, CreatedAt, mostlyNull } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'

/** The statuses of pairing sessions, and which may follow which. */

const PAIRING_STATUSES = ['pending', 'approved', 'exchanged', 'rejected', 'expired', 'locked'] as const
export type PairingStatus = (typeof PAIRING_STATUSES)[number]

/** Which status may follow which. An approval has made a connection: it is taken back by revoking that. */
export const PAIRING_STATUS_NEXT = {
  pending: ['approved', 'rejected', 'expired', 'locked'],
  approved: ['exchanged', 'expired'],
  exchanged: [],
  rejected: [],
  expired: [],
  locked: [],
} as const satisfies Record<PairingStatus, readonly PairingStatus[]>

/** To decide, and then again to exchange. */
export const PAIRING_LIFETIME_S = 600

export const WRONG_CODES_MAX = 5

export const PairingSession = Resource('PairingSession', 'an agent and a wallet that connect with a short code', {
  pairing_session_id: IdSchema('prs'),
  status: Type.Enum([...PAIRING_STATUSES], { type: 'string', description: '`locked`: five wrong codes' }),
  source: Source,
  requested_scopes: ScopeList,
  granted_scopes: mostlyNull(ScopeList, 'what the user granted; null until then'),
  connection_id: mostlyNull(IdSchema('con'), "the resulting connection; null until it's approved"),
  created_at: CreatedAt,
  decided_at: mostlyNull(Timestamp, 'when the user decided'),
  expires_at: At('until when it can be decided, and once approved, exchanged'),
})
