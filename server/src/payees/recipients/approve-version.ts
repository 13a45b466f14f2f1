/** Another owner or admin than the one who asked lets a version go on. The database holds the same rule. */
import { approvalLapsed, secondPersonRequired } from '@pursestrings/contract/recipients/errors'
import { APPROVAL_DAYS } from '@pursestrings/contract/recipients/records'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { appendAuditEvent } from '../../organizations/audit-events/append-audit-event.ts'
import { readEmails } from '../../organizations/merchant-accounts/accounts.ts'
import { membersOfMerchant } from '../../organizations/merchants/merchants.reads.ts'
import type { TenantTx, Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type Deps, type Input, withProof } from './activate-recipient-version.ts'
import { needsTwo, requestStands, selectWaiting } from './payee-approvals.store.ts'
import { expectApprover } from './payee-approvals.ts'
import {
  evidenceOnWire,
  moveVersion,
  type RecipientVersionRow,
  selectEvidence,
  selectVersion,
  versionOnWire,
} from './recipient-versions.store.ts'
import { recipientOnWire } from './recipients.store.ts'
import { expectRecipient } from './recipients.ts'
import { serveOrCool } from './serve-or-cool.ts'
import { wrongState } from './verify-recipient.ts'

export const approveVersion = async (deps: Deps & { readonly now: () => Date }, input: Input) => {
  const { merchant_id, account_id, session_id } = input
  const actor = idOf('acc', account_id)
  const emails = await deps.transactions.asSystem(async (tx) => {
    const members = await membersOfMerchant(tx, merchant_id)
    return readEmails(
      tx,
      members.map((member) => member.account_id),
    )
  })
  return withProof(
    deps,
    input,
    (tx, version) => expectApprovable(tx, version, account_id),
    async (tx, recipient, version) => {
      const { recipient_id, recipient_version_id, status, requested_by, activates_at, address } = version
      await appendAuditEvent(tx, {
        action: 'recipient_version.approved',
        actor,
        target: idOf('rcv', recipient_version_id),
        details: { address, requested_by: requested_by && idOf('acc', requested_by) },
      })
      if (status === 'cooling') {
        const approved = await moveVersion(tx, recipient_version_id, ['cooling'], { approved_by: account_id })
        if (!approved) throw wrongState(version)
        const after_s = Math.max(0, ((activates_at?.getTime() ?? 0) - deps.now().getTime()) / 1000)
        const job = { merchant_id: tx.merchant_id, recipient_id, recipient_version_id }
        await deps.jobs.enqueue(tx, 'cooled-recipient-version', job, { after_s })
        return { recipient, recipient_version: approved }
      }
      const by = (requested_by && emails.get(requested_by)) ?? 'Somebody'
      const approved_by = emails.get(account_id) ?? actor
      const people = { approved_by: account_id }
      return serveOrCool(tx, deps, { recipient, version, account_id, session_id, people, by, approved_by })
    },
  )
}

const expectApprovable = async (tx: TenantTx, version: RecipientVersionRow, account_id: Uuid): Promise<void> => {
  const { status, requested_by, approved_by } = version
  const two = await needsTwo(tx)
  const waits = status === 'awaiting_approval' || (status === 'cooling' && approved_by === null && two)
  if (!waits) throw wrongState(version)
  if (requested_by === account_id) throw new Refusal(secondPersonRequired)
  await expectApprover(tx, account_id)
  if (!two || !(await requestStands(tx, version))) throw new Refusal(approvalLapsed)
}

const DAY_MS = 86_400_000

/** Each with what is paid now, and with the evidence that an approval has to name. */
export const listApprovals = async (
  transactions: Transactions,
  merchant_id: Uuid,
  { before, limit }: { readonly before: Uuid | undefined; readonly limit: number },
) => {
  const rows = await transactions.asTenant(merchant_id, async (tx) => {
    const all = []
    const two = await needsTwo(tx)
    for (const version of await selectWaiting(tx, before, limit)) {
      const recipient = await expectRecipient(tx, version.recipient_id)
      const [evidence] = await selectEvidence(tx, version.recipient_version_id)
      if (!evidence) throw new Error('a version waits for approval without evidence')
      const { recipient_id, active_version_id } = recipient
      const active = active_version_id === null ? undefined : await selectVersion(tx, recipient_id, active_version_id)
      const stands = two && (await requestStands(tx, version))
      all.push({ version, recipient, evidence, active, stands })
    }
    return all
  })
  const asked_by = rows.flatMap(({ version }) => version.requested_by ?? [])
  const emails = await transactions.asSystem((tx) => readEmails(tx, asked_by))
  return rows.map(({ version, recipient, evidence, active, stands }) => ({
    recipient: recipientOnWire(recipient),
    recipient_version: versionOnWire(version),
    active_version: active ? versionOnWire(active) : null,
    evidence: evidenceOnWire(evidence),
    requested_by_email: (version.requested_by && emails.get(version.requested_by)) ?? null,
    expires_at: new Date((version.requested_at ?? version.created_at).getTime() + APPROVAL_DAYS * DAY_MS).toISOString(),
    lapsed: !stands,
  }))
}
