/** Recipients: a page of them, and what every change of one begins with. It exists, and nobody has changed it since it was read. */
import { recipientListed } from '@pursestrings/contract/recipients/errors'
import { resourceNotFound, versionConflict } from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { lastChangeOf } from '../../organizations/audit-events/read-audit-events.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { domainNames } from '../domains/domains.reads.ts'
import { selectUpcoming, selectVersions, selectVersionsOf } from './recipient-versions.store.ts'
import { type UsesOf, usedOnWire } from './recipients.reads.ts'
import {
  bumpRecipient,
  holdRecipient,
  type RecipientRow,
  recipientOnWire,
  selectRecipient,
  selectRecipients,
} from './recipients.store.ts'

/** With whose change came between, where that was lately. */
const conflict = async (tx: TenantTx, { recipient_id, version }: RecipientRow): Promise<Refusal> => {
  const versions = await selectVersions(tx, recipient_id, undefined, 100)
  const targets = [idOf('rcp', recipient_id), ...versions.map((one) => idOf('rcv', one.recipient_version_id))]
  const last = await lastChangeOf(tx, targets)
  return new Refusal(versionConflict, { details: { current_version: version, ...last } })
}

export const expectRecipient = async (tx: TenantTx, recipient_id: Uuid): Promise<RecipientRow> => {
  const recipient = await selectRecipient(tx, recipient_id)
  if (!recipient) throw new Refusal(resourceNotFound)
  return recipient
}

/** Before slow work, so that a stale call is refused at once. */
export const expectCurrent = async (tx: TenantTx, recipient: RecipientRow, version: number): Promise<void> => {
  if (recipient.version !== version) throw await conflict(tx, recipient)
}

/** Holds the row until the transaction ends, and leaves its number as it is. */
export const holdCurrent = async (tx: TenantTx, recipient_id: Uuid, version: number): Promise<RecipientRow> => {
  const held = await holdRecipient(tx, recipient_id)
  if (!held) throw new Refusal(resourceNotFound)
  await expectCurrent(tx, held, version)
  return held
}

/** In the transaction that changes: takes the row, so that two changes of one recipient never mix. */
export const takeRecipient = async (tx: TenantTx, recipient_id: Uuid, version: number): Promise<RecipientRow> => {
  const taken = await bumpRecipient(tx, recipient_id, version)
  if (taken) return taken
  throw await conflict(tx, await expectRecipient(tx, recipient_id))
}

/** What an agent found on a domain stays as the domain has it. */
export const expectOwn = ({ listed_by }: RecipientRow): void => {
  if (listed_by !== null) throw new Refusal(recipientListed)
}

// A page of payees, each with the version that serves and the domain that vouches for it.

/** Newest first, strictly before the recipient that the cursor names. */
export const listRecipients = async (tx: TenantTx, usesOf: UsesOf, before: Uuid | undefined, limit: number) => {
  const rows = await selectRecipients(tx, before, limit)
  const serving = rows.flatMap(({ active_version_id }) => active_version_id ?? [])
  const active = await selectVersionsOf(tx, serving)
  const vouching = new Map(active.map((row) => [row.recipient_version_id, row.vouched_by]))
  const used = new Map((await usedOnWire(tx, usesOf, active)).map((one) => [one.recipient_version_id, one]))
  const upcoming = await selectUpcoming(
    tx,
    rows.map((row) => row.recipient_id),
  )
  const names = await domainNames(tx, [...new Set(active.flatMap(({ vouched_by }) => vouched_by ?? []))])
  return rows.map((row) => {
    const recipient = recipientOnWire(row)
    const { active_version_id } = recipient
    const voucher = row.active_version_id === null ? null : vouching.get(row.active_version_id)
    const active_version = active_version_id === null ? undefined : used.get(active_version_id)
    return {
      ...recipient,
      status: active_version?.status ?? upcoming.get(row.recipient_id)?.status ?? ('retired' as const),
      active_version: active_version ?? null,
      activates_at: upcoming.get(row.recipient_id)?.activates_at?.toISOString() ?? null,
      domain: row.active_version_id === null ? null : (row.listed_by ?? (voucher && names.get(voucher)) ?? null),
    }
  })
}
