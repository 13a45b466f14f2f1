/** Looks at a verified domain once more, for those who are about to rely on it. A failed look changes nothing by itself. */
import { DOMAIN_LAPSE_AFTER_HOURS } from '@countersign/contract/domains/records'
import type { Uuid } from '@countersign/contract/wire/ids'
import { idOf } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import { appendEvent } from '../events/append-event.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import type { Outside } from '../outside/create-outside.ts'
import type { TenantTx, Transactions } from '../postgres/transaction.ts'
import { readDomain } from './domains.reads.ts'
import { type DomainRow, markVerified, noteFailedLook, noteLook } from './domains.store.ts'
import { proveDomain } from './prove-domain.ts'
import { suspendWithoutProof } from './suspend-without-proof.ts'

interface Deps {
  readonly transactions: Transactions
  readonly outside: Outside
}

export interface FreshLook {
  readonly ok: boolean
  readonly seen: readonly string[]
  readonly domain: DomainRow | undefined
}

export const stillProven = async (
  { transactions, outside }: Deps,
  { merchant_id, domain_id }: { merchant_id: Uuid; domain_id: Uuid },
): Promise<FreshLook> => {
  const domain = await transactions.asTenant(merchant_id, (tx) => readDomain(tx, domain_id))
  if (domain?.status !== 'verified') return { ok: false, seen: [], domain }
  const look = await proveDomain(outside, domain)
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
