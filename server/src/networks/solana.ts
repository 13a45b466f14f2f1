/**
 * Solana addresses: 32 bytes in base58. They carry NO checksum: a wrong letter is usually another valid address, so
 * only the domain's own proof (recipients, verify) protects against a mistyped one. Addresses off the curve are
 * accepted, since multisig vaults are such.
 */
import { base58 } from '@scure/base'
import { type AddressVerdict, accept, isAllZero, isSecret, nobodys, notAn, readable } from './verdict.ts'

export function solanaAddress(text: string): AddressVerdict {
  const bytes = /^[1-9A-HJ-NP-Za-km-z]{32,88}$/.test(text) ? readable(() => base58.decode(text)) : undefined
  if (bytes?.length === 64) return isSecret()
  if (bytes?.length !== 32) return notAn('a Solana address', '32 to 44 letters and digits without 0, O, I and l')
  return isAllZero(bytes) ? nobodys() : accept(base58.encode(bytes))
}
