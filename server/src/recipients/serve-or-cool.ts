/** What nothing stands against any more: on the testnet it serves at once, elsewhere it cools off first. */
import type { Id, Uuid } from '@countersign/contract/wire/ids'
import { networkOf } from '@countersign/contract/wire/networks'
import { sql } from 'kysely'
import type { Enqueue } from '../jobs/enqueue.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { selectCoolingOff } from './cooling-off.store.ts'
import { moveVersion, type RecipientVersionRow, selectVersion } from './recipient-versions.store.ts'
import type { RecipientRow } from './recipients.store.ts'
import { beginServing, type People, recordCooling } from './serve-version.ts'
import { tellOfChange } from './tell-of-change.ts'
import { wrongState } from './verify-recipient.ts'

interface Change {
  readonly recipient: RecipientRow
  readonly version: RecipientVersionRow
  readonly actor: Id<'acc'>
  readonly people: People
  /** In letters. */
  readonly by: string
  readonly approved_by?: string
}

interface Deps {
  readonly jobs: Enqueue
  readonly portal_url: string
}

/** The recipient's row must be held. */
export const serveOrCool = async (tx: TenantTx, { jobs, portal_url }: Deps, change: Change) => {
  const { recipient, version, actor, people, by, approved_by } = change
  const { name } = recipient
  const { recipient_id, recipient_version_id } = version
  const previous = await servingVersion(tx, recipient)
  const told = { name, previous, by, approved_by, portal_url }
  if (networkOf(version.network).testnet) {
    const serving = await beginServing(tx, recipient, version, actor, people)
    // Where nothing was paid before, nothing is redirected.
    if (previous) await tellOfChange(tx, jobs, { ...told, next: serving.recipient_version })
    return serving
  }
  const { cooling_off_s } = await selectCoolingOff(tx)
  const cooling = await moveVersion(tx, recipient_version_id, ['verified', 'awaiting_approval'], {
    status: 'cooling',
    activates_at: sql<Date>`now() + make_interval(secs => ${cooling_off_s})`,
    ...people,
  })
  if (!cooling) throw wrongState(version)
  const job = { merchant_id: tx.merchant_id, recipient_id, recipient_version_id }
  await jobs.enqueue(tx, 'cooled-recipient-version', job, { after_s: cooling_off_s })
  await recordCooling(tx, cooling, actor)
  await tellOfChange(tx, jobs, { ...told, next: cooling })
  return { recipient, recipient_version: cooling }
}

export const servingVersion = (
  tx: TenantTx,
  { recipient_id, active_version_id }: { readonly recipient_id: Uuid; readonly active_version_id: Uuid | null },
): Promise<RecipientVersionRow | undefined> =>
  active_version_id === null ? Promise.resolve(undefined) : selectVersion(tx, recipient_id, active_version_id)
