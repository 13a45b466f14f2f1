/** What can be refused about passkeys, and what to do next. */
import { errorEntry } from '../errors.ts'
import { PASSKEYS_MAX } from './records.ts'

export const passkeyRefused = errorEntry({
  code: 'passkey_refused',
  status: 403,
  meaning:
    'The answer of the passkey does not prove who you are: the passkey is not known, the challenge was used or has expired, the page is another one, or the device did not check that it was you.',
  recovery: 'Ask for a new challenge and try again, or sign in by mail.',
  retry: 'never',
})

export const tooManyPasskeys = errorEntry({
  code: 'too_many_passkeys',
  status: 409,
  meaning: `You have ${PASSKEYS_MAX} passkeys, which is the most.`,
  recovery: 'Remove one that you no longer use, then add the new one.',
  retry: 'never',
})

export const passkeyKnown = errorEntry({
  code: 'passkey_known',
  status: 409,
  meaning: 'This passkey is registered already.',
  recovery: 'Use it, or register another one.',
  retry: 'never',
})
