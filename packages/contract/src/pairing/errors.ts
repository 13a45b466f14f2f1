/** What can go wrong while an agent and a wallet pair. */
import { errorEntry } from '../errors.ts'

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
