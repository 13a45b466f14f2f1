/**
 * A passkey as a second key to the wallet. It signs in nowhere: its PRF extension makes, of a salt that is kept beside the
 * sealed root, 32 bytes that only this authenticator can make again after it has checked its user.
 */
import { type Bytes, base64urlOf, bytesOfBase64url, randomBytes } from './bytes.ts'

/** Why a passkey did not help. `unsupported`: it exists, but makes no secrets. */
export type PasskeyReason = 'canceled' | 'unsupported'

export class PasskeyFault extends Error {
  override readonly name = 'PasskeyFault'
  readonly reason: PasskeyReason
  constructor(reason: PasskeyReason) {
    super(`the passkey was of no use: ${reason}`)
    this.reason = reason
  }
}

const TIMEOUT_MS = 120_000

/** Not at an address that is a number: passkeys belong to names. */
export const passkeysWork = (): boolean =>
  'PublicKeyCredential' in globalThis && isSecureContext && !/^[\d.:[\]]+$/.test(location.hostname)

const asked = async <T>(ask: () => Promise<T | null>): Promise<T> => {
  const answer = await ask().catch(() => null)
  if (answer === null) throw new PasskeyFault('canceled')
  return answer
}

const secretOf = (credential: Credential): Bytes | undefined => {
  const { prf } = (credential as PublicKeyCredential).getClientExtensionResults()
  const first = prf?.results?.first
  if (first === undefined) return undefined
  return first instanceof ArrayBuffer ? new Uint8Array(first) : Uint8Array.from(new Uint8Array(first.buffer))
}

/** What the passkey makes of this salt. */
export const passkeySecret = async (slot: {
  readonly credential_id: string
  readonly salt: string
}): Promise<Bytes> => {
  const credential = await asked(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: randomBytes(32),
        allowCredentials: [{ type: 'public-key', id: bytesOfBase64url(slot.credential_id) }],
        userVerification: 'required',
        timeout: TIMEOUT_MS,
        extensions: { prf: { eval: { first: bytesOfBase64url(slot.salt) } } },
      },
    }),
  )
  const secret = secretOf(credential)
  if (!secret) throw new PasskeyFault('unsupported')
  return secret
}

export interface NewPasskey {
  readonly credential_id: string
  readonly salt: string
  readonly secret: Bytes
}

/** Makes one and tries it: one that makes no secrets is refused before anything is sealed with it. */
export const createPasskey = async (name: string): Promise<NewPasskey> => {
  const salt = randomBytes(32)
  const credential = await asked(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: randomBytes(32),
        rp: { name: 'Pursestrings wallet' },
        user: { id: randomBytes(16), name, displayName: name },
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        timeout: TIMEOUT_MS,
        extensions: { prf: { eval: { first: salt } } },
      },
    }),
  )
  const made = {
    credential_id: base64urlOf(new Uint8Array((credential as PublicKeyCredential).rawId)),
    salt: base64urlOf(salt),
  }
  // Some make the secret only when they are asked to sign.
  return { ...made, secret: secretOf(credential) ?? (await passkeySecret(made)) }
}
