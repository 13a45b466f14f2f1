/**
 * Did the key that a payer's proof names sign it, over this network, transaction, operation and facts? Whether the same key
 * signed the transaction shows on the ledger.
 */
import { payerProofInvalid } from '@pursestrings/contract/payment-requests/errors'
import { FIRST_PLACE, type PayerProof } from '@pursestrings/protocol/payer-proof'
import type { PaymentFacts } from '@pursestrings/protocol/payment-facts'
import { ledgerModuleOf } from '../../platform/egress/ledger/ledgers.ts'
import { Refusal } from '../../platform/refusal.ts'
import { transactionHashOn } from '../../rules/networks/check-memo.ts'

export interface CheckedProof extends Required<PayerProof> {
  readonly transaction_hash: string
}

interface About {
  readonly facts: PaymentFacts
  readonly facts_digest: Buffer
  readonly transaction_hash: string | null | undefined
}

const HASH = /^[0-9a-f]{64}$/
/** A transaction has a hundred operations at most. */
const PLACE = /^op\/(?:0|[1-9]\d?)$/

export const checkPayerProof = async (
  given: GivenProof,
  { facts, facts_digest, transaction_hash: named }: About,
): Promise<CheckedProof> => {
  const { network } = facts.payment
  const ledger = ledgerModuleOf(network)
  if (ledger === undefined) throw invalid('the network of this payment has no payer proofs')
  const transaction_hash = named == null ? '' : transactionHashOn(network, named)
  if (!HASH.test(transaction_hash)) throw invalid('it needs `transaction_hash`: 64 hexadecimal digits')
  const { account, signer, signature, place = FIRST_PLACE } = given
  if (!PLACE.test(place)) throw invalid('`place` must be an operation of the transaction, such as `op/0`')
  const proof = { account, signer, signature, place }
  const about = { network, transaction_hash, facts_digest: facts_digest.toString('hex') }
  const { isProofSigned } = await ledger.checks()
  if (isProofSigned === undefined)
    throw invalid('payments on this network carry the digest of their facts: leave it out')
  if (!isProofSigned(proof, about))
    throw invalid('`signer` did not sign this transaction, operation and `facts_digest`')
  return { ...proof, transaction_hash }
}

interface GivenProof extends Omit<PayerProof, 'place'> {
  readonly place?: string | undefined
}

const invalid = (message: string): Refusal =>
  new Refusal(payerProofInvalid, {
    issues: [{ code: payerProofInvalid.code, field: 'payer_proof', message }],
    authenticated: true,
  })
