import * as contract from '@pursestrings/contract/domains/operations'
import { DOMAIN_REPROOF_AFTER_DAYS, dnsNameOf, httpsUrlOf } from '@pursestrings/contract/domains/records'
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { idOf, uuidOf } from '@pursestrings/contract/wire/ids'
import type { Egress } from '../../platform/egress/create-egress.ts'
import { beforeCursor, pageOf } from '../../platform/http/page.ts'
import type { Route } from '../../platform/http/route.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { readDomain } from './domains.reads.ts'
import { type DomainRow, selectDomains } from './domains.store.ts'
import { registerDomain, verifyDomain } from './prove-domain.ts'
import { lapseAfter, removeDomain, type Vouched } from './still-proven.ts'

interface Deps {
  readonly transactions: Transactions
  readonly egress: Egress
  readonly vouched: Vouched
  readonly jobs: Enqueue
}

const HOUR_MS = 3_600_000

/** As the sweep goes: every hour over what fails, and over what was proven a month ago. */
const nextCheck = ({ status, failing_since, last_check, verified_at }: DomainRow): Date | null => {
  if (status !== 'verified' || verified_at === null) return null
  if (failing_since === null) return new Date(verified_at.getTime() + DOMAIN_REPROOF_AFTER_DAYS * 24 * HOUR_MS)
  return new Date((last_check ? Date.parse(last_check.checked_at) : failing_since.getTime()) + HOUR_MS)
}

const domainOnWire = (row: DomainRow) => ({
  domain_id: idOf('dom', row.domain_id),
  domain: row.domain,
  status: row.status,
  method: row.method,
  verified_at: row.verified_at?.toISOString() ?? null,
  failing_since: row.failing_since?.toISOString() ?? null,
  lapses_at: row.status === 'verified' && row.failing_since ? lapseAfter(row.failing_since).toISOString() : null,
  notices: row.notices,
  created_at: row.created_at.toISOString(),
})

const withChallenge = (row: DomainRow) => ({
  domain: domainOnWire(row),
  challenge: {
    method: row.method,
    location: row.method === 'dns' ? dnsNameOf(row.domain) : httpsUrlOf(row.domain),
    value: row.challenge,
    expires_at: row.challenge_expires_at.toISOString(),
  },
})

export const domainRoutes = (route: Route, deps: Deps): void => {
  const { transactions, vouched } = deps

  route(contract.registerDomain, async ({ caller: { merchant_id, account_id }, body }) =>
    withChallenge(await transactions.asTenant(merchant_id, (tx) => registerDomain(tx, { ...body, account_id }))),
  )

  route(contract.listDomains, async ({ caller, query }) => {
    const { before, limit } = beforeCursor('dom', query)
    const rows = await transactions.asTenant(caller.merchant_id, (tx) => selectDomains(tx, before, limit + 1))
    const { records, next_cursor } = pageOf(rows.map(domainOnWire), limit, (d) => d.domain_id)
    return { domains: records, next_cursor }
  })

  route(contract.readDomain, async ({ caller, params }) => {
    const domain_id = uuidOf('dom', params.domain_id)
    return transactions.asTenant(caller.merchant_id, async (tx) => {
      const row = await readDomain(tx, domain_id)
      if (!row) throw new Refusal(resourceNotFound)
      const { last_check } = row
      const next_check_at = nextCheck(row)?.toISOString() ?? null
      return { ...withChallenge(row), last_check, next_check_at, payees_affected: await vouched.count(tx, domain_id) }
    })
  })

  route(contract.verifyDomain, async ({ caller: { merchant_id, account_id }, params }) => {
    const domain_id = uuidOf('dom', params.domain_id)
    const verified = await verifyDomain(deps, { merchant_id, domain_id, actor: idOf('acc', account_id) })
    return { ...verified, domain: domainOnWire(verified.domain) }
  })

  route(contract.removeDomain, ({ caller: { merchant_id, account_id }, params }) =>
    transactions.asTenant(merchant_id, (tx) =>
      removeDomain(tx, vouched, { domain_id: uuidOf('dom', params.domain_id), account_id }),
    ),
  )
}
