/**
 * A payee that is nobody's here: an agent names a domain and what to pay, and we look whether that domain lists exactly this, in
 * the places and by the rules of a merchant's own. It is called by its domain, whatever the agent says; it stands in the caller's
 * organization alone and in no public place; and a look that no longer finds it stops it, until one does.
 */
import { hash } from 'node:crypto'
import { domainInvalid } from '@pursestrings/contract/domains/records'
import { merchantNotActive } from '@pursestrings/contract/merchants/records'
import { networkNotEnabled, payeeNotListed, recipientRetired } from '@pursestrings/contract/recipients/errors'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { canonicalJson } from '@pursestrings/protocol/canonical'
import type { Network } from '@pursestrings/protocol/network-names'
import { networkOf } from '@pursestrings/protocol/networks'
import { appendAuditEvent } from '../../organizations/audit-events/append-audit-event.ts'
import { isActiveMerchant } from '../../organizations/merchants/merchants.ts'
import type { Egress } from '../../platform/egress/create-egress.ts'
import type { Limits } from '../../platform/http/limits.ts'
import type { TenantTx, Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { exactHost } from '../domains/prove-domain.ts'
import { evidenceOf, findVoucher } from './find-voucher.ts'
import { markGone, markSeen, selectListing } from './listings.store.ts'
import { type GivenFacts, type PaymentFacts, paymentFacts } from './payment-facts.ts'
import {
  insertEvidence,
  insertVersion,
  moveVersion,
  type RecipientVersionRow,
  selectEvidence,
  selectVersions,
} from './recipient-versions.store.ts'
import { holdRecipient, insertRecipient, type RecipientRow } from './recipients.store.ts'
import { beginServing, resumeServing, suspendServing } from './serve-version.ts'

interface Deps {
  readonly transactions: Transactions
  readonly egress: Egress
  readonly limits: Pick<Limits, 'take' | 'giveBack'>
  readonly networks_enabled: readonly Network[]
}

interface Input {
  readonly merchant_id: Uuid
  readonly connection_id: Uuid
  readonly domain: string
  readonly facts: GivenFacts
}

/** A payee on a domain, whether or not anybody has looked. */
interface Listing {
  readonly merchant_id: Uuid
  readonly host: string
  readonly facts: PaymentFacts
  /** No name has such a skeleton: it has no colon. */
  readonly skeleton: string
}

const notListed = (host: string, seen: readonly string[]): Refusal =>
  new Refusal(payeeNotListed, {
    message: `${host} does not list this payee. Seen: ${seen.join('; ')}. ${payeeNotListed.recovery}`,
    details: { seen },
  })

const listingOf = ({ networks_enabled }: Deps, { merchant_id, domain, facts: given }: Input): Listing => {
  const verdict = exactHost(domain)
  if (!verdict.ok) {
    const issue = { code: domainInvalid.code, field: 'domain', message: verdict.reason }
    throw new Refusal(domainInvalid, { message: verdict.reason, issues: [issue] })
  }
  const facts = paymentFacts(given, networks_enabled)
  // Elsewhere an address waits for a day before it is paid, and whoever lists it does not wait.
  if (!networkOf(facts.network).testnet) throw new Refusal(networkNotEnabled)
  const { host } = verdict
  const { network, asset, address, memo, contract, issuer } = facts
  const same = canonicalJson({ host, network, asset, address, memo, contract, issuer })
  return { merchant_id, host, facts, skeleton: `listed:${hash('sha256', same, 'hex')}` }
}

type Resolved = Awaited<ReturnType<typeof resolve>>

/** Equal calls of one agent that wait for the same look are one call. */
export const resolvingWith = (deps: Deps) => {
  const looking = new Map<string, Promise<Resolved>>()
  return (input: Input): Promise<Resolved> => {
    const listing = listingOf(deps, input)
    const key = `${input.connection_id} ${listing.skeleton}`
    const ahead = looking.get(key)
    if (ahead) return ahead
    const result = resolve(deps, listing, input.connection_id).finally(() => looking.delete(key))
    looking.set(key, result)
    return result
  }
}

const resolve = async (deps: Deps, listing: Listing, connection_id: Uuid) => {
  const { transactions, limits } = deps
  const { merchant_id, skeleton } = listing
  const known = await transactions.asTenant(merchant_id, async (tx) => {
    if (!(await isActiveMerchant(tx))) throw new Refusal(merchantNotActive)
    return selectListing(tx, skeleton)
  })
  if (known.listing?.retired) throw new Refusal(recipientRetired)
  if (known.listing?.fresh) {
    const { recipient_id } = known.listing
    return transactions.asTenant(merchant_id, (tx) => found(tx, recipient_id))
  }
  // Looks of agents are counted apart from those of operators, who would wait for them else.
  await limits.take('outbound', `listings of ${merchant_id}`)
  if (!known.listing) await limits.take('listings', connection_id)
  const { recipient_id, is_new } = await look(deps, listing, known, idOf('con', connection_id))
  if (!known.listing && !is_new) await limits.giveBack('listings', connection_id)
  return transactions.asTenant(merchant_id, (tx) => found(tx, recipient_id))
}

const found = async (tx: TenantTx, recipient_id: Uuid) => {
  const [version] = await selectVersions(tx, recipient_id, undefined, 1)
  const [evidence] = version ? await selectEvidence(tx, version.recipient_version_id) : []
  if (!version || !evidence) throw new Error('a listed payee has a version and evidence')
  return { recipient_id, recipient_version_id: version.recipient_version_id, evidence }
}

export interface Looks {
  readonly transactions: Transactions
  readonly egress: Egress
}

type Known = Awaited<ReturnType<typeof selectListing>>

/** Over the network first; what it saw counts as of its beginning, and never against a look that ended after that. */
export const look = async ({ transactions, egress }: Looks, listing: Listing, known: Known, actor: string) => {
  const { merchant_id, host, facts, skeleton } = listing
  const search = await findVoucher(egress, host, facts)
  if (!search.finding) {
    const { seen, gone } = search
    const gone_id = gone ? known.listing?.recipient_id : undefined
    if (gone_id !== undefined) await transactions.asTenant(merchant_id, (tx) => withdraw(tx, gone_id, actor))
    throw notListed(host, seen)
  }
  const { finding } = search
  return transactions.asTenant(merchant_id, async (tx) => {
    const named = { name: host, name_skeleton: skeleton, listed_by: host }
    const inserted = await insertRecipient(tx, named)
    const recipient_id = inserted?.recipient_id ?? (await selectListing(tx, skeleton)).listing?.recipient_id
    const held = recipient_id && (await holdRecipient(tx, recipient_id))
    if (!held || held.retired_at !== null) throw new Refusal(recipientRetired)
    const [there] = await selectVersions(tx, held.recipient_id, undefined, 1)
    const version = there ?? (await insertVersion(tx, held.recipient_id, facts))
    if (version.status === 'retired') throw new Refusal(recipientRetired)
    const source = { recipient_version_id: version.recipient_version_id, source_id: held.recipient_id }
    await insertEvidence(tx, { ...source, found_in: finding.found_in, ...evidenceOf(version, host, finding) })
    // Taken back with all that was written.
    if (!(await markSeen(tx, held.recipient_id, known.began_at)))
      throw notListed(host, [
        'nothing that counts: the listing was withdrawn while we looked, or the look took minutes',
      ])
    await serve(tx, held, version, actor)
    return { recipient_id: held.recipient_id, is_new: inserted !== undefined }
  })
}

const serve = async (tx: TenantTx, recipient: RecipientRow, version: RecipientVersionRow, actor: string) => {
  if (version.status === 'suspended') await resumeServing(tx, recipient, version, actor)
  if (version.status !== 'draft') return
  const { recipient_id, name } = recipient
  const { recipient_version_id, network, asset, address } = version
  await appendAuditEvent(tx, {
    action: 'recipient.created',
    actor,
    target: idOf('rcp', recipient_id),
    details: { name, listed_by: name, network, asset, address },
  })
  const listed = { status: 'verified', vouched_by: recipient_id } as const
  const verified = await moveVersion(tx, recipient_version_id, ['draft'], listed)
  if (!verified) throw new Error('a draft that is held did not move')
  await beginServing(tx, recipient, verified, actor)
}

/** No longer there, or not seen for too long. New evidence brings it back. */
export const withdraw = async (tx: TenantTx, recipient_id: Uuid, actor: string): Promise<void> => {
  const held = await holdRecipient(tx, recipient_id)
  if (!held) return
  await markGone(tx, recipient_id)
  const [version] = await selectVersions(tx, recipient_id, undefined, 1)
  if (version) await suspendServing(tx, version, actor)
}
