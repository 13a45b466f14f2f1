/** The letter to every member that a payee will be paid elsewhere, or is from now on, with the way to stop it. */
import { APPROVAL_DAYS } from '@countersign/contract/recipients/records'
import { type Id, idOf } from '@countersign/contract/wire/ids'
import type { Enqueue } from '../jobs/enqueue.ts'
import { writeLetter } from '../merchant-accounts/letters.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import type { RecipientVersionRow } from './recipient-versions.store.ts'

interface Change {
  readonly name: string
  readonly next: RecipientVersionRow
  readonly previous: RecipientVersionRow | undefined
  /** Who activated it, and who approved it where two were needed. */
  readonly by: string
  readonly approved_by?: string | undefined
  readonly portal_url: string
}

const placeOf = ({ network, address, memo }: RecipientVersionRow): string =>
  `${address} on ${network}${memo === null ? '' : `, memo ${memo}`}`

export const tellOfChange = (tx: TenantTx, jobs: Enqueue, change: Change): Promise<void> => {
  const { name, next, previous, by, approved_by, portal_url } = change
  const link = `${portal_url}/recipients/${idOf('rcp', next.recipient_id)}`
  const before = previous ? placeOf(previous) : 'nowhere'
  const cools = next.status === 'cooling'
  const from = cools ? `From ${next.activates_at?.toISOString()}` : 'From now on'
  const stop = cools
    ? `Until then payments go where they went before. If you didn't expect this, hold the new version before that time:

${link}

Holding stops it for good. Every member except viewers can do it.`
    : `If you didn't expect this, recall the new version:

${link}`
  return writeLetter(tx, jobs, {
    to: 'members',
    subject: cools ? `${name} will be paid to a new address` : `${name} is paid to a new address`,
    text: `${by} changed where payments to ${name} go.${approved_by === undefined ? '' : ` ${approved_by} approved it.`}

Before: ${before}
${from}: ${placeOf(next)}

${stop}
`,
  })
}

/** The letter to everybody who can be the second person, with what would change. */
export const askSecondPerson = (
  tx: TenantTx,
  jobs: Enqueue,
  { name, next, previous, by, portal_url }: Omit<Change, 'approved_by'>,
  asked_by: Id<'acc'>,
): Promise<void> =>
  writeLetter(tx, jobs, {
    to: 'admins',
    except: asked_by,
    subject: `Approve a new address for ${name}?`,
    text: `${by} wants to change where payments to ${name} go. A second person must approve it within ${APPROVAL_DAYS} days.

Now: ${previous ? placeOf(previous) : 'nowhere'}
Then: ${placeOf(next)}

Ask them in person or by phone first: an email can be faked. Then approve or reject it:

${portal_url}/recipients/${idOf('rcp', next.recipient_id)}
`,
  })
