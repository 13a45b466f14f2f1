/**
 * Reads an envelope strictly: there is one text for it, and nothing before, after or between. The hash is what is signed, and
 * what the ledger calls the transaction.
 */
import { hash, xdr } from '@stellar/stellar-sdk/base'
import { hexOf } from './xdr-parts.ts'

/** Far more than one payment needs. What stands in a ledger may be a stranger's, and larger: `ledger-envelope.ts` reads it. */
const CHARACTERS_MAX = 65_536

/** Undefined where the text is not exactly how this envelope is written. */
export function readEnvelope(text: string): xdr.TransactionEnvelope | undefined {
  return text.length > CHARACTERS_MAX ? undefined : readXdr(xdr.TransactionEnvelope, text)
}

/** Base64 has several texts for the same bytes, and XDR several bytes for the same value, until both are written back. */
export function readXdr<Wire, T extends xdr.XdrValue>(
  type: xdr.XdrValueConstructor<Wire, T>,
  text: string,
): T | undefined {
  try {
    const [value] = xdr.decodeStream(type, text, 'base64')
    return value?.toXdr('base64') === text ? value : undefined
  } catch {
    return undefined
  }
}

export const networkId = (passphrase: string): Uint8Array => hash(new TextEncoder().encode(passphrase))

/** Of a fee bump: the hash of what it carries, which stays the same however often the fee is raised. */
export function transactionHash(envelope: xdr.TransactionEnvelope, passphrase: string): string | undefined {
  const inner = innerTransaction(envelope)
  return inner && hexOf(hashOf(xdr.TransactionSignaturePayloadTaggedTransaction.envelopeTypeTx(inner.tx), passphrase))
}

/** The hash under which a ledger lists the result: for a fee bump its own. */
export function listedHash(envelope: xdr.TransactionEnvelope, passphrase: string): string | undefined {
  if (envelope.type !== 'envelopeTypeTxFeeBump') return transactionHash(envelope, passphrase)
  const tagged = xdr.TransactionSignaturePayloadTaggedTransaction.envelopeTypeTxFeeBump(envelope.feeBump.tx)
  return hexOf(hashOf(tagged, passphrase))
}

/** Undefined for the form of before protocol 13, which no ledger takes any more. */
function innerTransaction(envelope: xdr.TransactionEnvelope): xdr.TransactionV1Envelope | undefined {
  if (envelope.type === 'envelopeTypeTx') return envelope.v1
  return envelope.type === 'envelopeTypeTxFeeBump' ? envelope.feeBump.tx.innerTx.v1 : undefined
}

function hashOf(taggedTransaction: xdr.TransactionSignaturePayloadTaggedTransaction, passphrase: string): Uint8Array {
  return hash(new xdr.TransactionSignaturePayload({ networkId: networkId(passphrase), taggedTransaction }).toXdr('raw'))
}
