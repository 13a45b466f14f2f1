/** An agent's side of an approval: the key that it is sealed to, and what is inside. */
import { agentSealKey } from '@pursestrings/evm/agent-seal-key'
import { readAuthorization, type SignedAuthorization } from '@pursestrings/evm/authorization'
import { openSealed } from '@pursestrings/evm/sealed-box'
import { sealKeyText, type TermsSeal } from '@pursestrings/protocol/payment-terms'
import type { NewKeyPair } from '@pursestrings/sdk'

export interface Buyer {
  /** What its requests say in `terms`. */
  readonly seal: TermsSeal
  /** Undefined where it is not for this agent, or for another request. */
  open(sealed: string, facts_digest: string): Promise<SignedAuthorization | undefined>
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

/** `issuer`: what the service calls itself. */
export const buyerOf = async ({ private_key, public_key }: NewKeyPair, issuer: string): Promise<Buyer> => {
  const der = Buffer.from(private_key.replaceAll(/-----.*-----|\s/g, ''), 'base64')
  const credential = await crypto.subtle.importKey('pkcs8', der, 'Ed25519', false, ['sign'])
  const sign = async (text: string) =>
    new Uint8Array(await crypto.subtle.sign('Ed25519', credential, Buffer.from(text)))
  const { private_seed, key: raw } = await agentSealKey(sign, issuer)
  const key = textOf(raw)
  return {
    seal: { key, agent_key: public_key, signature: textOf(await sign(sealKeyText({ issuer, key }))) },
    async open(sealed, facts_digest) {
      const opened = await openSealed({ private_seed, facts_digest }, Buffer.from(sealed, 'base64url'))
      return opened && readAuthorization(opened)
    },
  }
}
