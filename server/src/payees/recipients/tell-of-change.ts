/** The letter to every member that a payee will be paid elsewhere, or is from now on, with the way to stop it. */
import { APPROVAL_DAYS } from '@pursestrings/contract/recipients/records'
import { idOf } from '@pursestrings/contract/wire/ids'
import { writeLetter } from '../../organizations/merchant-accounts/letters.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import type { RecipientVersionRow } from './recipient-versions.store.ts'
import type { RecipientRow } from './recipients.store.ts'

interface Change {
  readonly recipient: RecipientRow
  readonly next: RecipientVersionRow
  readonly previous: RecipientVersionRow | undefined
  /** Who activated it, and who approved it where two were needed. */
  readonly by: string
  readonly approved_by?: string | undefined
  readonly portal_url: string
}

const placeOf = ({ network, asset, address, ...more }: RecipientVersionRow): string => {
  const rest = (['issuer', 'contract', 'memo'] as const).filter((fact) => more[fact] !== null)
  return [`${address} on ${network}`, asset, ...rest.map((fact) => `${fact} ${more[fact]}`)].join(', ')
}

export const tellOfChange = (tx: TenantTx, jobs: Enqueue, change: Change): Promise<void> => {
  const { recipient, next, previous, by, approved_by, portal_url } = change
  const { name, active_version_id } = recipient
  const link = `${portal_url}/recipients/${idOf('rcp', next.recipient_id)}`
  const before = previous ? placeOf(previous) : 'nowhere'
  const cools = next.status === 'cooling'
  const from = cools ? `From ${next.activates_at?.toISOString()}` : 'From now on'
  const stop = cools
    ? `Until then ${active_version_id === null ? "it can't be paid" : 'payments go where they went before'}. If you didn't expect this, hold the new version before that time:

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

/** The letter to everybody who can be the second person, and to who asked, since that may have been somebody with their session. */
export const askSecondPerson = (
  tx: TenantTx,
  jobs: Enqueue,
  { recipient: { name }, next, previous, by, portal_url }: Omit<Change, 'approved_by'>,
): Promise<void> =>
  writeLetter(tx, jobs, {
    to: 'admins',
    subject: `Approve a new address for ${name}?`,
    text: `${by} wants to change where payments to ${name} go. A second person must approve it within ${APPROVAL_DAYS} days.

Now: ${previous ? placeOf(previous) : 'nowhere'}
Then: ${placeOf(next)}

Ask them in person or by phone first: an email can be faked. Then approve or reject it. If you're said to have asked and didn't,
reject it:

${portal_url}/recipients/${idOf('rcp', next.recipient_id)}
`,
  })
