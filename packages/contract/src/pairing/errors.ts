/** What can go wrong while an agent and a wallet pair. */
import { errorEntry } from '../errors.ts'

export const pairingCodeUnknown = errorEntry({
  code: 'pairing_code_unknown',
  status: 404,
  meaning: 'No pairing waits under this code: it is mistyped, decided, ended or expired.',
  recovery: 'Compare it with what the agent shows, or have the agent start a new pairing.',
  retry: 'never',
})

export const pairingDecided = errorEntry({
  code: 'pairing_decided',
  status: 409,
  meaning: 'The pairing was decided before; `current_status` says how.',
  recovery:
    'Read the connections of the wallet; one that came of it is ended with DELETE /v1/connections/{connection_id}.',
  retry: 'never',
})

export const pairingEnded = errorEntry({
  code: 'pairing_ended',
  status: 410,
  meaning: 'The pairing ended without a decision or an exchange: ten minutes passed, or five wrong codes were tried.',
  recovery: 'Have the agent start a new pairing; that works at once.',
  retry: 'never',
})

export const pairingRejected = errorEntry({
  code: 'pairing_rejected',
  status: 410,
  meaning: 'The user has rejected the pairing.',
  recovery: 'Do not ask again unasked.',
  retry: 'never',
})

export const pairingSpent = errorEntry({
  code: 'pairing_spent',
  status: 410,
  meaning: 'The pairing was exchanged before; its connection token is shown once.',
  recovery: 'Use that token. If it is lost, ask the user to rotate it, or pair again.',
  retry: 'never',
})
