/**
 * A person goes on in another of their organizations without a new mail. The new session is no longer than the one it takes
 * over from, and no confirmation comes along.
 */
import { resourceNotFound } from '@countersign/contract/transport-errors'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import type { MerchantCaller } from '../credentials/callers.ts'
import { openSession, selectSession } from '../credentials/merchant-session.ts'
import { holdMembership } from '../merchants/change-membership.ts'
import { readMerchant } from '../merchants/read-merchant.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'

export const switchOrganization = async (transactions: Transactions, caller: MerchantCaller, merchant_id: Uuid) => {
  const { account_id, session_id, transport, expires_at: goes_on_until } = caller
  const before = await transactions.asTenant(caller.merchant_id, (tx) => selectSession(tx, account_id, session_id))
  if (!before) throw new Refusal(resourceNotFound)
  return transactions.asTenant(merchant_id, async (tx) => {
    // Whether there is no such organization or they are no member: the answer is the same.
    if (!(await holdMembership(tx, account_id))) throw new Refusal(resourceNotFound)
    const { signed_in_by } = before
    const session = await openSession(tx, { account_id, transport, signed_in_by, goes_on_until })
    await appendAuditEvent(tx, {
      action: 'merchant_session.opened',
      actor: idOf('acc', account_id),
      target: idOf('mer', merchant_id),
      details: { transport, signed_in_by, switched: true },
    })
    return { merchant: await readMerchant(tx, merchant_id), ...session }
  })
}
