/** The browser's passkeys (WebAuthn), in the form that the API takes: base64url. */
import { PasskeyFault } from './passkey-fault.ts'

interface Challenge {
  readonly challenge: string
  readonly rp_id: string
}

interface NewPasskey extends Challenge {
  readonly user_handle: string
  readonly user_name: string
  readonly credential_ids: readonly string[]
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const textOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

const listed = (ids: readonly string[]): PublicKeyCredentialDescriptor[] =>
  ids.map((id) => ({ type: 'public-key', id: bytesOf(id) }))

/** Ed25519, P-256 and RSA: what devices have. */
const ALGORITHMS = [-8, -7, -257].map((alg) => ({ type: 'public-key' as const, alg }))
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

export const makePasskey = async ({ challenge, rp_id, user_handle, user_name, credential_ids }: NewPasskey) => {
  const { rawId, response } = await fromBrowser(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(challenge),
        rp: { id: rp_id, name: 'Pursestrings' },
        user: { id: bytesOf(user_handle), name: user_name, displayName: user_name },
        pubKeyCredParams: ALGORITHMS,
        excludeCredentials: listed(credential_ids),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      },
    }),
  )
  const made = response as AuthenticatorAttestationResponse
  const said = made.getTransports()
  return {
    credential_id: textOf(rawId),
    client_data: textOf(made.clientDataJSON),
    attestation_object: textOf(made.attestationObject),
    transports: TRANSPORTS.filter((one) => said.includes(one)),
  }
}

/** Without ids, the browser offers the passkeys that it has for this site. */
export const proveWithPasskey = async ({ challenge, rp_id }: Challenge, credential_ids: readonly string[] = []) => {
  const { rawId, response } = await fromBrowser(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: bytesOf(challenge),
        rpId: rp_id,
        allowCredentials: listed(credential_ids),
        userVerification: 'required',
      },
    }),
  )
  const proof = response as AuthenticatorAssertionResponse
  return {
    credential_id: textOf(rawId),
    client_data: textOf(proof.clientDataJSON),
    authenticator_data: textOf(proof.authenticatorData),
    signature: textOf(proof.signature),
  }
}

const fromBrowser = async (ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> => {
  try {
    const credential = await ask()
    if (credential instanceof PublicKeyCredential) return credential
  } catch (error) {
    throw new PasskeyFault(error)
  }
  throw new PasskeyFault({})
}
