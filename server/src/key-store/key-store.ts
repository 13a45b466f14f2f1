/**
 * Where the keys lie that everything else hangs on: the log's key and the one that other keys are sealed with. Whatever holds
 * them never signs on the path of a call, so it may be slow or far away.
 */
export interface Signer {
  readonly kid: string
  readonly alg: 'EdDSA'
  readonly public_jwk: Readonly<Record<'kty' | 'crv' | 'x', string>>
  sign(bytes: Uint8Array): Promise<Uint8Array>
}

export interface Sealer {
  /** Of the key that seals now; older ones still open. */
  readonly key_id: string
  seal(plain: Uint8Array, aad: Uint8Array): Promise<Buffer>
  /** Rejects what none of its keys sealed for exactly this use. */
  open(sealed: Uint8Array, aad: Uint8Array): Promise<Buffer>
}

export interface KeyStore {
  /** Undefined where there is no payee log. */
  signer(purpose: 'log'): Signer | undefined
  /** Undefined where the service's keys are settings, and none lie in the database. */
  sealer(): Sealer | undefined
}
