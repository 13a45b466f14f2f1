/**
 * A wallet's decision, signed with the key of its device over the digest of the very facts that the user saw: whoever has
 * the device's public key can check it, and not even the service could have invented it.
 */
import { isSignedBy, type PrivateKey, signerOf } from './signing-key.ts'

export interface Decision {
  readonly status: 'signed' | 'rejected'
  readonly facts_digest: string
}

const textOf = ({ status, facts_digest }: Decision): string => `svc.device_decision.v1\n${status}\n${facts_digest}`

export const signDecision = (private_key: PrivateKey, decision: Decision): Promise<string> =>
  signerOf(private_key)(textOf(decision))

export const verifyDecision = (public_key: string, decision: Decision, signature: string): Promise<boolean> =>
  isSignedBy(public_key, textOf(decision), signature)
