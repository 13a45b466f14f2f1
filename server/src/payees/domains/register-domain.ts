/** A host name becomes a challenge: 256 random bits of this merchant's own, so that one merchant's proof serves no other. */
import { randomBytes } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { DOMAINS_MAX, domainInvalid, tooManyDomains } from '@pursestrings/contract/domains/records'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { parse } from 'tldts'
import { appendAuditEvent } from '../../organizations/audit-events/append-audit-event.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { holdDomainCount, upsertDomain } from './domains.store.ts'

// Which text is an exact host name that somebody can prove: ASCII form, lower case, below a public suffix. Anything
// that a parser would quietly repair (a path, a port, a trailing dot, odd digits) is refused with the reason instead.

type HostVerdict = { readonly ok: true; readonly host: string } | { readonly ok: false; readonly reason: string }

const no = (reason: string): HostVerdict => ({ ok: false, reason })
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

export const exactHost = (text: string): HostVerdict => {
  if (/[/:@?#\\]/.test(text)) return no('Send the host name alone, without scheme, port, path or user.')
  if (text.includes('*')) return no('A wildcard cannot be proven; register each host.')
  if (text.endsWith('.') || text.endsWith('\u3002')) return no('Leave out the dot at the end.')
  if (/[\s\p{C}%]/u.test(text)) return no('The name holds a character that host names do not have.')
  const host = domainToASCII(text)
  if (host === '' || host.length > 253) return no('This is not a host name.')
  if (!host.split('.').every((label) => LABEL.test(label))) return no('A part of the name is empty, too long or odd.')
  const { isIp, publicSuffix, domain } = parse(host, { allowPrivateDomains: true })
  if (isIp || /^[\d.]+$/.test(host)) return no('An IP address cannot be proven; use a name.')
  if (publicSuffix === host || domain === null) return no('This is a suffix under which others register names.')
  return { ok: true, host }
}

interface Registration {
  readonly domain: string
  readonly method?: 'dns' | 'https' | undefined
  readonly account_id: Uuid
}

export const registerDomain = async (tx: TenantTx, { domain, method = 'dns', account_id }: Registration) => {
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
