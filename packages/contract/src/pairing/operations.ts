/** An agent and a wallet meet by a short code that a person types or scans (specification 4.3, RFC 8628). */
import { Type } from 'typebox'
import { approvalPending, scopesNotAllowed, scopesNotRequested } from '../connect-invitations/records.ts'
import { Connection, ConnectionToken, DecisionSignature, ScopeList } from '../connections/records.ts'
import { deviceKeyRequired, deviceRevoked, walletStopped } from '../devices/records.ts'
import { Input, operation } from '../operation.ts'
import { agentNotActive, connectionRevoked } from '../transport-errors.ts'
import { Shown } from '../wire/fields.ts'
import { IdInput, Typed } from '../wire/inputs.ts'
import * as errors from './records.ts'
import { PairingSession } from './records.ts'

const Code = Typed({ maxLength: 40, description: 'case and separators do not matter' })

const CheckPhrase = Type.String({
  description: 'two words that agent and wallet both show; the user approves only if they are the same',
  examples: ['amber otter'],
})

const SESSION = { pairing_session_id: 'prs_01k0000000e008000000000000' }
const CODE = 'WDJB-MJHT'
const example = { params: SESSION }
const sessionPath = Input({ pairing_session_id: IdInput('prs') })
const one = { status: 200, body: Type.Object({ pairing_session: PairingSession }) } as const

const delivered = {
  status: 200,
  body: Type.Object({ connection: Connection, connection_token: ConnectionToken }),
} as const

const ofAgent = { credential: 'agent_token', limit: 'standard' } as const
const ofWallet = { credential: 'device_token', cross_origin: true, limit: 'standard' } as const

export const startPairing = operation({
  id: 'pairing.start',
  method: 'POST',
  path: '/v1/pairing/sessions',
  tier: 'specification',
  idempotency: 'none',
  summary: 'Start a pairing',
  description:
    'Show the user the code, or the URI as a QR code, and the check phrase next to it. Valid for ten minutes or five wrong codes.',
  ...ofAgent,
  body: Input({ scopes: ScopeList }),
  answer: {
    status: 201,
    body: Type.Object({
      pairing_session: PairingSession,
      code: Shown('for the user to type; shown once', CODE),
      pairing_uri: Shown(
        'the same as a link or QR code',
        `svc://pair?session=${SESSION.pairing_session_id}&code=${CODE}&service=https://pursestrings.example`,
      ),
      check_phrase: CheckPhrase,
    }),
  },
  refuses: [scopesNotAllowed],
  example: { body: { scopes: ['payment.requests.create'] } },
})

export const readPairing = operation({
  id: 'pairing.read',
  method: 'GET',
  path: '/v1/pairing/sessions/{pairing_session_id}',
  tier: 'specification',
  idempotency: 'safe',
  summary: 'Read the status of a pairing',
  description:
    'For the agent that started it. Poll every five seconds. If you send a `code`, it must be the right one.',
  ...ofAgent,
  params: sessionPath,
  query: Input({ code: Type.Optional(Code) }),
  answer: one,
  refuses: [],
  example,
})

export const lookUpPairing = operation({
  id: 'pairing.look_up',
  method: 'POST',
  path: '/v1/pairing/lookups',
  tier: 'completes',
  idempotency: 'safe',
  summary: 'Look up a typed code',
  description:
    'What the wallet must show before the user decides: agent, organization, verified domains, scopes, age and check phrase. Five wrong codes a minute per wallet, thirty per address.',
  ...ofWallet,
  body: Input({ code: Code }),
  answer: { status: 200, body: Type.Object({ pairing_session: PairingSession, check_phrase: CheckPhrase }) },
  refuses: [errors.pairingCodeUnknown],
  example: { body: { code: CODE } },
})

export const approvePairing = operation({
  id: 'pairing.approve',
  method: 'POST',
  path: '/v1/pairing/sessions/{pairing_session_id}/approve',
  tier: 'specification',
  idempotency: 'none',
  summary: 'Approve a pairing',
  description:
    'Creates the connection with all or some of the requested scopes, and returns its token. The agent gets its own token by exchanging the pairing, which replaces this one. A wrong code looks like an unknown pairing, and counts as a try.',
  ...ofWallet,
  params: sessionPath,
  body: Input({ code: Code, scopes: ScopeList, decision_signature: Type.Optional(DecisionSignature) }),
  answer: delivered,
  refuses: [
    errors.pairingDecided,
    errors.pairingEnded,
    scopesNotRequested,
    agentNotActive,
    deviceRevoked,
    walletStopped,
    deviceKeyRequired,
  ],
  example: { ...example, body: { code: CODE, scopes: ['payment.requests.create'] } },
})

export const rejectPairing = operation({
  id: 'pairing.reject',
  method: 'POST',
  path: '/v1/pairing/sessions/{pairing_session_id}/reject',
  tier: 'specification',
  idempotency: 'natural',
  summary: 'Reject a pairing',
  description:
    'Closes the pairing. A wrong code looks like an unknown pairing, and counts as a try. Rejecting again changes nothing.',
  ...ofWallet,
  params: sessionPath,
  body: Input({ code: Code }),
  answer: one,
  refuses: [errors.pairingDecided, errors.pairingEnded],
  example: { ...example, body: { code: CODE } },
})

export const exchangePairing = operation({
  id: 'pairing.exchange',
  method: 'POST',
  path: '/v1/pairing/sessions/{pairing_session_id}/exchange',
  tier: 'completes',
  idempotency: 'none',
  summary: 'Exchange an approved pairing',
  description:
    "Works once, for the agent that started it. Returns the connection with a new token; the wallet's copy stops working.",
  ...ofAgent,
  params: sessionPath,
  answer: delivered,
  refuses: [approvalPending, errors.pairingSpent, errors.pairingRejected, errors.pairingEnded, connectionRevoked],
  example,
})

export const pairingOperations = [
  startPairing,
  readPairing,
  lookUpPairing,
  approvePairing,
  rejectPairing,
  exchangePairing,
] as const
