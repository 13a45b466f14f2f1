/** A grant becomes a session for one organization: the one it was issued for, or the one the operator chose. */

import { merchantChoiceRequired } from '@countersign/contract/merchant-sessions/errors'
import { grantSpent } from '@countersign/contract/merchants/errors'
import { idOf } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import { openSession, type Transport } from '../credentials/merchant-session.ts'
import { isChoice, type SpentGrant, spendSessionGrant } from '../credentials/session-grant.ts'
import { type Merchant, merchantsOfAccount } from '../merchants/merchants.reads.ts'
import type { SystemTx, Transactions } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'

interface Opening {
  readonly grant: string
  readonly choice?: string
  readonly transport: Transport
}

export const openMerchantSession = (transactions: Transactions, { grant, choice, transport }: Opening) =>
  transactions.asSystem(async (system) => {
    const spent = await spendSessionGrant(system, grant)
    if (!spent) throw new Refusal(grantSpent)
    const merchant = await chosenMerchant(system, spent, grant, choice)
    // A refusal rolls the grant back: a forgotten choice does not cost a new mail.
    if (!merchant) throw new Refusal(merchantChoiceRequired)
    const tx = await system.enterTenant(merchant.merchant_id)
    const session = await openSession(tx, spent.account_id, transport)
    await appendAuditEvent(tx, {
      action: 'merchant_session.opened',
      actor: idOf('acc', spent.account_id),
      target: idOf('mer', merchant.merchant_id),
      details: { transport },
    })
    return { merchant, ...session }
  })

const chosenMerchant = async (
  tx: SystemTx,
  { account_id, chosen_merchant }: SpentGrant,
  grant: string,
  choice: string | undefined,
): Promise<Merchant | undefined> => {
  const merchants = await merchantsOfAccount(tx, account_id)
  if (chosen_merchant !== null) return merchants.find((m) => m.merchant_id === chosen_merchant)
  if (choice !== undefined) return merchants.find((m) => isChoice(choice, grant, m.merchant_id))
  return merchants.length === 1 ? merchants[0] : undefined
}
