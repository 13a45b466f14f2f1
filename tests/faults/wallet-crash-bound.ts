/** Whether a payment in the ledger is bound to its request in both ways: by its memo, and by the word of its account. */
import type { PayerProof } from '@pursestrings/protocol/payer-proof'
import { isProofSigned } from '@pursestrings/stellar/payer-proof'
import { xdr } from '@stellar/stellar-sdk/base'
import type { Ledger } from '../ledger-double/ledger.ts'

export interface Bound {
  readonly transaction_hash: string
  readonly facts_digest: string
  readonly payer_proof?: PayerProof
}

export const isBound = ({ ledgers }: Ledger, { transaction_hash, facts_digest, payer_proof }: Bound): boolean => {
  const paid = ledgers.flatMap(({ transactions }) => transactions).find(({ hash }) => hash === transaction_hash)
  const memo = paid?.inner.tx.memo
  if (memo?.type !== 'memoHash' || xdr.encodeBytes(memo.hash.toBytes(), 'hex') !== facts_digest) return false
  const about = { network: 'stellar_testnet', transaction_hash, facts_digest }
  return payer_proof !== undefined && isProofSigned(payer_proof, about)
}
