/** A host name becomes a challenge: 256 random bits of this merchant's own, so that one merchant's proof serves no other. */
import { randomBytes } from 'node:crypto'
import { domainInvalid, tooManyDomains } from '@countersign/contract/domains/errors'
import { DOMAINS_MAX } from '@countersign/contract/domains/records'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { holdDomainCount, upsertDomain } from './domains.store.ts'
import { exactHost } from './host-name.ts'

interface Registration {
  readonly domain: string
  readonly method: 'dns' | 'https'
  readonly account_id: Uuid
}

export const registerDomain = async (tx: TenantTx, { domain, method, account_id }: Registration) => {
  const verdict = exactHost(domain)
  if (!verdict.ok) {
    const issue = { code: domainInvalid.code, field: 'domain', message: verdict.reason }
    throw new Refusal(domainInvalid, { message: verdict.reason, issues: [issue] })
  }
  if ((await holdDomainCount(tx, verdict.host)) >= DOMAINS_MAX) throw new Refusal(tooManyDomains)
  const challenge = `svc-domain-verification=${randomBytes(32).toString('base64url')}`
  const row = await upsertDomain(tx, { domain: verdict.host, method, challenge })
  await appendAuditEvent(tx, {
    action: 'merchant_domain.registered',
    actor: idOf('acc', account_id),
    target: idOf('dom', row.domain_id),
    details: { domain: row.domain, method },
  })
  return row
}
