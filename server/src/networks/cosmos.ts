/** Cosmos Hub accounts: bech32 with the prefix cosmos, 20 bytes for a key and 32 for a module or contract account. */
import { bech32 } from '@scure/base'
import { type AddressVerdict, accept, badChecksum, isAllZero, nobodys, notAn, readable, refuse } from './verdict.ts'

export function cosmosAddress(text: string): AddressVerdict {
  if (/^cosmosval/i.test(text)) {
    return refuse('This is a validator, which cannot be paid. Give the account address, which begins with cosmos1.')
  }
  const prefix = /^([a-z]{2,20})1[02-9ac-hj-np-z]{38,}$/i.exec(text)?.[1]?.toLowerCase()
  const bytes = readable(() => bech32.decodeToBytes(text).bytes)
  if (prefix !== undefined && prefix !== 'cosmos' && bytes !== undefined) {
    return refuse('This is an address of another chain. Give the Cosmos Hub address, which begins with cosmos1.')
  }
  if (prefix !== 'cosmos') return notAn('a Cosmos Hub address', 'cosmos1 followed by small letters and digits')
  if (bytes === undefined) return badChecksum()
  if (bytes.length !== 20 && bytes.length !== 32) return notAn('a Cosmos Hub address', '20 or 32 bytes long')
  return isAllZero(bytes) ? nobodys() : accept(text.toLowerCase())
}
