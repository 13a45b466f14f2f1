/**
 * A key of the service as it lies in the database: everything that counts is inside what is sealed, also the public part, so
 * that a row which nobody with the key store wrote is no key at all. Sealed for its purpose and its id, it opens as no other.
 */
import { createPublicKey, createSecretKey, generateKeyPairSync, hash, type KeyObject, randomBytes } from 'node:crypto'
import { type KeyPurpose, thumbprintText } from '@pursestrings/protocol/device-statements'
import { keyOfSeed, type Sealer } from '../../platform/keys/key-store.ts'
import { endorse, type FactsKey, publicJwk } from '../facts-keys/read-facts-keys.ts'
import type { KeyRow, NewKey, Purpose, Sealed } from './service-keys.store.ts'

export interface SecretKey {
  readonly key_id: string
  readonly key: KeyObject
}

/** What is inside. A retired key that signed has no `d` any more. */
interface Inside {
  readonly x?: string
  readonly d?: string
  readonly endorsement_jws?: string
  readonly valid_from?: string
  /** Of a key that seals. */
  readonly k?: string
}

const aadOf = (purpose: Purpose, kid: string): Buffer => Buffer.from(`svc.seal.v1\n${purpose}\n${kid}`)

const sealInside = async (sealer: Sealer, purpose: Purpose, kid: string, inside: Inside): Promise<Sealed> => ({
  sealed: await sealer.seal(Buffer.from(JSON.stringify(inside)), aadOf(purpose, kid)),
  sealed_by: sealer.key_id,
})

const openInside = async (sealer: Sealer, { purpose, kid, sealed }: KeyRow): Promise<Inside> =>
  JSON.parse((await sealer.open(sealed, aadOf(purpose, kid))).toString()) as Inside

export const isSigning = (purpose: Purpose): purpose is KeyPurpose => purpose !== 'webhook'

/** With its private part where there is one. */
export const sealSigning = async (sealer: Sealer, purpose: KeyPurpose, key: FactsKey): Promise<NewKey> => {
  const { kid, public_key, private_key, endorsement_jws, valid_from } = key
  const inside: Inside = {
    x: public_key.export({ format: 'jwk' }).x ?? '',
    ...(private_key && { d: private_key.export({ format: 'jwk' }).d ?? '' }),
    ...(endorsement_jws !== undefined && { endorsement_jws }),
    ...(valid_from !== undefined && { valid_from }),
  }
  const sealed = await sealInside(sealer, purpose, kid, inside)
  return { purpose, kid, public_jwk: publicJwk(key, purpose), ...sealed }
}

export const sealSealing = async (sealer: Sealer, { key_id, key }: SecretKey): Promise<NewKey> => {
  const sealed = await sealInside(sealer, 'webhook', key_id, { k: key.export().toString('base64url') })
  return { purpose: 'webhook', kid: key_id, public_jwk: undefined, ...sealed }
}

export const openSigning = async (sealer: Sealer, row: KeyRow): Promise<FactsKey> => {
  const { x, d, endorsement_jws, valid_from } = await openInside(sealer, row)
  const private_key = d === undefined ? undefined : keyOfSeed(Buffer.from(d, 'base64url'))
  const jwk = { kty: 'OKP', crv: 'Ed25519', x }
  return {
    kid: row.kid,
    public_key: createPublicKey({ key: jwk, format: 'jwk' } as Parameters<typeof createPublicKey>[0]),
    ...(private_key && { private_key }),
    ...(endorsement_jws !== undefined && { endorsement_jws }),
    ...(valid_from !== undefined && { valid_from }),
  }
}

export const openSealing = async (sealer: Sealer, row: KeyRow): Promise<SecretKey> => {
  const { k = '' } = await openInside(sealer, row)
  return { key_id: row.kid, key: createSecretKey(Buffer.from(k, 'base64url')) }
}

/** The same under the key that seals now. */
export const rewrap = async (sealer: Sealer, row: KeyRow): Promise<Sealed> =>
  sealInside(sealer, row.purpose, row.kid, await openInside(sealer, row))

/** With the word of the key that signs now, for those who pinned that one. Its id is its thumbprint. */
export const newSigningKey = (purpose: KeyPurpose, issuer: string, current: FactsKey | undefined): FactsKey => {
  const { privateKey: private_key, publicKey: public_key } = generateKeyPairSync('ed25519')
  const kid = hash('sha256', thumbprintText(publicJwk({ kid: '', public_key })), 'base64url')
  const key = { kid, public_key, private_key }
  if (current?.private_key === undefined) return key
  const by = { kid: current.kid, private_key: current.private_key }
  return { ...key, endorsement_jws: endorse(by, publicJwk(key, purpose), issuer) }
}

export const newSealingKey = (): SecretKey => ({
  key_id: `seal-${randomBytes(12).toString('base64url')}`,
  key: createSecretKey(randomBytes(32)),
})
