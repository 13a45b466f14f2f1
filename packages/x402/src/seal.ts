/** The agent's part of the hand-over: the key that a wallet seals to, vouched for by the agent's own, and what it opens. */
import { agentSealKey } from '@pursestrings/evm/agent-seal-key'
import { openSealed } from '@pursestrings/evm/sealed-box'
import { sealKeyText, type TermsSeal } from '@pursestrings/protocol/payment-terms'
import { type PrivateKey, publicHalfOf, signerOf } from '@pursestrings/sdk'

export interface Identity {
  /** What the service calls itself. */
  readonly issuer: string
  /** Ed25519, of the agent's credential: PEM (PKCS #8), JWK or CryptoKey. It signs here and is never sent. */
  readonly private_key: PrivateKey
}

export interface Seal {
  readonly terms: TermsSeal
  /** Undefined where it was sealed to another key or for another request. */
  open(facts_digest: string, sealed: string): Promise<Uint8Array | undefined>
}

export const sealOf = async ({ issuer, private_key }: Identity): Promise<Seal> => {
  const sign = signerOf(private_key)
  const { private_seed, key: raw } = await agentSealKey(async (text) => bytesOf(await sign(text)), issuer)
  const key = textOf(raw)
  const signature = await sign(sealKeyText({ issuer, key }))
  return {
    terms: { key, agent_key: await publicHalfOf(private_key), signature },
    open: (facts_digest, sealed) => openSealed({ private_seed, facts_digest }, bytesOf(sealed)),
  }
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))

const textOf = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
