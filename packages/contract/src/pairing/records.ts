/** What the API shows of pairing sessions. */
import { Type } from 'typebox'
import { agentKeys, ScopeList, Source } from '../connections/records.ts'
import { errorEntry } from '../errors.ts'
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
  ...agentKeys('that looks up the code'),
})

// What can go wrong while an agent and a wallet pair.

export const pairingCodeUnknown = errorEntry({
  code: 'pairing_code_unknown',
  status: 404,
  meaning: "There's no pending pairing with this code: it's mistyped, already decided or expired.",
  recovery: 'Compare it with the code the agent shows, or start a new pairing from the agent.',
  retry: 'never',
})

export const pairingDecided = errorEntry({
  code: 'pairing_decided',
  status: 409,
  meaning: 'The pairing was already decided: see `current_status`.',
  recovery:
    "List the wallet's connections. To undo an approval, revoke the connection with DELETE /v1/connections/{connection_id}.",
  retry: 'never',
})

export const pairingEnded = errorEntry({
  code: 'pairing_ended',
  status: 410,
  meaning: 'The pairing is over: ten minutes passed, or somebody tried five wrong codes.',
  recovery: "Start a new pairing from the agent; you don't have to wait.",
  retry: 'never',
})

export const pairingRejected = errorEntry({
  code: 'pairing_rejected',
  status: 410,
  meaning: 'The user rejected the pairing.',
  recovery: "Don't try again unless the user asks you to.",
  retry: 'never',
})

export const pairingSpent = errorEntry({
  code: 'pairing_spent',
  status: 410,
  meaning: 'The pairing was already exchanged. Its connection token is shown only once.',
  recovery: 'Use that token. If you lost it, ask the user to rotate it, or pair again.',
  retry: 'never',
})

/**
 * Decides the form of a pairing code (RFC 8628 6.1): eight letters without vowels, so that no word and no
 * digit can be read into them, shown as `WDJB-MJHT`. Case and separators do not matter when it is typed.
 */
export const CODE_ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ'
export const CODE_LENGTH = 8
const CODE = new RegExp(`^[${CODE_ALPHABET}]{${CODE_LENGTH}}$`)
export const CODES_IN_ALL = CODE_ALPHABET.length ** CODE_LENGTH

export function newPairingCode(): string {
  let code = ''
  while (code.length < CODE_LENGTH) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    // 240 is the last multiple of 20 that fits: what is above would make some letters likelier.
    if (byte < 240) code += CODE_ALPHABET.charAt(byte % 20)
  }
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** The one spelling of a typed code; undefined for what no code can be. */
export function readPairingCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return CODE.test(code) ? `${code.slice(0, 4)}-${code.slice(4)}` : undefined
}

/** What a wallet opens or scans; it says which service to ask. */
export const pairingUri = (session: string, code: string, base_url: string): string =>
  `svc://pair?${new URLSearchParams({ session, code, service: base_url }).toString()}`
