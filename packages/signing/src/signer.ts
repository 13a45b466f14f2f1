/**
 * Who signs, after SEP-43: the wallet's own key, or another wallet that is asked. What comes back is checked before it is
 * kept: the very transaction, one signature, by our account, for our network. Some wallets ignore both.
 */
import { readEnvelope, transactionHash } from '@countersign/stellar/envelope'
import { isBumpSignedBy, signFeeBump } from '@countersign/stellar/fee-bump'
import { isSignedBy, type Sign, signPayment } from '@countersign/stellar/sign-payment'

export interface WalletSigner {
  address(): Promise<string>
  /** An envelope in base64, in and out. */
  sign(envelope: string, passphrase: string): Promise<string>
}

/** The signer gave back something else than was asked for. Nothing was kept, and nothing sent. */
export class SignatureRefusedError extends Error {
  override readonly name = 'SignatureRefusedError'
}

/** `sign` gets a hash and gives 64 bytes; the key itself can stay where it is, such as in WebCrypto. */
export const ownSigner = ({ address: account, sign }: { address: string; sign: Sign }): WalletSigner => ({
  address: () => Promise.resolve(account),
  sign: (envelope, passphrase) =>
    readEnvelope(envelope)?.type === 'envelopeTypeTxFeeBump'
      ? signFeeBump(envelope, { passphrase, account, sign })
      : signPayment(envelope, { passphrase, account, sign }),
})

interface Asked {
  readonly unsigned: string
  readonly passphrase: string
  readonly account: string
}

export async function signedBy(signer: WalletSigner, { unsigned, passphrase, account }: Asked) {
  const envelope = readEnvelope(unsigned)
  const hash = envelope && transactionHash(envelope, passphrase)
  if (hash === undefined) throw new TypeError('this is not an envelope')
  const signed = await signer.sign(unsigned, passphrase)
  if (!isSignedBy(signed, { hash, passphrase, account }))
    throw new SignatureRefusedError(
      'The signing wallet returned another transaction, or a signature of another account or network.',
    )
  return { hash, envelope: signed }
}

export async function bumpSignedBy(signer: WalletSigner, asked: Asked): Promise<string> {
  const signed = await signer.sign(asked.unsigned, asked.passphrase)
  if (!isBumpSignedBy(signed, asked)) throw new SignatureRefusedError('The signing wallet returned another fee bump.')
  return signed
}
