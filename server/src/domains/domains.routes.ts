import * as contract from '@countersign/contract/domains/operations'
import { dnsNameOf, httpsUrlOf } from '@countersign/contract/domains/records'
import { resourceNotFound } from '@countersign/contract/transport-errors'
import { idOf, uuidOf } from '@countersign/contract/wire/ids'
import { beforeCursor, pageOf } from '../http/page.ts'
import type { Route } from '../http/route.ts'
import type { Outside } from '../outside/create-outside.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { readDomain } from './domains.reads.ts'
import { type DomainRow, selectDomains } from './domains.store.ts'
import { registerDomain } from './register-domain.ts'
import { verifyDomain } from './verify-domain.ts'

interface Deps {
  readonly transactions: Transactions
  readonly outside: Outside
}

const domainOnWire = ({ domain_id, domain, status, method, verified_at, created_at }: DomainRow) => ({
  domain_id: idOf('dom', domain_id),
  domain,
  status,
  method,
  verified_at: verified_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
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
  const { transactions } = deps

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
    const row = await transactions.asTenant(caller.merchant_id, (tx) => readDomain(tx, uuidOf('dom', params.domain_id)))
    if (!row) throw new Refusal(resourceNotFound)
    return withChallenge(row)
  })

  route(contract.verifyDomain, async ({ caller: { merchant_id, account_id }, params }) => {
    const domain_id = uuidOf('dom', params.domain_id)
    const verified = await verifyDomain(deps, { merchant_id, domain_id, actor: idOf('acc', account_id) })
    return { domain: domainOnWire(verified.domain), merchant_status: verified.merchant_status }
  })
}
