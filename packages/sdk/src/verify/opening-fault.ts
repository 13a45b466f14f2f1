/** Whether what opens an entry of the payee log says what a request says of its payee. */
import { canonicalJson } from '@pursestrings/protocol/canonical'
import { toHex, utf8Of, webSha256 } from '@pursestrings/protocol/log/log-bytes'
import { canonicalObject, commitmentOf, PAYEE_OPENING_TYPE } from '@pursestrings/protocol/log/log-entry'
import { type GivenFacts, paymentFactsOf } from '@pursestrings/protocol/payment-facts'

/** What a request says of its payee; a payment request fits as it is. */
export type PayeeClaim = Pick<GivenFacts, 'recipient_id' | 'recipient_version_id' | 'payee'> & {
  readonly payment: Omit<GivenFacts['payment'], 'amount'>
}

interface Opened {
  readonly opening: { readonly salt: string; readonly document: string } | null
  readonly evidence: string | null
}

/** Why the opening does not say what the request says; undefined where it does. */
export const openingFault = async (
  claim: PayeeClaim,
  { opening, evidence }: Opened,
  commitment: string,
): Promise<string | undefined> => {
  if (opening === null) return 'The opening of this log entry was erased.'
  if ((await commitmentOf(PAYEE_OPENING_TYPE, opening)) !== commitment)
    return "The opening doesn't match the log entry."
  const document = canonicalObject(opening.document)
  if (!document) return "The opening isn't canonical JSON."
  const { evidence_digest, number: _number, ...said } = document
  const unknown = { issuer: '', connection_id: '', request_id: '', expires_at: '' }
  const given = { ...claim, ...unknown, payment: { ...claim.payment, amount: '' } }
  const { payment, payee, recipient_id, recipient_version_id } = paymentFactsOf(given)
  // The log tells where money goes; how a payment names its request is the request's own affair.
  const { amount: _amount, reference: _reference, ...paid } = payment
  const expected = { type: PAYEE_OPENING_TYPE, recipient_id, recipient_version_id, ...payee, payment: paid }
  if (canonicalJson(said) !== canonicalJson(expected)) return 'The record is about a payee with different facts.'
  if (evidence === null) return 'The evidence was erased.'
  const same = toHex(await webSha256(utf8Of(evidence))) === evidence_digest
  return same ? undefined : "The evidence doesn't match the record."
}
