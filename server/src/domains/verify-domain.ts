/**
 * Looks first, then changes: the network is asked outside any transaction, and what it proved is committed together with
 * the merchant's activation, or not at all (spec 3, H14). A failed proof changes nothing and says what was seen.
 */
import { domainChallengeExpired, domainProofFailed } from '@countersign/contract/domains/errors'
import { resourceNotFound } from '@countersign/contract/transport-errors'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import { appendEvent } from '../events/append-event.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import { activateMerchant } from '../merchants/activate-merchant.ts'
import type { Outside } from '../outside/create-outside.ts'
import type { Agreement } from '../outside/txt-proof.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { readDomain } from './domains.reads.ts'
import { type DomainRow, markVerified, noteLook } from './domains.store.ts'
import { proveDomain } from './prove-domain.ts'

interface Deps {
  readonly transactions: Transactions
  readonly outside: Outside
  readonly jobs: Enqueue
}

interface Input {
  readonly merchant_id: Uuid
  readonly domain_id: Uuid
  /** Wire id of who asks: an account or a job. */
  readonly actor: string
}

export const verifyDomain = async ({ transactions, outside, jobs }: Deps, { merchant_id, domain_id, actor }: Input) => {
  const domain = await transactions.asTenant(merchant_id, (tx) => readDomain(tx, domain_id))
  if (!domain) throw new Refusal(resourceNotFound)
  if (domain.status === 'pending' && domain.challenge_expired) throw new Refusal(domainChallengeExpired)
  const look = await proveDomain(outside, domain)
  if (!look.ok) {
    await transactions.asTenant(merchant_id, (tx) => noteLook(tx, domain, look))
    throw proofFailed(domain, look)
  }
  return transactions.asTenant(merchant_id, async (tx) => {
    const verified = await markVerified(tx, domain, look)
    // Registered again while we looked: what we saw answers a challenge that no longer stands.
    if (!verified) throw proofFailed(domain, { seen: ['the challenge was replaced during the look'], checks: [] })
    const { status: merchant_status, restored } = await activateMerchant(tx, actor)
    if (restored) await appendEvent(tx, { kind: 'merchant.restored', merchant_id, subject_id: merchant_id, data: {} })
    if (domain.status !== 'verified') {
      await jobs.enqueue(tx, 'proven-domain', { merchant_id, domain_id })
      await appendAuditEvent(tx, {
        action: 'merchant_domain.verified',
        actor,
        target: idOf('dom', domain_id),
        details: { domain: domain.domain, method: domain.method },
      })
      await appendEvent(tx, {
        kind: 'merchant_domain.verified',
        merchant_id,
        subject_id: domain_id,
        data: { domain: domain.domain },
      })
    }
    return { domain: verified, merchant_status, checks: look.checks }
  })
}

const proofFailed = ({ domain }: DomainRow, { seen, checks }: Pick<Agreement, 'seen' | 'checks'>) =>
  new Refusal(domainProofFailed, {
    message: `We couldn't find the challenge of ${domain}. Seen: ${seen.join('; ')}. ${domainProofFailed.recovery}`,
    details: { seen, checks },
  })
