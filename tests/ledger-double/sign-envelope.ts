/** A signed envelope with one operation, for the double's own account. */
import { networkId } from '@countersign/stellar/envelope'
import { muxedKey } from '@countersign/stellar/xdr-parts'
import { hash, type Keypair, xdr } from '@stellar/stellar-sdk/base'
import { signBy } from './ed25519.ts'

export function signed(given: {
  key: Keypair
  sequence: bigint
  fee: number
  operation: xdr.OperationBody
  passphrase: string
}): xdr.TransactionEnvelope {
  const tx = new xdr.Transaction({
    sourceAccount: muxedKey(given.key.publicKey()),
    fee: given.fee,
    seqNum: given.sequence,
    cond: xdr.Preconditions.precondNone(),
    memo: xdr.Memo.memoNone(),
    operations: [new xdr.Operation({ sourceAccount: null, body: given.operation })],
    ext: xdr.TransactionExt.v0(),
  })
  const payload = new xdr.TransactionSignaturePayload({
    networkId: networkId(given.passphrase),
    taggedTransaction: xdr.TransactionSignaturePayloadTaggedTransaction.envelopeTypeTx(tx),
  })
  const signature = signBy(given.key, hash(payload.toXdr('raw')))
  const hint = given.key.rawPublicKey().slice(-4)
  return xdr.TransactionEnvelope.envelopeTypeTx(
    new xdr.TransactionV1Envelope({ tx, signatures: [new xdr.DecoratedSignature({ hint, signature })] }),
  )
}
