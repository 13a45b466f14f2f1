/** Payees are created and renamed, each with a name that none of the others could be mistaken for. */
import { recipientNameLookAlike, recipientRetired } from '@pursestrings/contract/recipients/errors'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import type { Network } from '@pursestrings/protocol/network-names'
import unhomoglyph from 'unhomoglyph'
import { appendAuditEvent } from '../../organizations/audit-events/append-audit-event.ts'
import type { Notifications } from '../../platform/notifications/notifications.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { mixesScripts, refuseMisleadingName } from '../../rules/names/misleading-name.ts'
import { type GivenFacts, paymentFacts } from './payment-facts.ts'
import { insertVersion } from './recipient-versions.store.ts'
import { holdRecipient, insertRecipient, selectTwin, setName } from './recipients.store.ts'
import { expectOwn, takeRecipient } from './recipients.ts'

/**
 * When two names would be mistaken for each other (UTS 39): each name keeps to one script, and names whose skeletons
 * agree are twins. The skeleton is deliberately coarse: within one merchant's payees a false alarm costs a better name,
 * a missed twin costs money.
 */
const fold = (text: string): string => unhomoglyph(text).normalize('NFKD').toUpperCase().toLowerCase()

/** Equal for names that look alike. Folded twice, since a lower-case letter may itself look like something plainer. */
export const skeletonOf = (name: string): string =>
  fold(fold(name.normalize('NFC')))
    .replaceAll(/[\p{M}\p{P}\p{S}\p{Z}\p{C}]/gu, '')
    .replaceAll(/[i1]/g, 'l')
    .replaceAll('0', 'o')

/** A name that nobody can mistake for another of the merchant's payees, now or before. Answers with its skeleton. */
const clearName = async (tx: TenantTx, name: string, except: Uuid | null = null): Promise<string> => {
  if (mixesScripts(name)) throw lookAlike('The name mixes letters of several scripts.')
  refuseMisleadingName(name)
  const name_skeleton = skeletonOf(name)
  if (name_skeleton === '') throw lookAlike('The name has no letter or digit.')
  const twin = await selectTwin(tx, name_skeleton, except)
  if (twin !== undefined) throw looksLike(twin)
  return name_skeleton
}

const looksLike = (twin: string | undefined): Refusal => lookAlike(`The name looks like your recipient "${twin}".`)

const lookAlike = (why: string): Refusal =>
  new Refusal(recipientNameLookAlike, {
    message: `${why} ${recipientNameLookAlike.recovery}`,
    issues: [{ code: recipientNameLookAlike.code, field: 'name', message: why }],
  })

// A payee with a name that nobody can mistake and facts that fit their network.

interface Creation {
  readonly name: string
  readonly input: GivenFacts
  readonly enabled: readonly Network[]
  readonly account_id: Uuid
}

export const createRecipient = async (tx: TenantTx, { name, input, enabled, account_id }: Creation) => {
  const facts = paymentFacts(input, enabled)
  const name_skeleton = await clearName(tx, name)
  const recipient = await insertRecipient(tx, { name, name_skeleton })
  if (!recipient) throw looksLike(await selectTwin(tx, name_skeleton))
  const recipient_version = await insertVersion(tx, recipient.recipient_id, facts)
  await appendAuditEvent(tx, {
    action: 'recipient.created',
    actor: idOf('acc', account_id),
    target: idOf('rcp', recipient.recipient_id),
    details: { name, network: facts.network, asset: facts.asset, address: facts.address },
  })
  return { recipient, recipient_version }
}

/** Processes that keep names in memory hear of a rename by this notification. */
export const RENAMED_TOPIC = 'recipients.renamed'

// Another name for a payee. Requests that exist keep the one that they were signed with.

interface Rename {
  readonly recipient_id: Uuid
  readonly name: string
  readonly version: number
  readonly account_id: Uuid
}

export const renameRecipient = async (tx: TenantTx, notifications: Pick<Notifications, 'notify'>, rename: Rename) => {
  const { recipient_id, name } = rename
  const now = await holdRecipient(tx, recipient_id)
  if (now?.name === name && now.retired_at === null) return { recipient: now }
  const before = await takeRecipient(tx, recipient_id, rename.version)
  expectOwn(before)
  if (before.retired_at !== null) throw new Refusal(recipientRetired)
  const name_skeleton = await clearName(tx, name, recipient_id)
  const recipient = await setName(tx, before, { name, name_skeleton }).catch((error: { code?: string }) => {
    // Another recipient took the name since we looked.
    throw error.code === '23505' ? looksLike(name) : error
  })
  await appendAuditEvent(tx, {
    action: 'recipient.renamed',
    actor: idOf('acc', rename.account_id),
    target: idOf('rcp', recipient_id),
    details: { from: before.name, to: name },
  })
  tx.afterCommit(() => notifications.notify(RENAMED_TOPIC))
  return { recipient }
}
