/** Looks at a verified domain once more, for those who are about to rely on it. A failed look changes nothing by itself. */
import { DOMAIN_LAPSE_AFTER_HOURS } from '@pursestrings/contract/domains/records'
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { appendEvent } from '../../delivery/events/append-event.ts'
import { appendAuditEvent } from '../../organizations/audit-events/append-audit-event.ts'
import { readMerchant } from '../../organizations/merchants/merchants.reads.ts'
import { suspendMerchant } from '../../organizations/merchants/merchants.ts'
import type { Egress } from '../../platform/egress/create-egress.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { TenantTx, Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { readDomain } from './domains.reads.ts'
import { countVerified, type DomainRow, markRemoved, markVerified, noteFailedLook, noteLook } from './domains.store.ts'
import { proveDomain } from './prove-domain.ts'

/** An organization without any proven domain is suspended, and hears of it. */
const suspendWithoutProof = async (tx: TenantTx, actor: string): Promise<void> => {
  if ((await countVerified(tx)) > 0 || !(await suspendMerchant(tx, actor))) return
  const { merchant_id } = tx
  await appendEvent(tx, {
    kind: 'merchant.suspended',
    merchant_id,
    subject_id: merchant_id,
    data: { suspended_by: 'lapse' },
  })
}

interface Deps {
  readonly transactions: Transactions
  readonly egress: Egress
}

interface FreshLook {
  readonly ok: boolean
  readonly seen: readonly string[]
  readonly domain: DomainRow | undefined
}

export const stillProven = async (
  { transactions, egress }: Deps,
  { merchant_id, domain_id }: { merchant_id: Uuid; domain_id: Uuid },
): Promise<FreshLook> => {
  const domain = await transactions.asTenant(merchant_id, (tx) => readDomain(tx, domain_id))
  if (domain?.status !== 'verified') return { ok: false, seen: [], domain }
  const look = await proveDomain(egress, domain)
  await transactions.asTenant(merchant_id, async (tx) => {
    await (look.ok ? markVerified(tx, domain, look) : noteLook(tx, domain, look))
  })
  return { ok: look.ok, seen: look.seen, domain }
}

/** When a domain that fails since then has lapsed. */
export const lapseAfter = (failing_since: Date): Date =>
  new Date(failing_since.getTime() + DOMAIN_LAPSE_AFTER_HOURS * 3_600_000)

/**
 * After a look of our own that failed: the members and their webhooks hear of it at once, again after 18 hours, and when a day
 * of failing has lapsed the domain. The last one lapsed suspends the merchant. Answers whether it has lapsed.
 */
export const noteLostProof = async (
  tx: TenantTx,
  jobs: Enqueue,
  { domain_id, domain, verified_at }: DomainRow,
  seen: readonly string[],
): Promise<boolean> => {
  const { merchant_id } = tx
  const noted = await noteFailedLook(tx, { domain_id, verified_at })
  if (noted === undefined) return false
  const { came_to, failing_since } = noted
  await appendEvent(tx, {
    kind: came_to === 'lapsed' ? 'merchant_domain.lapsed' : 'merchant_domain.failing',
    merchant_id,
    subject_id: domain_id,
    data: {
      domain,
      failing_since: failing_since.toISOString(),
      lapses_at: lapseAfter(failing_since).toISOString(),
    },
  })
  await jobs.enqueue(tx, 'domain-notice', { merchant_id, domain_id, kind: came_to })
  if (came_to !== 'lapsed') return false
  const actor = 'domain-reproof'
  await appendAuditEvent(tx, {
    action: 'merchant_domain.lapsed',
    actor,
    target: idOf('dom', domain_id),
    details: { domain, seen },
  })
  await suspendWithoutProof(tx, actor)
  return true
}

// A domain that vouches for nothing any more. What depended on its proof stops in the same transaction, as at a lapse.

/** The payees that a domain vouches for; a module after this one knows them. */
export interface Vouched {
  count(tx: TenantTx, domain_id: Uuid): Promise<number>
  /** How many no longer serve. */
  suspend(tx: TenantTx, domain_id: Uuid, actor: string): Promise<number>
}

export const removeDomain = async (
  tx: TenantTx,
  vouched: Vouched,
  { domain_id, account_id }: { domain_id: Uuid; account_id: Uuid },
) => {
  const removed = await markRemoved(tx, domain_id)
  if (!removed) throw new Refusal(resourceNotFound)
  const actor = idOf('acc', account_id)
  await appendAuditEvent(tx, {
    action: 'merchant_domain.removed',
    actor,
    target: idOf('dom', domain_id),
    details: { domain: removed.domain },
  })
  const payees_suspended = await vouched.suspend(tx, domain_id, actor)
  await suspendWithoutProof(tx, actor)
  const { status: merchant_status } = await readMerchant(tx, tx.merchant_id)
  return { removed: true as const, payees_suspended, merchant_status }
}
