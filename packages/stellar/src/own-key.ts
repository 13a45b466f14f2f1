/** A wallet's own key from its 32 secret bytes: its address, and what signs with it. For where WebCrypto does not hold it. */
import { Keypair, sign } from '@stellar/stellar-sdk/base'
import type { Sign } from './sign-payment.ts'

export interface OwnKey {
  readonly address: string
  readonly sign: Sign
}

export function ownKey(seed: Uint8Array): OwnKey {
  const pair = Keypair.fromRawEd25519Seed(seed)
  return { address: pair.publicKey(), sign: (bytes) => Promise.resolve(sign(bytes, pair.rawSecretKey())) }
}
