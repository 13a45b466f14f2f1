/** The one way to a link for other wallets: from facts that were checked. A link that somebody sent is nobody's signed word. */

import { factsText, type PaymentFacts } from '@pursestrings/protocol/payment-facts'
import { sep7Uri } from '@pursestrings/protocol/sep7'
import { hexOf, sha256 } from './bytes.ts'

/**
 * Opens a Stellar wallet with the payment in it (SEP-7). Give it the facts that `verifyFacts` or `review` gave. Undefined
 * where SEP-7 has no words for the payment, such as on another ledger.
 */
export const walletLink = async (facts: PaymentFacts): Promise<string | undefined> =>
  sep7Uri(facts.payment, hexOf(await sha256(factsText(facts))))
