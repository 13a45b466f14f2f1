/**
 * The service's signature under payment facts (W5): a compact JWS over their exact text, by the first key; all keys are
 * published, so that a key can be replaced while what it signed is still checked.
 */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { FACTS_JWS_TYPE } from '@countersign/contract/facts-keys'
import type { FactsKey } from './read-facts-keys.ts'

export interface FactsKeys {
  /** Synchronous: a signature takes less time than handing it to another thread would. */
  signFacts(facts_text: string): string
  /** The JWK set, public parts only. */
  readonly jwks: string
}

export const factsKeysOf = ([first, ...others]: readonly FactsKey[]): FactsKeys => {
  if (first?.private_key === undefined) throw new TypeError('the first key signs')
  const { kid, private_key } = first
  const header = Buffer.from(JSON.stringify({ alg: 'EdDSA', kid, typ: FACTS_JWS_TYPE })).toString('base64url')
  return {
    signFacts(facts_text) {
      const input = `${header}.${Buffer.from(facts_text).toString('base64url')}`
      return `${input}.${sign(null, Buffer.from(input), private_key).toString('base64url')}`
    },
    jwks: JSON.stringify({ keys: [first, ...others].map(publicJwk) }),
  }
}

/** Member by member: what a private key holds beyond these cannot slip in. */
const publicJwk = ({ kid, public_key }: FactsKey) => {
  const { kty, crv, x } = public_key.export({ format: 'jwk' })
  return { kty, crv, x, kid, alg: 'EdDSA', use: 'sig' }
}

/** For development: what it signs cannot be checked after a restart, nor against another process. */
export const passingFactsKey = (): FactsKey => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { kid: `passing-${randomBytes(4).toString('hex')}`, private_key: privateKey, public_key: publicKey }
}
