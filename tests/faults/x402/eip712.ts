/** Who signed an authorization, by EIP-712 and EIP-3009 as they are written. It shares no code with what it tests. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'

export const CHAIN_ID = 84_532
export const USDC = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'

export interface Authorization {
  readonly from: string
  readonly to: string
  readonly value: string
  readonly validAfter: string
  readonly validBefore: string
  readonly nonce: string
}

export interface Signed {
  readonly authorization: Authorization
  readonly signature: string
}

const hash = (data: Buffer): Buffer => Buffer.from(keccak_256(data))
const named = (text: string): Buffer => hash(Buffer.from(text))
const word = (hex: string): Buffer => Buffer.from(hex.replace('0x', '').padStart(64, '0'), 'hex')
const number = (value: string | number): Buffer => word(BigInt(value).toString(16))

const DOMAIN = hash(
  Buffer.concat([
    named('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'),
    named('USDC'),
    named('2'),
    number(CHAIN_ID),
    word(USDC),
  ]),
)
const TYPE = named(
  'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
)

const digestOf = ({ from, to, value, validAfter, validBefore, nonce }: Authorization): Buffer => {
  const numbers = [value, validAfter, validBefore].map(number)
  const struct = hash(Buffer.concat([TYPE, word(from), word(to), ...numbers, word(nonce)]))
  return hash(Buffer.concat([Buffer.from('1901', 'hex'), DOMAIN, struct]))
}

const addressOfPoint = (uncompressed: Uint8Array): string =>
  `0x${hash(Buffer.from(uncompressed.subarray(1)))
    .toString('hex')
    .slice(24)}`

/** In lower case. */
export const accountOf = (private_key: Uint8Array): string => addressOfPoint(secp256k1.getPublicKey(private_key, false))

/** Recovering takes long, and the same few signatures are shown again and again. */
const known = new Map<string, string | undefined>()
const KNOWN_MAX = 1_000

/** In lower case; undefined where nobody did. */
export const signerIn = (signed: Signed): string | undefined => {
  const name = JSON.stringify(signed)
  if (known.size > KNOWN_MAX) known.clear()
  if (!known.has(name)) known.set(name, recovered(signed))
  return known.get(name)
}

const recovered = ({ authorization, signature }: Signed): string | undefined => {
  const bytes = Buffer.from(signature.replace('0x', ''), 'hex')
  const v = bytes.at(64) ?? 0
  if (bytes.length !== 65 || (v !== 27 && v !== 28)) return undefined
  try {
    const compact = Buffer.concat([Buffer.from([v - 27]), bytes.subarray(0, 64)])
    const key = secp256k1.recoverPublicKey(compact, digestOf(authorization), { prehash: false })
    return addressOfPoint(secp256k1.Point.fromBytes(key).toBytes(false))
  } catch {
    return undefined
  }
}

export const signedBy = (private_key: Uint8Array, authorization: Authorization): Signed => {
  const [recovery = 0, ...rs] = secp256k1.sign(digestOf(authorization), private_key, {
    prehash: false,
    format: 'recovered',
  })
  const signature = `0x${Buffer.from(rs).toString('hex')}${(27 + recovery).toString(16)}`
  return { authorization, signature }
}

/** An address as EIP-55 spells it. */
export const spelled = (address: string): string => {
  const plain = address.slice(2).toLowerCase()
  const digits = named(plain).toString('hex')
  return `0x${Array.from(plain, (c, i) => (Number.parseInt(digits[i] ?? '0', 16) > 7 ? c.toUpperCase() : c)).join('')}`
}
