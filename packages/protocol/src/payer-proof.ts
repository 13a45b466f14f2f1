/**
 * What a paying account signs to say "this transaction pays this request". Network, transaction, operation and facts digest
 * stand in the text, so it holds nowhere else.
 */
export const PAYER_PROOF_TYPE = 'svc.payer_proof.v1'

/** The one operation of the transaction that our wallets build. */
export const FIRST_PLACE = 'op/0'

export interface PayerProof {
  readonly account: string
  /** A key that signed the transaction. */
  readonly signer: string
  /** Base64. */
  readonly signature: string
  readonly place?: string
}

interface ProvenPayment {
  readonly network: string
  /** Of the inner transaction, in lower-case hexadecimal. */
  readonly transaction_hash: string
  readonly place?: string | undefined
  readonly facts_digest: string
}

export const payerProofText = ({ network, transaction_hash, place, facts_digest }: ProvenPayment): string =>
  [PAYER_PROOF_TYPE, network, transaction_hash, place ?? FIRST_PLACE, facts_digest].join('\n')
