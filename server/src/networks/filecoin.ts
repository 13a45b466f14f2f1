/**
 * Filecoin addresses with a checksum: f1 and f3 keys, f2 actors (multisig wallets), f410f accounts (Filecoin EVM).
 * f0 ids are refused: they carry no checksum and are a second spelling of an account that has one of the others.
 */
import { blake2b } from '@noble/hashes/blake2.js'
import { base32nopad } from '@scure/base'
import {
  type AddressVerdict,
  accept,
  badChecksum,
  isAllZero,
  nobodys,
  notAn,
  readable,
  refuse,
  sameBytes,
} from './verdict.ts'

/** Payload bytes by protocol. For f4 the payload follows the namespace, of which 10 (Ethereum) is the only one in use. */
const PAYLOAD_LENGTH: Readonly<Record<string, number>> = { f1: 20, f2: 20, f3: 48, f410f: 20 }
const ETHEREUM_NAMESPACE = 10

export function filecoinAddress(text: string): AddressVerdict {
  if (/^t[0-4]/.test(text))
    return refuse('This is a Filecoin testnet address. Give the mainnet one, which begins with f.')
  if (/^f0\d+$/.test(text)) {
    return refuse('This is an actor id, which carries no checksum. Give the f1, f2, f3 or f410f address.')
  }
  const [, kind = '', body = ''] = /^(f1|f2|f3|f410f)([a-z2-7]{38,})$/.exec(text) ?? []
  const length = PAYLOAD_LENGTH[kind]
  if (length === undefined) {
    return notAn('a Filecoin address', 'f1, f2, f3 or f410f followed by small letters and digits 2 to 7')
  }
  const bytes = readable(() => base32nopad.decode(body.toUpperCase()))
  if (bytes?.length !== length + 4) return badChecksum()
  const payload = bytes.subarray(0, length)
  const protocol = kind === 'f410f' ? [4, ETHEREUM_NAMESPACE] : [Number(kind.charAt(1))]
  const checksum = blake2b(Uint8Array.of(...protocol, ...payload), { dkLen: 4 })
  if (!sameBytes(checksum, bytes.subarray(length))) return badChecksum()
  return isAllZero(payload) ? nobodys() : accept(kind + base32nopad.encode(bytes).toLowerCase())
}
