/** Letters to every member of an organization whose domain cannot be proven any more. */
import type { DomainNotice } from '@pursestrings/contract/domains/records'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { operatorsOfMerchant } from '../../organizations/merchant-accounts/letters.ts'
import type { Letter, Mail } from '../../platform/egress/letter.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { addNotice } from './domains.store.ts'
import { lapseAfter } from './still-proven.ts'

interface Notice {
  readonly merchant_id: Uuid
  readonly domain_id: Uuid
  readonly kind: DomainNotice
}

interface DomainMail {
  readonly email: string
  readonly domain: string
  readonly domain_id: Uuid
  readonly kind: DomainNotice
  readonly lapses_at: string
}

export const tellMembersOfDomains = async (
  jobs: Jobs,
  { transactions, mail }: { transactions: Transactions; mail: Mail },
): Promise<void> => {
  await jobs.work('domain-notice', ({ merchant_id, domain_id, kind }: Notice) =>
    transactions.asSystem(async (system) => {
      const emails = await operatorsOfMerchant(system, merchant_id)
      const tx = await system.enterTenant(merchant_id)
      const row = await addNotice(tx, domain_id, kind)
      if (!row?.failing_since) return
      const about = { domain: row.domain, domain_id, kind, lapses_at: lapseAfter(row.failing_since).toISOString() }
      const letters = emails.map((email) => ({ data: { merchant_id, email, ...about } }))
      await jobs.enqueueMany(tx, 'domain-mail', letters)
    }),
  )
  await jobs.work('domain-mail', async (about: DomainMail) => mail.send(letter(about)))
}

const SUBJECTS = {
  failing: (domain: string) => `We can't verify ${domain}`,
  reminder: (domain: string) => `${domain} lapses in a few hours`,
  lapsed: (domain: string) => `${domain} lapsed, and its payees are suspended`,
} as const satisfies Record<DomainNotice, (domain: string) => string>

const letter = ({ email, domain, domain_id, kind, lapses_at }: DomainMail): Letter => ({
  to: email,
  subject: SUBJECTS[kind](domain),
  text:
    kind === 'lapsed'
      ? `We couldn't verify ${domain} for a day, so the domain lapsed.

Its payees are suspended: agents can't request payments to them, and wallets won't sign.

To fix it:

1. Republish the challenge: GET /v1/merchant-domains/${idOf('dom', domain_id)} shows what and where.
2. Verify the domain: POST /v1/merchant-domains/${idOf('dom', domain_id)}/verify

Payees that the domain still lists then become active again.
`
      : `We couldn't find the challenge that shows that ${domain} is yours.

Everything still works, and we check again every hour. If the challenge is still missing at ${lapses_at}, the domain lapses
and its payees are suspended.

To fix it:

1. Republish the challenge: GET /v1/merchant-domains/${idOf('dom', domain_id)} shows what, where, and what we found.
2. Verify the domain: POST /v1/merchant-domains/${idOf('dom', domain_id)}/verify
`,
})
