/**
 * A proven mailbox becomes an organization. Grant, organization, membership, audit line and next grant are one
 * transaction: a lost answer leaves an account that signs in again, never a half-made organization (P3, P4).
 */

import { grantSpent } from '@countersign/contract/merchants/errors'
import { idOf, newUuid } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import { issueSessionGrant, spendSessionGrant } from '../credentials/session-grant.ts'
import { refuseMisleadingName } from '../names/misleading-name.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { insertMembership } from './memberships.store.ts'
import { merchantOnWire } from './merchants.reads.ts'
import { insertMerchant } from './merchants.store.ts'

export const createMerchant = (transactions: Transactions, { grant, name }: { grant: string; name: string }) =>
  transactions.asSystem(async (system) => {
    const spent = await spendSessionGrant(system, grant)
    // A grant that already chose an organization opens that one; it cannot found another.
    if (!spent || spent.chosen_merchant !== null) throw new Refusal(grantSpent)
    refuseMisleadingName(name)
    const merchant_id = newUuid()
    const next = await issueSessionGrant(system, spent.account_id, merchant_id, spent.signed_in_by)
    const tx = await system.enterTenant(merchant_id)
    const merchant = await insertMerchant(tx, name)
    await insertMembership(tx, spent.account_id, 'owner')
    await appendAuditEvent(tx, {
      action: 'merchant.created',
      actor: idOf('acc', spent.account_id),
      target: idOf('mer', merchant_id),
      details: { name },
    })
    return {
      merchant: merchantOnWire(merchant),
      next_grant: next.grant,
      expires_at: next.expires_at.toISOString(),
    }
  })
