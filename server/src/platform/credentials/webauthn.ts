/**
 * Whether the answer of a passkey is right: this challenge, on our page, by this key, with the user verified. No
 * attestation is asked for, so nothing is learnt or believed about who made the device. The library is loaded by the first passkey.
 */

/** Whose passkeys these are: browsers tie a passkey to the host of the page. */
export interface RelyingParty {
  readonly rp_id: string
  readonly origins: readonly string[]
}

/** An address of numbers cannot have passkeys; on this machine, pages are opened as `localhost`. */
export const relyingPartyOf = (portal_url: string, base_url: string): RelyingParty => {
  const urls = [portal_url, base_url].map((text) => {
    const url = new URL(text)
    if (url.hostname === '127.0.0.1' || url.hostname === '[::1]') url.hostname = 'localhost'
    return url
  })
  return { rp_id: urls[0]?.hostname ?? '', origins: urls.map((url) => url.origin) }
}

export interface AttestationInput {
  readonly credential_id: string
  readonly client_data: string
  readonly attestation_object: string
  readonly transports?: readonly string[]
}

export interface AssertionInput {
  readonly credential_id: string
  readonly client_data: string
  readonly authenticator_data: string
  readonly signature: string
}

export interface PasskeyFacts {
  readonly credential_id: string
  readonly public_key: Buffer
  readonly counter: number
}

/** Which challenge was answered, as the browser says; whether it was ours is for the caller to look up. */
export const challengeIn = (client_data: string): string => {
  try {
    const { challenge } = JSON.parse(Buffer.from(client_data, 'base64url').toString()) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge.slice(0, 100) : ''
  } catch {
    return ''
  }
}

const expected = ({ rp_id, origins }: RelyingParty, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: [...origins],
  expectedRPID: rp_id,
  requireUserVerification: true,
})
const named = (id: string) => ({ id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} })

/** The library throws at whatever it does not like; to us all of that is one answer. */
const orUndefined = async <R>(verified: () => Promise<R | undefined>): Promise<R | undefined> => {
  try {
    return await verified()
  } catch {
    return undefined
  }
}

export const verifyAttestation = (
  party: RelyingParty,
  challenge: string,
  { credential_id, client_data, attestation_object }: AttestationInput,
): Promise<PasskeyFacts | undefined> =>
  orUndefined(async () => {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...expected(party, challenge),
      response: {
        ...named(credential_id),
        response: { clientDataJSON: client_data, attestationObject: attestation_object },
      },
    })
    if (!verified || registrationInfo.credential.id !== credential_id) return undefined
    const { publicKey, counter } = registrationInfo.credential
    return { credential_id, public_key: Buffer.from(publicKey), counter }
  })

/** The counter that the passkey has reached. */
export const verifyAssertion = (
  party: RelyingParty,
  challenge: string,
  { credential_id, client_data, authenticator_data, signature }: AssertionInput,
  passkey: PasskeyFacts,
): Promise<number | undefined> =>
  orUndefined(async () => {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected(party, challenge),
      response: {
        ...named(credential_id),
        response: { clientDataJSON: client_data, authenticatorData: authenticator_data, signature },
      },
      credential: { id: credential_id, publicKey: new Uint8Array(passkey.public_key), counter: passkey.counter },
    })
    return verified ? authenticationInfo.newCounter : undefined
  })
