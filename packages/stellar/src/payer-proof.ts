/**
 * A payer's proof: a key of the paying account signed that this transaction pays this request. It counts for an operation
 * of a transaction in a ledger if that account paid, and if the same key signed the inner transaction. Signatures outside
 * count for nothing, since anybody can wrap another's transaction in a fee bump.
 */

import type { LedgerTransfer } from '@pursestrings/protocol/match-payment'
import { type PayerProof, payerProofText } from '@pursestrings/protocol/payer-proof'
import { sep53Text } from '@pursestrings/protocol/stellar'
import { hash, StrKey, xdr } from '@stellar/stellar-sdk/base'
import type { ReadTransaction } from './read-transaction.ts'
import { type Sign, verifies } from './sign-payment.ts'
import { bytesOf, hexOf } from './xdr-parts.ts'

interface ProvenPayment {
  readonly network: string
  readonly transaction_hash: string
  readonly place?: string | undefined
  readonly facts_digest: string
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** By the account's own key, over the text as it is. */
export async function signPayerProof(
  payment: ProvenPayment,
  { account, sign }: { account: string; sign: Sign },
): Promise<PayerProof> {
  const text = utf8(payerProofText(payment))
  const signature = await sign(text)
  if (!verifies(text, signature, account)) throw new TypeError('the signer made no valid signature')
  return { account, signer: account, signature: xdr.encodeBytes(signature, 'base64') }
}

/** Whether the key that the proof names signed it: the text as it is, or as a message of SEP-53. */
export function isProofSigned({ account, signer, signature, place }: PayerProof, payment: ProvenPayment): boolean {
  if (!StrKey.isValidEd25519PublicKey(account) || !StrKey.isValidEd25519PublicKey(signer)) return false
  const text = payerProofText({ ...payment, place })
  const bytes = readBase64(signature)
  if (bytes === undefined) return false
  return verifies(utf8(text), bytes, signer) || verifies(hash(utf8(sep53Text(text))), bytes, signer)
}

function readBase64(text: string): Uint8Array | undefined {
  try {
    const bytes = xdr.decodeBytes(text, 'base64')
    return xdr.encodeBytes(bytes, 'base64') === text ? bytes : undefined
  } catch {
    return undefined
  }
}

/**
 * Whether a signed proof speaks for this operation. Where the paying account acts alone, any key that signed the
 * transaction is one of its keys; where others act too, only its master key is known to be its own.
 */
export function isProofOf(
  { account, signer }: Pick<PayerProof, 'account' | 'signer'>,
  { hash: inner_hash, signed }: Pick<ReadTransaction, 'hash' | 'signed'>,
  { from }: Pick<LedgerTransfer, 'from'>,
): boolean {
  if (from !== account) return false
  const alone = signed.sources.every((source) => source === account)
  if (!alone && signer !== account) return false
  // The network takes a signature only with the hint of its key. Without it, many proofs would be much work.
  const hint = hexOf(StrKey.decodeEd25519PublicKey(signer).slice(-4))
  return signed.signatures.some(
    (one) => one.hint === hint && verifies(bytesOf(inner_hash), bytesOf(one.signature), signer),
  )
}

/**
 * No validator signs the signatures of a transaction, so who shows a seal could add one. Those by the master keys of the
 * accounts that act in it can only be their own.
 */
export function ownSignaturesOnly<T extends Pick<ReadTransaction, 'hash' | 'signed'>>(transaction: T): T {
  const { hash: inner_hash, signed } = transaction
  const signatures = signed.signatures.filter(({ signature }) =>
    signed.sources.some((source) => verifies(bytesOf(inner_hash), bytesOf(signature), source)),
  )
  return { ...transaction, signed: { ...signed, signatures } }
}
