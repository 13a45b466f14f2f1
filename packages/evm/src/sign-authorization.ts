/** What is signed of an authorization (EIP-712), and who signed it. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { addressBytes, addressOfKey, addressOfPublicKey, isAddress } from './address.ts'
import type { Authorization, SignedAuthorization, TokenDomain } from './authorization.ts'

const typeHash = (text: string): Uint8Array => keccak_256(utf8ToBytes(text))

const DOMAIN_TYPE = typeHash('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)')
const AUTHORIZATION_TYPE = typeHash(
  'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
)

const word = (bytes: Uint8Array): Uint8Array => concatBytes(new Uint8Array(32 - bytes.length), bytes)
const uint = (value: string | number): Uint8Array => hexToBytes(BigInt(value).toString(16).padStart(64, '0'))
const address = (text: string): Uint8Array => word(addressBytes(text))

export const domainSeparator = ({ name, version, chain_id, contract }: TokenDomain): Uint8Array =>
  keccak_256(concatBytes(DOMAIN_TYPE, typeHash(name), typeHash(version), uint(chain_id), address(contract)))

export const authorizationDigest = (given: Authorization, domain: TokenDomain): Uint8Array => {
  const struct = keccak_256(
    concatBytes(
      AUTHORIZATION_TYPE,
      address(given.from),
      address(given.to),
      uint(given.value),
      uint(given.validAfter),
      uint(given.validBefore),
      hexToBytes(given.nonce.slice(2)),
    ),
  )
  return keccak_256(concatBytes(Uint8Array.of(0x19, 0x01), domainSeparator(domain), struct))
}

/** By the paying account's own key, always with the same bytes (RFC 6979). */
export function signAuthorization(
  authorization: Authorization,
  domain: TokenDomain,
  private_key: Uint8Array,
): SignedAuthorization {
  if (addressOfKey(private_key) !== authorization.from) throw new TypeError('the key is not that of the paying account')
  const digest = authorizationDigest(authorization, domain)
  const [recovery = 0, ...rs] = secp256k1.sign(digest, private_key, { prehash: false, format: 'recovered' })
  return { authorization, signature: `0x${bytesToHex(Uint8Array.from(rs))}${(27 + recovery).toString(16)}` }
}

const SIGNATURE = /^0x[0-9a-f]{128}(1b|1c)$/
const WORD = /^0x[0-9a-f]{64}$/
const NUMBER = /^(?:0|[1-9]\d{0,77})$/
const UINT256 = 2n ** 256n

/** Every member in the one form that the token's contract takes, and that is signed in one way. */
export const isWellFormed = ({ from, to, value, validAfter, validBefore, nonce }: Authorization): boolean =>
  isAddress(from) &&
  isAddress(to) &&
  WORD.test(nonce) &&
  [value, validAfter, validBefore].every((number) => NUMBER.test(number) && BigInt(number) < UINT256)

/** The account whose key made it; undefined where none did, or the token would refuse its form. */
export function signerOf({ authorization, signature }: SignedAuthorization, domain: TokenDomain): string | undefined {
  if (!SIGNATURE.test(signature) || !isWellFormed(authorization)) return undefined
  const bytes = hexToBytes(signature.slice(2))
  const recovered = concatBytes(Uint8Array.of((bytes[64] ?? 0) - 27), bytes.subarray(0, 64))
  const digest = authorizationDigest(authorization, domain)
  try {
    if (secp256k1.Signature.fromBytes(recovered, 'recovered').hasHighS()) return undefined
    const compressed = secp256k1.recoverPublicKey(recovered, digest, { prehash: false })
    return addressOfPublicKey(secp256k1.Point.fromBytes(compressed).toBytes(false))
  } catch {
    return undefined
  }
}

export const isSigned = (signed: SignedAuthorization, domain: TokenDomain): boolean =>
  signerOf(signed, domain) === signed.authorization.from
