/**
 * A verified domain vouches for a version. The domain is asked before the transaction; evidence and the version's move are
 * then one. The recipient keeps its number, so that whoever registered it can activate with the one they have.
 */
import {
  domainNotVerified,
  recipientProofFailed,
  recipientVersionState,
} from '@pursestrings/contract/recipients/errors'
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { appendAuditEvent } from '../../organizations/audit-events/append-audit-event.ts'
import type { Egress } from '../../platform/egress/create-egress.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { readDomain } from '../domains/domains.reads.ts'
import { evidenceOf, findVoucher } from './find-voucher.ts'
import { insertEvidence, moveVersion, type RecipientVersionRow, selectVersion } from './recipient-versions.store.ts'
import { expectCurrent, expectRecipient, holdCurrent, takeRecipient } from './recipients.ts'
import { resumeServing } from './serve-version.ts'

interface Deps {
  readonly transactions: Transactions
  readonly egress: Egress
}

interface Input {
  readonly merchant_id: Uuid
  readonly recipient_id: Uuid
  readonly recipient_version_id: Uuid
  readonly domain_id: Uuid
  readonly version: number
  readonly account_id: Uuid
}

export const verifyRecipient = async ({ transactions, egress }: Deps, input: Input) => {
  const { merchant_id, recipient_id, recipient_version_id, domain_id, version } = input
  const { facts, domain } = await transactions.asTenant(merchant_id, async (tx) => {
    const recipient = await expectRecipient(tx, recipient_id)
    const found = await selectVersion(tx, recipient_id, recipient_version_id)
    const by = await readDomain(tx, domain_id)
    if (!found || !by) throw new Refusal(resourceNotFound)
    await expectCurrent(tx, recipient, version)
    if (by.status !== 'verified') throw new Refusal(domainNotVerified)
    if (!mayBeVouchedFor(found, domain_id)) throw wrongState(found)
    return { facts: found, domain: by.domain }
  })
  const search = await findVoucher(egress, domain, facts)
  if (!search.finding) {
    const message = `${domain} does not vouch for this payee. Seen: ${search.seen.join('; ')}. ${recipientProofFailed.recovery}`
    throw new Refusal(recipientProofFailed, { message, details: { seen: search.seen } })
  }
  const { found_in } = search.finding
  const proof = evidenceOf(facts, domain, search.finding)
  return transactions.asTenant(merchant_id, async (tx) => {
    // Evidence changes nothing that somebody else might have decided on, unless the version serves again by it.
    const take = facts.status === 'suspended' ? takeRecipient : holdCurrent
    const recipient = await take(tx, recipient_id, version)
    if ((await readDomain(tx, domain_id))?.status !== 'verified') throw new Refusal(domainNotVerified)
    // Evidence first: the database lets no version move without it.
    const evidence = await insertEvidence(tx, { recipient_version_id, source_id: domain_id, found_in, ...proof })
    if (facts.status === 'suspended') {
      const resumed = await resumeServing(tx, recipient, facts, idOf('acc', input.account_id))
      if (!resumed) throw wrongState(facts)
      return { recipient: resumed, evidence }
    }
    const moved = await moveVersion(tx, recipient_version_id, ['draft', 'verified'], {
      status: 'verified',
      vouched_by: domain_id,
    })
    if (!moved) throw wrongState(facts)
    await appendAuditEvent(tx, {
      action: 'recipient_version.verified',
      actor: idOf('acc', input.account_id),
      target: idOf('rcv', recipient_version_id),
      details: { domain, found_in, evidence_digest: proof.digest },
    })
    return { recipient, evidence }
  })
}

/** Requests name the domain that vouched, so a suspended version is revived by that one alone. */
const mayBeVouchedFor = ({ status, vouched_by }: RecipientVersionRow, domain_id: Uuid): boolean =>
  status === 'draft' || status === 'verified' || (status === 'suspended' && vouched_by === domain_id)

export const wrongState = ({ status }: Pick<RecipientVersionRow, 'status'>) =>
  new Refusal(recipientVersionState, {
    message: `The version is ${status}. ${recipientVersionState.recovery}`,
    details: { status },
  })
