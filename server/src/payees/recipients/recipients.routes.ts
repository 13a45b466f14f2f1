import * as contract from '@pursestrings/contract/recipients/operations'
import * as versions from '@pursestrings/contract/recipients/version-operations'
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import type { Network } from '@pursestrings/protocol/network-names'
import { readEmails } from '../../organizations/merchant-accounts/accounts.ts'
import type { Egress } from '../../platform/egress/create-egress.ts'
import { beforeCursor, pageOf } from '../../platform/http/page.ts'
import type { Route } from '../../platform/http/route.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { Notifications } from '../../platform/notifications/notifications.ts'
import type { TenantTx, Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { activateRecipientVersion, addRecipientVersion } from './activate-recipient-version.ts'
import { approveVersion, listApprovals } from './approve-version.ts'
import { createRecipient, renameRecipient } from './names.ts'
import {
  evidenceOnWire,
  type RecipientVersionRow,
  selectEvidence,
  selectVersion,
  selectVersions,
  versionOnWire,
} from './recipient-versions.store.ts'
import { type UsesOf, usedOnWire } from './recipients.reads.ts'
import { type RecipientRow, recipientOnWire } from './recipients.store.ts'
import { expectRecipient, listRecipients } from './recipients.ts'
import {
  checkChange,
  checkStop,
  discardVersion,
  holdVersion,
  recallVersion,
  retireRecipient,
} from './stop-recipient.ts'
import { verifyRecipient } from './verify-recipient.ts'

interface Deps {
  readonly transactions: Transactions
  readonly egress: Egress
  readonly jobs: Enqueue
  readonly networks_enabled: readonly Network[]
  readonly notifications: Pick<Notifications, 'notify'>
  readonly usesOf: UsesOf
  /** What a recall of a version would stop. */
  readonly openOf: (
    tx: TenantTx,
    recipient_version_id: Uuid,
  ) => Promise<{ readonly pending: number; readonly under_way: number }>
  readonly portal_url: string
  readonly now: () => Date
}

const bothOnWire = (both: { recipient: RecipientRow; recipient_version: RecipientVersionRow }) => ({
  recipient: recipientOnWire(both.recipient),
  recipient_version: versionOnWire(both.recipient_version),
})

export const recipientRoutes = (route: Route, deps: Deps): void => {
  const { transactions, networks_enabled: enabled, usesOf, openOf } = deps

  route(contract.createRecipient, async ({ caller: { merchant_id, account_id }, body: { name, ...input } }) =>
    bothOnWire(
      await transactions.asTenant(merchant_id, (tx) => createRecipient(tx, { name, input, enabled, account_id })),
    ),
  )

  route(contract.listRecipients, async ({ caller, query }) => {
    const { before, limit } = beforeCursor('rcp', query)
    const rows = await transactions.asTenant(caller.merchant_id, (tx) => listRecipients(tx, usesOf, before, limit + 1))
    const { records, next_cursor } = pageOf(rows, limit, (r) => r.recipient_id)
    return { recipients: records, next_cursor }
  })

  route(contract.readRecipient, ({ caller, params }) =>
    transactions.asTenant(caller.merchant_id, async (tx) => {
      const recipient = await expectRecipient(tx, uuidOf('rcp', params.recipient_id))
      const { recipient_id, active_version_id } = recipient
      const active = active_version_id === null ? undefined : await selectVersion(tx, recipient_id, active_version_id)
      return { recipient: recipientOnWire(recipient), active_version: active ? versionOnWire(active) : null }
    }),
  )

  route(contract.addRecipientVersion, async ({ caller, params, body: { version, ...input } }) => {
    const { merchant_id, account_id } = caller
    const recipient_id = uuidOf('rcp', params.recipient_id)
    const addition = { recipient_id, version, input, enabled, account_id }
    return bothOnWire(await transactions.asTenant(merchant_id, (tx) => addRecipientVersion(tx, addition)))
  })

  route(contract.listRecipientVersions, async ({ caller, params, query }) => {
    const { before, limit } = beforeCursor('rcv', query)
    const recipient_id = uuidOf('rcp', params.recipient_id)
    const rows = await transactions.asTenant(caller.merchant_id, async (tx) => {
      await expectRecipient(tx, recipient_id)
      return usedOnWire(tx, usesOf, await selectVersions(tx, recipient_id, before, limit + 1))
    })
    const { records, next_cursor } = pageOf(rows, limit, (v) => v.recipient_version_id)
    return { recipient_versions: records, next_cursor }
  })

  route(contract.readRecipientVersion, ({ caller, params }) =>
    transactions.asTenant(caller.merchant_id, async (tx) => {
      const recipient_version_id = uuidOf('rcv', params.recipient_version_id)
      const version = await selectVersion(tx, uuidOf('rcp', params.recipient_id), recipient_version_id)
      if (!version) throw new Refusal(resourceNotFound)
      const evidence = await selectEvidence(tx, recipient_version_id)
      const [used] = await usedOnWire(tx, usesOf, [version])
      if (!used) throw new Refusal(resourceNotFound)
      const recall = await openOf(tx, recipient_version_id)
      return { recipient_version: used, evidence: evidence.map(evidenceOnWire), recall }
    }),
  )

  route(contract.verifyRecipient, async ({ caller: { merchant_id, account_id }, params, body }) => {
    const { evidence, recipient } = await verifyRecipient(deps, {
      merchant_id,
      account_id,
      recipient_id: uuidOf('rcp', params.recipient_id),
      recipient_version_id: uuidOf('rcv', body.recipient_version_id),
      domain_id: uuidOf('dom', body.source_id),
      version: body.version,
    })
    return { evidence: evidenceOnWire(evidence), recipient: recipientOnWire(recipient) }
  })

  const seen = (
    { merchant_id, account_id, session_id }: { merchant_id: Uuid; account_id: Uuid; session_id: Uuid },
    params: { recipient_id: string; recipient_version_id: string },
    body: { evidence_id: string; evidence_digest: string; version: number },
  ) => ({
    merchant_id,
    account_id,
    session_id,
    recipient_id: uuidOf('rcp', params.recipient_id),
    recipient_version_id: uuidOf('rcv', params.recipient_version_id),
    evidence_id: uuidOf('evd', body.evidence_id),
    evidence_digest: body.evidence_digest,
    version: body.version,
  })

  route(contract.activateRecipientVersion, async ({ caller, params, body }) =>
    bothOnWire(await activateRecipientVersion(deps, seen(caller, params, body))),
  )

  route(versions.approveVersion, async ({ caller, params, body }) =>
    bothOnWire(await approveVersion(deps, seen(caller, params, body))),
  )

  route(versions.listApprovals, async ({ caller, query }) => {
    const { before, limit } = beforeCursor('rcv', query)
    const rows = await listApprovals(transactions, caller.merchant_id, { before, limit: limit + 1 })
    const { records, next_cursor } = pageOf(rows, limit, (one) => one.recipient_version.recipient_version_id)
    return { approvals: records, next_cursor }
  })

  route(
    contract.updateRecipient,
    async ({ caller: { merchant_id, account_id }, params, body: { name, version = 0 } }) => {
      const named = { recipient_id: uuidOf('rcp', params.recipient_id), account_id }
      const { recipient } = await transactions.asTenant(merchant_id, (tx) =>
        name === undefined
          ? retireRecipient(tx, named)
          : renameRecipient(tx, deps.notifications, { ...named, name, version }),
      )
      return { recipient: recipientOnWire(recipient) }
    },
    [checkChange],
  )

  route(
    versions.stopVersion,
    async ({ caller: { merchant_id, account_id }, params, body: { action, reason, note } }) => {
      const named = {
        recipient_id: uuidOf('rcp', params.recipient_id),
        recipient_version_id: uuidOf('rcv', params.recipient_version_id),
        account_id,
      }
      const emails = await transactions.asSystem((tx) => readEmails(tx, [account_id]))
      const by = emails.get(account_id) ?? idOf('acc', account_id)
      const stopped = await transactions.asTenant(merchant_id, (tx) => {
        if (action === 'hold') return holdVersion(tx, deps, { ...named, by, note })
        return reason === undefined ? discardVersion(tx, named) : recallVersion(tx, deps.jobs, { ...named, reason })
      })
      return bothOnWire(stopped)
    },
    [checkStop],
  )
}
