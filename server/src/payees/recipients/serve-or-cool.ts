/**
 * What nothing stands against any more serves or cools off first. On the testnet the first address of a payee serves at once, and
 * so does a changed one that was confirmed with a passkey: a session alone, stolen or not, never redirects payments at once.
 */
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { networkOf } from '@pursestrings/protocol/networks'
import { sql } from 'kysely'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { mustWait, selectCoolingOff } from './cooling-off.ts'
import { moveVersion, type RecipientVersionRow, selectLastServed } from './recipient-versions.store.ts'
import type { RecipientRow } from './recipients.store.ts'
import { beginServing, type People, recordCooling } from './serve-version.ts'
import { tellOfChange } from './tell-of-change.ts'
import { wrongState } from './verify-recipient.ts'

interface Change {
  readonly recipient: RecipientRow
  readonly version: RecipientVersionRow
  /** Who activates it, or approves it where two are needed, and in which session. */
  readonly account_id: Uuid
  readonly session_id: Uuid
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
  const { recipient, version, account_id, people, by, approved_by } = change
  const actor = idOf('acc', account_id)
  const { recipient_id, recipient_version_id } = version
  const previous = await selectLastServed(tx, recipient_id)
  const letter = { recipient, previous, by, approved_by, portal_url }
  if (networkOf(version.network).testnet && !(await mustWait(tx, recipient_version_id, change))) {
    const serving = await beginServing(tx, recipient, version, actor, people)
    // Where nothing was paid before, nothing is redirected.
    if (previous) await tellOfChange(tx, jobs, { ...letter, next: serving.recipient_version })
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
  await tellOfChange(tx, jobs, { ...letter, next: cooling })
  return { recipient, recipient_version: cooling }
}
