/** Looks for a published challenge, over the network and outside any transaction; reports what each look saw. */

import { randomBytes } from 'node:crypto'
import { domainToASCII } from 'node:url'
import {
  DOMAINS_MAX,
  dnsNameOf,
  domainChallengeExpired,
  domainInvalid,
  domainProofFailed,
  httpsUrlOf,
  tooManyDomains,
} from '@pursestrings/contract/domains/records'
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { parse } from 'tldts'
import { appendEvent } from '../../delivery/events/append-event.ts'
import { appendAuditEvent } from '../../organizations/audit-events/append-audit-event.ts'
import { activateMerchant } from '../../organizations/merchants/merchants.ts'
import type { Egress } from '../../platform/egress/create-egress.ts'
import type { HttpsClient } from '../../platform/egress/https-client.ts'
import { foreignText, OutboundError } from '../../platform/egress/outbound-error.ts'
import { type Agreement, type Check, proveTxt } from '../../platform/egress/txt-proof.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { TenantTx, Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { readDomain } from './domains.reads.ts'
import { type DomainRow, holdDomainCount, markVerified, noteLook, upsertDomain } from './domains.store.ts'

interface Challenge {
  readonly domain: string
  readonly method: 'dns' | 'https'
  readonly challenge: string
}

export const proveDomain = ({ dns, https }: Egress, { domain, method, challenge }: Challenge): Promise<Agreement> =>
  method === 'dns' ? proveTxt(dns, dnsNameOf(domain), challenge) : proveFile(https, httpsUrlOf(domain), challenge)

const proveFile = async (https: HttpsClient, url: string, challenge: string): Promise<Agreement> => {
  const began = performance.now()
  const came = (seen: string, check: Pick<Check, 'outcome' | 'values' | 'matches'>): Agreement => {
    const took_ms = Math.round(performance.now() - began)
    return {
      ok: check.matches,
      seen: [`${url}: ${seen}`],
      checks: [{ from: url, kind: 'file', ...check, ttl_s: null, took_ms }],
    }
  }
  try {
    const { status, body } = await https.request({ url })
    const text = new TextDecoder().decode(body).trim()
    if (status !== 200) {
      const seen = `status ${status}, where 200 is needed; redirects are not followed`
      return came(seen, { outcome: 'wrong_status', values: [String(status)], matches: false })
    }
    const text_part = foreignText(text, 100)
    return came(`"${text_part}"`, { outcome: 'answer', values: [text_part], matches: text === challenge })
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return came(error.message, { outcome: error.kind, values: [], matches: false })
  }
}

// Looks first, then changes: the network is asked outside any transaction, and what it proved is committed together with
// the merchant's activation, or not at all (specification 3). A failed proof changes nothing and says what was seen.

interface Deps {
  readonly transactions: Transactions
  readonly egress: Egress
  readonly jobs: Enqueue
}

interface Input {
  readonly merchant_id: Uuid
  readonly domain_id: Uuid
  /** Wire id of who asks: an account or a job. */
  readonly actor: string
}

export const verifyDomain = async ({ transactions, egress, jobs }: Deps, { merchant_id, domain_id, actor }: Input) => {
  const domain = await transactions.asTenant(merchant_id, (tx) => readDomain(tx, domain_id))
  if (!domain) throw new Refusal(resourceNotFound)
  if (domain.status === 'pending' && domain.challenge_expired) throw new Refusal(domainChallengeExpired)
  const look = await proveDomain(egress, domain)
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

// A host name becomes a challenge: 256 random bits of this merchant's own, so that one merchant's proof serves no other.

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
