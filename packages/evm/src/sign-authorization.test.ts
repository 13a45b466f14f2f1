import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { addressOfKey, checksummed, isAddress } from './address.ts'
import { SEPARATORS, SIGNED, SPELLINGS } from './evm.vectors.ts'
import { authorizationDigest, domainSeparator, isSigned, signAuthorization, signerOf } from './sign-authorization.ts'

const [first] = SIGNED as [(typeof SIGNED)[number]]
/** The order of the curve. */
const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

describe('an address', () => {
  test.each(SPELLINGS)('%s is spelled as EIP-55 says', (address) => {
    expect(checksummed(address.toLowerCase())).toBe(address)
    expect(isAddress(address)).toBe(true)
  })

  test('in any other spelling is none', () => {
    const [, , , , mixed = ''] = SPELLINGS
    for (const other of [mixed.toLowerCase(), mixed.toUpperCase(), mixed.slice(0, -1), `${mixed}0`, `${mixed}\n`])
      expect(isAddress(other)).toBe(false)
  })
})

test('the domain of USDC is the one that its contracts answer with', () => {
  for (const [domain, separator] of SEPARATORS) expect(bytesToHex(domainSeparator(domain))).toBe(separator)
})

describe('an authorization', () => {
  test('has the digest and the signature that viem makes', () => {
    for (const { private_key, domain, authorization, digest, signature } of SIGNED) {
      expect(addressOfKey(hexToBytes(private_key))).toBe(authorization.from)
      expect(bytesToHex(authorizationDigest(authorization, domain))).toBe(digest)
      const signed = signAuthorization(authorization, domain, hexToBytes(private_key))
      expect(signed.signature).toBe(signature)
      expect(signerOf(signed, domain)).toBe(authorization.from)
    }
    expect(new Set(SIGNED.map(({ signature }) => signature.slice(-2)))).toEqual(new Set(['1b', '1c']))
  })

  test('is never signed by another key than the paying account', () => {
    const { authorization, domain } = first
    const sign = () => signAuthorization(authorization, domain, hexToBytes(SIGNED[1]?.private_key ?? ''))
    expect(sign).toThrow('not that of the paying account')
  })

  test('does not hold with any member, token or chain changed', () => {
    const { authorization, domain, signature } = first
    const changed = [
      { to: domain.contract },
      { value: '10001' },
      { validAfter: '1' },
      { validBefore: '1795147201' },
      { nonce: `0x${'ac'.repeat(32)}` },
      { from: SIGNED[1]?.authorization.from ?? '' },
    ]
    for (const change of changed)
      expect(isSigned({ authorization: { ...authorization, ...change }, signature }, domain)).toBe(false)
    for (const change of [{ chain_id: 8453 }, { name: 'USD Coin' }, { version: '1' }, { contract: authorization.to }])
      expect(isSigned({ authorization, signature }, { ...domain, ...change })).toBe(false)
    expect(isSigned({ authorization, signature }, domain)).toBe(true)
  })

  test('has one signature: its mirror image, which the token refuses, is none', () => {
    const { authorization, domain, signature } = first
    const s = (N - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0')
    const mirrored = `${signature.slice(0, 66)}${s}${signature.endsWith('1b') ? '1c' : '1b'}`
    expect(signerOf({ authorization, signature: mirrored }, domain)).toBeUndefined()
  })

  test('in another form has no signer', () => {
    const { authorization, domain, signature } = first
    const forms = [
      { signature: signature.slice(0, -2) },
      { signature: `${signature.slice(0, -2)}00` },
      { signature: signature.toUpperCase() },
      { signature: `0x${'00'.repeat(64)}1b` },
    ]
    for (const form of forms) expect(signerOf({ authorization, ...form }, domain)).toBeUndefined()
    for (const member of [{ value: '010000' }, { value: '1e4' }, { value: String(2n ** 256n) }, { nonce: '0xab' }])
      expect(signerOf({ authorization: { ...authorization, ...member }, signature }, domain)).toBeUndefined()
  })
})
