/** The signed statements of an agent: who it is, once and for a minute, and that it holds the key it registers. */
import { base64urlOf, utf8 } from './bytes.ts'
import { ASSERTION_TYP, CREDENTIAL_PROOF_PREFIX } from './generated/wire-names.ts'
import { type PrivateKey, type Signer, signerOf } from './signing-key.ts'

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
