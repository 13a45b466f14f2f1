/**
 * What a device signs with its own key, as texts: a decision about one payment, the proof of a new key, a change of a
 * connection, a link with another device, the undoing of a stop. Each is a compact JWS whose header has three members and whose payload is canonical JSON with a type of its
 * own, so that no statement can be taken for another. No hashing and no signing here.
 */
import { canonicalJson } from './canonical.ts'

export const DEVICE_DECISION_TYPE = 'svc.device_decision.v2'
export const DEVICE_KEY_PROOF_TYPE = 'svc.device_key_proof.v1'
export const CONNECTION_CHANGE_TYPE = 'svc.connection_change.v1'
export const DEVICE_LINK_TYPE = 'svc.device_link.v1'
export const STOP_UNDO_TYPE = 'svc.stop_undo.v1'

/** The `typ` of each. */
export const DEVICE_DECISION_JWS_TYPE = 'svc-device-decision+jws'
export const DEVICE_KEY_PROOF_JWS_TYPE = 'svc-device-key-proof+jws'
export const CONNECTION_CHANGE_JWS_TYPE = 'svc-connection-change+jws'
export const DEVICE_LINK_JWS_TYPE = 'svc-device-link+jws'
export const STOP_UNDO_JWS_TYPE = 'svc-stop-undo+jws'

/** Ed25519, or P-256, which is all that the secure elements of phones hold. */
export type DeviceJwk =
  | { readonly kty: 'OKP'; readonly crv: 'Ed25519'; readonly x: string }
  | { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string }

export type DeviceAlg = 'EdDSA' | 'ES256'

/** The key decides, never the header of what it is said to have signed. */
export const deviceAlgOf = ({ kty }: DeviceJwk): DeviceAlg => (kty === 'EC' ? 'ES256' : 'EdDSA')

/** What the thumbprint (RFC 7638), which is the `kid`, is the SHA-256 of. */
export const deviceThumbprintText = (jwk: DeviceJwk): string => {
  const { kty, crv, x } = jwk
  return canonicalJson(jwk.kty === 'EC' ? { kty, crv, x, y: jwk.y } : { kty, crv, x })
}

export const statementHeaderText = (alg: DeviceAlg, kid: string, typ: string): string =>
  canonicalJson({ alg, kid, typ })

/** A statement's members, all of them texts. */
export type Statement = Readonly<Record<string, string>>

export interface DeviceDecision {
  /** The address of the service: a decision counts at one deployment. */
  readonly aud: string
  readonly device_id: string
  readonly connection_id: string
  /** As in the signed facts: of an agent payment its id. */
  readonly request_id: string
  readonly facts_digest: string
  /** As it is reported. `signed` (agent payments: `approved`) approves and `rejected` rejects; the others report. */
  readonly status: string
  readonly by: 'person' | 'policy'
  /** Of the terms that the user consented to; only where a policy decided. */
  readonly policy_digest?: string | undefined
  /** Where the report names one. */
  readonly transaction_hash?: string | undefined
  /** `2026-11-15T09:30:00.000Z` */
  readonly decided_at: string
}

export const decisionStatement = (decision: DeviceDecision): Statement => {
  const { aud, device_id, connection_id, request_id, facts_digest, status, by, decided_at } = decision
  const { policy_digest, transaction_hash } = decision
  return {
    type: DEVICE_DECISION_TYPE,
    aud,
    device_id,
    connection_id,
    request_id,
    facts_digest,
    status,
    by,
    ...(policy_digest !== undefined && { policy_digest }),
    ...(transaction_hash !== undefined && { transaction_hash }),
    decided_at,
  }
}

export interface DeviceKeyProof {
  readonly aud: string
  readonly device_id: string
  /** Of the new key, also where the key before signs it. */
  readonly kid: string
  readonly challenge: string
}

export const keyProofStatement = ({ aud, device_id, kid, challenge }: DeviceKeyProof): Statement => ({
  type: DEVICE_KEY_PROOF_TYPE,
  aud,
  device_id,
  kid,
  challenge,
})

export interface ConnectionChange {
  readonly aud: string
  readonly connection_id: string
  readonly decision_signature: 'optional' | 'required'
  /** `2026-11-15T09:30:00.000Z` */
  readonly at: string
}

export const connectionChangeStatement = (change: ConnectionChange): Statement => ({
  type: CONNECTION_CHANGE_TYPE,
  aud: change.aud,
  connection_id: change.connection_id,
  decision_signature: change.decision_signature,
  at: change.at,
})

export interface DeviceLink {
  readonly aud: string
  readonly device_id: string
  /** Of the device that joins, as the other one showed it; a device that asks for a code has none yet. */
  readonly code?: string | undefined
  /** `2026-11-15T09:30:00.000Z` */
  readonly at: string
}

export const deviceLinkStatement = ({ aud, device_id, code, at }: DeviceLink): Statement => ({
  type: DEVICE_LINK_TYPE,
  aud,
  device_id,
  ...(code !== undefined && { code }),
  at,
})

export interface StopUndo {
  readonly aud: string
  readonly device_id: string
  /** Of the stop that it undoes, as the service answers it. */
  readonly stopped_at: string
}

export const stopUndoStatement = ({ aud, device_id, stopped_at }: StopUndo): Statement => ({
  type: STOP_UNDO_TYPE,
  aud,
  device_id,
  stopped_at,
})

export const statementText = (statement: Statement): string => canonicalJson(statement)

// How a key that signs payment facts vouches for the next one, so that whoever pinned the old key can follow a replacement
// without a new pin. The texts that are hashed and signed, and nothing else: no hashing and no signing here.

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
