/**
 * Looks first, then changes: the network is asked outside any transaction, and what it proved is committed together with
 * the merchant's activation, or not at all (spec 3, H14). A failed proof changes nothing and says what was seen.
 */
import { domainChallengeExpired, domainProofFailed } from '@countersign/contract/domains/errors'
import { resourceNotFound } from '@countersign/contract/transport-errors'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import { appendEvent } from '../events/append-event.ts'
import { activateMerchant } from '../merchants/activate-merchant.ts'
import type { Outside } from '../outside/create-outside.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { readDomain } from './domains.reads.ts'
import { type DomainRow, markVerified } from './domains.store.ts'
import { proveDomain } from './prove-domain.ts'

interface Deps {
  readonly transactions: Transactions
  readonly outside: Outside
}

interface Input {
  readonly merchant_id: Uuid
  readonly domain_id: Uuid
  /** Wire id of who asks: an account or a job. */
  readonly actor: string
}

export const verifyDomain = async ({ transactions, outside }: Deps, { merchant_id, domain_id, actor }: Input) => {
  const domain = await transactions.asTenant(merchant_id, (tx) => readDomain(tx, domain_id))
  if (!domain) throw new Refusal(resourceNotFound)
  if (domain.status === 'pending' && domain.challenge_expired) throw new Refusal(domainChallengeExpired)
  const { ok, seen } = await proveDomain(outside, domain)
  if (!ok) throw proofFailed(domain, seen)
  return transactions.asTenant(merchant_id, async (tx) => {
    const verified = await markVerified(tx, domain)
    // Registered anew while we looked: what we saw answers a challenge that no longer stands.
    if (!verified) throw proofFailed(domain, ['the challenge was replaced during the look'])
    const merchant_status = await activateMerchant(tx, actor)
    if (domain.status !== 'verified') {
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
    return { domain: verified, merchant_status }
  })
}

const proofFailed = ({ domain }: DomainRow, seen: readonly string[]) =>
  new Refusal(domainProofFailed, {
    message: `The proof of ${domain} was not found. Seen: ${seen.join('; ')}. ${domainProofFailed.recovery}`,
    details: { seen },
  })
