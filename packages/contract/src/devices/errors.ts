/** What can be refused because of a device. */
import { errorEntry } from '../errors.ts'

export const deviceRevoked = errorEntry({
  code: 'device_revoked',
  status: 409,
  meaning: "The user has removed the wallet's device, so nothing can be connected to it.",
  recovery: 'Ask the user for a new Connect Key from a wallet that they still use.',
  retry: 'never',
})
