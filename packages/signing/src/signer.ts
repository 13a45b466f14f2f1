/**
 * Who signs, after SEP-43: the wallet's own key, or another wallet that is asked. What comes back is checked before it is
 * kept: the very transaction, one signature, by our account, for our network. Some wallets ignore both.
 */
import type { PayerProof, payerProofText } from '@pursestrings/protocol/payer-proof'
import { readEnvelope, transactionHash } from '@pursestrings/stellar/envelope'
import { isBumpSignedBy, signFeeBump } from '@pursestrings/stellar/fee-bump'
import { isProofSigned, signPayerProof } from '@pursestrings/stellar/payer-proof'
import { isSignedBy, type Sign, signPayment } from '@pursestrings/stellar/sign-payment'
import { SignatureRefusedError } from './signature-refused.ts'

export { SignatureRefusedError }

export interface PaymentToProve extends Omit<Parameters<typeof payerProofText>[0], 'place'> {
  /** The payment carries the digest of its facts, so that it is bound to its request without a proof. */
  readonly referenced: boolean
}

export interface WalletSigner {
  address(): Promise<string>
  /** An envelope in base64, in and out. */
  sign(envelope: string, passphrase: string): Promise<string>
  /**
   * Signs that this transaction pays this request: the text of `payerProofText`, or that text as a message of SEP-53. Base64;
   * undefined where the signer doesn't want to. It is told what is paid, never what to sign.
   */
  prove?(payment: PaymentToProve): Promise<string | undefined>
}

/**
 * `sign` gets bytes and gives 64; the key itself can stay where it is, such as in WebCrypto. What it gets is the hash of an
 * envelope or the text of a proof, and both are made here. The text can't be taken for a hash: it begins with
 * `svc.payer_proof.v1` and is longer than the 32 bytes of a hash, so its signature never makes a transaction valid.
 */
export const ownSigner = ({ address: account, sign }: { address: string; sign: Sign }): WalletSigner => ({
  address: () => Promise.resolve(account),
  sign: (envelope, passphrase) =>
    readEnvelope(envelope)?.type === 'envelopeTypeTxFeeBump'
      ? signFeeBump(envelope, { passphrase, account, sign })
      : signPayment(envelope, { passphrase, account, sign }),
  prove: async (payment) => (await signPayerProof(payment, { account, sign })).signature,
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

/** Another wallet may ask its person first. */
const PROOF_WAIT_MS = 20_000

/** Nothing is paid or left unpaid because of a proof: where there is none in time, or a wrong one, the payment goes on without. */
export async function proofBy(
  signer: WalletSigner,
  account: string,
  payment: PaymentToProve,
): Promise<PayerProof | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PROOF_WAIT_MS)
  })
  try {
    const signature = await Promise.race([signer.prove?.(payment), late])
    if (signature === undefined) return undefined
    const proof = { account, signer: account, signature }
    return isProofSigned(proof, payment) ? proof : undefined
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
