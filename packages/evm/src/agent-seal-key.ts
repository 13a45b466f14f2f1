/**
 * The key that an agent opens boxes with. It follows from the agent's own signing key and the service, so it is kept nowhere:
 * the signature that it is made of never leaves the agent.
 */
import { sealKeyOfSeed } from './sealed-box.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

export const sealSeedText = (issuer: string): string => `svc.seal_seed.v1\n${issuer}`

export interface AgentSealKey {
  readonly private_seed: Uint8Array<ArrayBuffer>
  /** X25519 public, 32 bytes. */
  readonly key: Uint8Array<ArrayBuffer>
}

/** `sign`: by the agent's Ed25519 key, whose signatures of one text are always the same. */
export async function agentSealKey(
  sign: (text: string) => Promise<Uint8Array<ArrayBuffer>>,
  issuer: string,
): Promise<AgentSealKey> {
  const secret = await crypto.subtle.importKey('raw', await sign(sealSeedText(issuer)), 'HKDF', false, ['deriveBits'])
  const of = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8('svc.seal_key.v1') }
  const private_seed = new Uint8Array(await crypto.subtle.deriveBits(of, secret, 256))
  return { private_seed, key: await sealKeyOfSeed(private_seed) }
}
