/** Ed25519 keys of agents and devices: made, read and used here, with WebCrypto alone; the private half is never sent. */
import { type Bytes, base64Of, base64urlOf, bytesOfBase64, utf8 } from './bytes.ts'
import { ASSERTION_TYP, CREDENTIAL_PROOF_PREFIX } from './generated/wire-names.ts'

type WebCryptoKey = InstanceType<typeof CryptoKey>

export interface PrivateJwk {
  readonly kty: string
  readonly crv: string
  readonly x: string
  readonly d: string
}

/** PEM (PKCS #8), a JWK, or a key that WebCrypto holds already. */
export type PrivateKey = string | PrivateJwk | WebCryptoKey

export type Signer = (text: string) => Promise<string>

const ED25519 = 'Ed25519'
const PEM = /-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END PRIVATE KEY-----/

/** Signs texts as UTF-8; signatures are 64 bytes in base64url. The key is read once, when it is first needed. */
export const signerOf = (private_key: PrivateKey): Signer => {
  let key: Promise<WebCryptoKey> | undefined
  return async (text) => {
    key ??= importKey(private_key)
    return base64urlOf(new Uint8Array(await crypto.subtle.sign(ED25519, await key, utf8(text))))
  }
}

/** The raw 32 bytes in base64url. Of a CryptoKey only where it can be exported. */
export const publicHalfOf = async (private_key: PrivateKey): Promise<string> => {
  if (!(private_key instanceof CryptoKey) && typeof private_key !== 'string') return private_key.x
  const key = await importKey(private_key, true)
  if (!key.extractable) throw new TypeError("This CryptoKey can't be exported: give its public_key too.")
  return (await crypto.subtle.exportKey('jwk', key)).x ?? ''
}

const importKey = async (input: PrivateKey, extractable = false): Promise<WebCryptoKey> => {
  if (input instanceof CryptoKey) return input
  try {
    if (typeof input !== 'string') {
      const { kty, crv, x, d } = input
      return await crypto.subtle.importKey('jwk', { kty, crv, x, d }, ED25519, extractable, ['sign'])
    }
    const der = bytesOfBase64((PEM.exec(input)?.[1] ?? '').replaceAll(/\s/g, ''))
    if (der) return await crypto.subtle.importKey('pkcs8', der, ED25519, extractable, ['sign'])
  } catch {
    // The reason of the runtime could quote the key.
  }
  throw new TypeError(
    'private_key must be an Ed25519 private key: PEM (PKCS #8, "BEGIN PRIVATE KEY"), a JWK or a CryptoKey',
  )
}

export interface NewKeyPair {
  /** PEM, PKCS #8: keep it where only you can read it. */
  readonly private_key: string
  /** The raw 32 bytes in base64url, as they are registered. */
  readonly public_key: string
}

export const generateKeyPair = async (): Promise<NewKeyPair> => {
  const pair = await crypto.subtle.generateKey(ED25519, true, ['sign', 'verify'])
  if (!('privateKey' in pair)) throw new Error("this runtime can't create Ed25519 keys")
  const der = base64Of(new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey)))
  return {
    private_key: `-----BEGIN PRIVATE KEY-----\n${der}\n-----END PRIVATE KEY-----\n`,
    public_key: base64urlOf(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))),
  }
}

/** Whether this key, raw in base64url, signed that text. */
export const isSignedBy = async (public_key: string, text: string | Bytes, signature: string): Promise<boolean> => {
  const [raw, signed] = [bytesOfBase64(public_key), bytesOfBase64(signature)]
  // One spelling of a signature: a last letter with stray bits would decode to the same bytes.
  if (raw?.length !== 32 || signed?.length !== 64 || base64urlOf(signed) !== signature) return false
  const key = await crypto.subtle.importKey('raw', raw, ED25519, false, ['verify'])
  return crypto.subtle.verify(ED25519, key, signed, typeof text === 'string' ? utf8(text) : text)
}

// The signed statements of an agent: who it is, once and for a minute, and that it holds the key it registers.

const LIFETIME_S = 60

export interface AssertionOf {
  readonly agent_id: string
  readonly kid: string
  /** The base address that the service calls itself by. */
  readonly audience: string
  readonly sign: Signer
}

export const signAssertion = async ({ agent_id, kid, audience, sign }: AssertionOf): Promise<string> => {
  const iat = Math.floor(Date.now() / 1000)
  const jti = base64urlOf(crypto.getRandomValues(new Uint8Array(16)))
  const header = { alg: 'EdDSA', kid, typ: ASSERTION_TYP }
  const claims = { iss: agent_id, sub: agent_id, aud: audience, iat, exp: iat + LIFETIME_S, jti }
  const input = `${part(header)}.${part(claims)}`
  return `${input}.${await sign(input)}`
}

const part = (value: object): string => base64urlOf(utf8(JSON.stringify(value)))

/**
 * What `agentCredentials.activate` is given: the challenge, signed with the key that is to be proven. Refuses any other text,
 * so that nobody gets an assertion signed by calling it a challenge.
 */
export const signCredentialProof = async (
  private_key: PrivateKey,
  challenge: string,
): Promise<{ challenge: string; signature: string }> => {
  if (!challenge.startsWith(CREDENTIAL_PROOF_PREFIX)) {
    throw new TypeError(`A challenge begins with ${CREDENTIAL_PROOF_PREFIX}; this doesn't.`)
  }
  return { challenge, signature: await signerOf(private_key)(challenge) }
}
