/**
 * How a key that signs payment facts vouches for the next one, so that whoever pinned the old key can follow a replacement
 * without a new pin. The texts that are hashed and signed, and nothing else: no hashing and no signing here.
 */
import { canonicalJson } from './canonical.ts'

export const KEY_ENDORSEMENT_TYPE = 'svc.key_endorsement.v1'

/** The `typ` of `endorsement_jws`, so that no other signature of the service can be taken for it. */
export const KEY_ENDORSEMENT_JWS_TYPE = 'svc-key-endorsement+jws'

/** Where nobody said from when on a key counts. */
export const NO_LOWER_BOUND = '1970-01-01T00:00:00.000Z'

/** A key has one purpose: what signs facts signs nothing else. */
export type KeyPurpose = 'facts' | 'receipt'

/** A key as `GET /.well-known/jwks.json` has it, without `endorsement_jws`. */
export interface FactsJwk {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly x: string
  readonly kid: string
  readonly alg: 'EdDSA'
  readonly use: 'sig'
  readonly purpose: KeyPurpose
  readonly valid_from?: string
}

/** The one header of every JWS of the service: these three members, in canonical JSON. */
export const jwsHeaderText = (kid: string, typ: string): string => canonicalJson({ alg: 'EdDSA', kid, typ })

/** What the thumbprint (RFC 7638) is the SHA-256 of: the key itself, whatever it is called. */
export const thumbprintText = ({ crv, kty, x }: { crv: string; kty: string; x: string }): string =>
  canonicalJson({ crv, kty, x })

export interface KeyEndorsement {
  /** What the service calls itself. */
  readonly issuer: string
  /** Every member of the new key but `endorsement_jws`. */
  readonly jwk: Readonly<Record<string, unknown>>
  readonly not_before: string
}

export const endorsementText = ({ issuer, jwk, not_before }: KeyEndorsement): string =>
  canonicalJson({ type: KEY_ENDORSEMENT_TYPE, issuer, jwk, not_before })
