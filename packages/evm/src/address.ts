/** Addresses in the one spelling that carries a checksum, and those of keys. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { eip55 } from '@pursestrings/protocol/eip55'

/** Of twenty bytes, in any letter case. */
export function checksummed(address: string): string {
  const digits = address.slice(2).toLowerCase()
  return `0x${eip55(digits, bytesToHex(keccak_256(utf8ToBytes(digits))))}`
}

export const isAddress = (text: string): boolean => /^0x[0-9a-fA-F]{40}$/.test(text) && checksummed(text) === text

export const addressBytes = (address: string): Uint8Array => hexToBytes(address.slice(2).toLowerCase())

/** Of the account that this key alone controls. */
export const addressOfKey = (private_key: Uint8Array): string =>
  addressOfPublicKey(secp256k1.getPublicKey(private_key, false))

/** `public_key`: uncompressed, 65 bytes. */
export const addressOfPublicKey = (public_key: Uint8Array): string =>
  checksummed(`0x${bytesToHex(keccak_256(public_key.subarray(1)).subarray(-20))}`)
