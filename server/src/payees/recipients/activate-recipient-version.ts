/**
 * A verified version begins to serve, at once or after a day or more (`serve-or-cool`), so that a stolen session cannot redirect
 * payments before anybody looks. Where an organization wants two people, it waits for the second one first. The domain must still
 * prove itself at that moment.
 */
import { merchantNotActive } from '@pursestrings/contract/merchants/records'
import { domainNotVerified, evidenceMismatch, recipientRetired } from '@pursestrings/contract/recipients/errors'
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import type { Network } from '@pursestrings/protocol/network-names'
import { sql } from 'kysely'
import { appendAuditEvent } from '../../organizations/audit-events/append-audit-event.ts'
import { readEmails } from '../../organizations/merchant-accounts/accounts.ts'
import { isActiveMerchant } from '../../organizations/merchants/merchants.ts'
import type { Egress } from '../../platform/egress/create-egress.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { TenantTx, Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { readDomain } from '../domains/domains.reads.ts'
import { stillProven } from '../domains/still-proven.ts'
import { needsTwo, requestStands } from './payee-approvals.store.ts'
import { type GivenFacts, paymentFacts } from './payment-facts.ts'
import {
  insertVersion,
  moveVersion,
  type RecipientVersionRow,
  selectEvidence,
  selectLastServed,
  selectVersion,
} from './recipient-versions.store.ts'
import type { RecipientRow } from './recipients.store.ts'
import { expectCurrent, expectOwn, expectRecipient, takeRecipient } from './recipients.ts'
import { serveOrCool } from './serve-or-cool.ts'
import { askSecondPerson } from './tell-of-change.ts'
import { wrongState } from './verify-recipient.ts'

export interface Deps {
  readonly transactions: Transactions
  readonly egress: Egress
  readonly jobs: Enqueue
  readonly portal_url: string
}

/** What somebody has seen, and wants to be paid. */
export interface Input {
  readonly merchant_id: Uuid
  readonly recipient_id: Uuid
  readonly recipient_version_id: Uuid
  readonly evidence_id: Uuid
  readonly evidence_digest: string
  readonly version: number
  readonly account_id: Uuid
  readonly session_id: Uuid
}

interface Both {
  readonly recipient: RecipientRow
  readonly recipient_version: RecipientVersionRow
}

/** Looks twice, before the domain is asked and in the transaction that changes, which has the recipient's row. */
export const withProof = async (
  { transactions, egress }: Deps,
  input: Input,
  look: (tx: TenantTx, version: RecipientVersionRow) => Promise<void>,
  change: (tx: TenantTx, recipient: RecipientRow, version: RecipientVersionRow) => Promise<Both>,
): Promise<Both> => {
  const { merchant_id, recipient_id, version } = input
  const expectSeen = async (tx: TenantTx) => {
    const found = await selectVersion(tx, recipient_id, input.recipient_version_id)
    if (!found) throw new Refusal(resourceNotFound)
    if (!(await isActiveMerchant(tx))) throw new Refusal(merchantNotActive)
    await look(tx, found)
    // The latest evidence decides: what vouched before may have been replaced by another domain's word.
    const [latest] = await selectEvidence(tx, found.recipient_version_id)
    if (!latest || latest.evidence_id !== input.evidence_id || latest.digest !== input.evidence_digest) {
      throw new Refusal(evidenceMismatch)
    }
    return { found, source_id: latest.source_id }
  }
  const domain_id = await transactions.asTenant(merchant_id, async (tx) => {
    const recipient = await expectRecipient(tx, recipient_id)
    if (!(await selectVersion(tx, recipient_id, input.recipient_version_id))) throw new Refusal(resourceNotFound)
    await expectCurrent(tx, recipient, version)
    return (await expectSeen(tx)).source_id
  })
  const { ok, seen } = await stillProven({ transactions, egress }, { merchant_id, domain_id })
  if (!ok) throw domainLost(seen)
  return transactions.asTenant(merchant_id, async (tx) => {
    const recipient = await takeRecipient(tx, recipient_id, version)
    const { found } = await expectSeen(tx)
    if ((await readDomain(tx, domain_id))?.status !== 'verified') throw domainLost([])
    return change(tx, recipient, found)
  })
}

export const activateRecipientVersion = async (deps: Deps, input: Input): Promise<Both> => {
  const { account_id, session_id } = input
  const actor = idOf('acc', account_id)
  const by = (await deps.transactions.asSystem((tx) => readEmails(tx, [account_id]))).get(account_id) ?? actor
  const people = { requested_by: account_id, requested_at: sql<Date>`now()` }
  return withProof(deps, input, expectActivatable, async (tx, recipient, version) => {
    if (!(await needsTwo(tx))) return serveOrCool(tx, deps, { recipient, version, account_id, session_id, people, by })
    const waiting = await moveVersion(tx, version.recipient_version_id, ['verified', 'awaiting_approval'], {
      status: 'awaiting_approval',
      ...people,
    })
    if (!waiting) throw wrongState(version)
    const { recipient_version_id: id, address } = waiting
    const asked = { action: 'recipient_version.approval_requested', actor, target: idOf('rcv', id) } as const
    await appendAuditEvent(tx, { ...asked, details: { address } })
    const previous = await selectLastServed(tx, recipient.recipient_id)
    await askSecondPerson(tx, deps.jobs, { recipient, next: waiting, previous, by, portal_url: deps.portal_url })
    return { recipient, recipient_version: waiting }
  })
}

/** One that waits for a second person is asked for again where nobody asks any more, or where one is enough now. */
const expectActivatable = async (tx: TenantTx, version: RecipientVersionRow): Promise<void> => {
  if (version.status === 'verified') return
  if (version.status !== 'awaiting_approval') throw wrongState(version)
  if ((await needsTwo(tx)) && (await requestStands(tx, version))) throw wrongState(version)
}

const domainLost = (seen: readonly string[]) =>
  new Refusal(domainNotVerified, {
    message: `${domainNotVerified.meaning}${seen.length > 0 ? ` Seen: ${seen.join('; ')}.` : ''} ${domainNotVerified.recovery}`,
    details: { seen },
  })

// Other facts for the same payee are a new draft; what serves now keeps serving.

interface Addition {
  readonly recipient_id: Uuid
  readonly version: number
  readonly input: GivenFacts
  readonly enabled: readonly Network[]
  readonly account_id: Uuid
}

export const addRecipientVersion = async (
  tx: TenantTx,
  { recipient_id, version, input, enabled, account_id }: Addition,
) => {
  const recipient = await takeRecipient(tx, recipient_id, version)
  expectOwn(recipient)
  if (recipient.retired_at !== null) throw new Refusal(recipientRetired)
  const recipient_version = await insertVersion(tx, recipient_id, paymentFacts(input, enabled))
  await appendAuditEvent(tx, {
    action: 'recipient_version.added',
    actor: idOf('acc', account_id),
    target: idOf('rcv', recipient_version.recipient_version_id),
    details: { recipient: recipient.name, number: recipient_version.number, address: recipient_version.address },
  })
  return { recipient, recipient_version }
}
