/**
 * Cardano Shelley payment addresses on mainnet (CIP-19): base and enterprise. Refused: Byron addresses (another codec
 * with many spellings), pointer addresses (the ledger dropped them), reward accounts, testnet.
 */
import { bech32 } from '@scure/base'
import { type AddressVerdict, accept, badChecksum, isAllZero, nobodys, notAn, readable, refuse } from './verdict.ts'

const MAINNET = 1
/** Bytes after the header: payment part and stake part, or payment part alone. */
const LENGTH_BY_TYPE: Readonly<Record<number, number>> = { 0: 56, 1: 56, 2: 56, 3: 56, 6: 28, 7: 28 }

export function cardanoAddress(text: string): AddressVerdict {
  if (/^(Ae2|DdzFF)[1-9A-HJ-NP-Za-km-z]+$/.test(text)) {
    return refuse('This is an old Byron address. Give a Shelley address, which begins with addr1.')
  }
  if (/^stake(_test)?1/i.test(text)) {
    return refuse('This is a reward account, which cannot be paid. Give the payment address, which begins with addr1.')
  }
  if (/^addr_test1/i.test(text)) return refuse('This is a Cardano testnet address. Give the mainnet one: addr1…')
  if (!/^addr1[02-9ac-hj-np-z]+$/.test(text) && !/^ADDR1[02-9AC-HJ-NP-Z]+$/.test(text)) {
    return notAn('a Cardano address', 'addr1 followed by small letters and digits')
  }
  const bytes = readable(() => bech32.decodeToBytes(text, 120).bytes)
  if (bytes === undefined) return badChecksum()
  const [header = 0] = bytes
  const rest = bytes.subarray(1)
  if ((header & 0x0f) !== MAINNET || LENGTH_BY_TYPE[header >> 4] !== rest.length) {
    return notAn('a Cardano address', 'a base or enterprise address of the mainnet')
  }
  return isAllZero(rest.subarray(0, 28)) ? nobodys() : accept(text.toLowerCase())
}
