/** What can be refused about passkeys, and what to do next. */
import { errorEntry } from '../errors.ts'
import { PASSKEYS_MAX } from './records.ts'

export const passkeyRefused = errorEntry({
  code: 'passkey_refused',
  status: 403,
  meaning:
    "We couldn't verify your passkey: it's unknown, its challenge was used or expired, it was made on another site, or your device didn't check that it's you.",
  recovery: 'Get a new challenge and try again, or sign in by email.',
  retry: 'never',
})

export const tooManyPasskeys = errorEntry({
  code: 'too_many_passkeys',
  status: 409,
  meaning: `You already have ${PASSKEYS_MAX} passkeys, the maximum.`,
  recovery: 'Remove one you no longer use, then add the new one.',
  retry: 'never',
})

export const passkeyKnown = errorEntry({
  code: 'passkey_known',
  status: 409,
  meaning: 'This passkey is already registered.',
  recovery: 'Use it, or register another one.',
  retry: 'never',
})
