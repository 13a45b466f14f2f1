/** A page of payees, each with the version that serves and the domain that vouches for it. */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { domainNames } from '../domains/domains.reads.ts'
import { selectFirstLiving, selectVersionsOf } from './recipient-versions.store.ts'
import { type UsesOf, usedOnWire } from './recipients.reads.ts'
import { recipientOnWire, selectRecipients } from './recipients.store.ts'

/** Newest first, strictly before the recipient that the cursor names. */
export const listRecipients = async (tx: TenantTx, usesOf: UsesOf, before: Uuid | undefined, limit: number) => {
  const rows = await selectRecipients(tx, before, limit)
  const serving = rows.flatMap(({ active_version_id }) => active_version_id ?? [])
  const idle = rows.filter(({ active_version_id }) => active_version_id === null).map((row) => row.recipient_id)
  const active = await selectVersionsOf(tx, serving)
  const vouching = new Map(active.map((row) => [row.recipient_version_id, row.vouched_by]))
  const used = new Map((await usedOnWire(tx, usesOf, active)).map((one) => [one.recipient_version_id, one]))
  const others = await selectFirstLiving(tx, idle)
  const names = await domainNames(tx, [...new Set(active.flatMap(({ vouched_by }) => vouched_by ?? []))])
  return rows.map((row) => {
    const recipient = recipientOnWire(row)
    const { active_version_id } = recipient
    const voucher = row.active_version_id === null ? null : vouching.get(row.active_version_id)
    const active_version = active_version_id === null ? undefined : used.get(active_version_id)
    return {
      ...recipient,
      status: active_version?.status ?? others.get(row.recipient_id) ?? ('retired' as const),
      active_version: active_version ?? null,
      domain: (voucher && names.get(voucher)) ?? null,
    }
  })
}
