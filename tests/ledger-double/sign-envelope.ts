/** A signed envelope with one operation, for the double's own account. */
import { type Keypair, xdr } from '@stellar/stellar-sdk/base'
import { signBy } from './ed25519.ts'
import { hashOf } from './plain-values.ts'

export function signed(given: {
  key: Keypair
  sequence: bigint
  fee: number
  operation: xdr.OperationBody
  passphrase: string
}): xdr.TransactionEnvelope {
  const tx = new xdr.Transaction({
    sourceAccount: given.key.xdrMuxedAccount(),
    fee: given.fee,
    seqNum: given.sequence,
    cond: xdr.Preconditions.precondNone(),
    memo: xdr.Memo.memoNone(),
    operations: [new xdr.Operation({ sourceAccount: null, body: given.operation })],
    ext: xdr.TransactionExt.v0(),
  })
  const tagged = xdr.TransactionSignaturePayloadTaggedTransaction.envelopeTypeTx(tx)
  const signature = signBy(given.key, hashOf(tagged, given.passphrase))
  const hint = given.key.signatureHint()
  return xdr.TransactionEnvelope.envelopeTypeTx(
    new xdr.TransactionV1Envelope({ tx, signatures: [new xdr.DecoratedSignature({ hint, signature })] }),
  )
}
