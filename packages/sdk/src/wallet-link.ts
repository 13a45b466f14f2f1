/** The one way to a link for other wallets: from facts that were checked. A link that somebody sent is nobody's signed word. */

import { ledgerOf } from '@pursestrings/protocol/networks'
import { factsText, type PaymentFacts } from '@pursestrings/protocol/payment-facts'
import { hexOf, sha256 } from './bytes.ts'

/**
 * Opens another wallet with the payment in it (on Stellar, by SEP-7). Give it the facts that `verifyFacts` or `review` gave.
 * Undefined where a link has no words for the payment, such as on most networks.
 */
export const walletLink = async (facts: PaymentFacts): Promise<string | undefined> =>
  ledgerOf(facts.payment.network)?.link(facts.payment, hexOf(await sha256(factsText(facts))))
