/**
 * Sui and Aptos addresses: 32 bytes in hex, in full. Neither ledger has a checksum, so all 64 digits are required: a
 * shortened spelling cannot be told from one that lost its digits. Letter case means nothing there; ours is small.
 */
import { type AddressVerdict, accept, nobodys, notAn, refuse } from './verdict.ts'

export const suiAddress = (text: string) => check('a Sui address', text)
export const aptosAddress = (text: string) => check('an Aptos address', text)

function check(name: string, text: string): AddressVerdict {
  if (!/^0x[0-9a-fA-F]{64}$/.test(text)) {
    return notAn(name, '0x followed by 64 hexadecimal digits, leading zeros included')
  }
  if (/^0x0+$/.test(text)) return nobodys()
  // The last byte alone: 0x1, 0x2, 0x3, 0xa and their like hold the ledger's own code.
  if (/^0x0{62}/.test(text))
    return refuse("This address belongs to the ledger's own code. Give your account's address.")
  return accept(text.toLowerCase())
}
