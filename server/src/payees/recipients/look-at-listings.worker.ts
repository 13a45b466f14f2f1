/**
 * Listings that somebody uses are looked at again before they lapse. One that is gone, or that nobody has seen for a day, serves
 * no more: new requests are refused, and what waits for a payer is not signed. Another `payees.resolve` brings it back.
 */
import { EXPIRY_MAX_S } from '@pursestrings/contract/payment-requests/records'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type DueListing, dueListings, hasLapsed, selectListing } from './listings.store.ts'
import { selectVersions } from './recipient-versions.store.ts'
import type { UsesOf } from './recipients.reads.ts'
import { type Looks, look, withdraw } from './resolve-payee.ts'

interface Deps extends Looks {
  readonly usesOf: UsesOf
  readonly now: () => Date
}

const PER_SWEEP_MAX = 500
const ACTOR = 'listing-look'

export const lookAtListings = async (jobs: Jobs, deps: Deps): Promise<void> => {
  await jobs.work('listing-looks', () =>
    deps.transactions.asSystem(async (tx) => {
      for (const due of await dueListings(tx, PER_SWEEP_MAX)) await jobs.enqueue(tx, 'listing-look', due)
    }),
  )
  await jobs.work('listing-look', (due: DueListing) => lookAgain(deps, due))
}

const lookAgain = async (deps: Deps, { merchant_id, recipient_id, host, skeleton }: DueListing): Promise<void> => {
  const { transactions, usesOf, now } = deps
  const read = await transactions.asTenant(merchant_id, async (tx) => {
    const [version] = await selectVersions(tx, recipient_id, undefined, 1)
    if (version?.status !== 'active') return undefined
    const use = (await usesOf(tx, [version.recipient_version_id])).get(version.recipient_version_id)
    return { version, use, known: await selectListing(tx, skeleton) }
  })
  if (!read || read.known.listing?.fresh !== false) return
  // No request that waits is older.
  const used_since = now().getTime() - EXPIRY_MAX_S * 1000
  if (read.use && read.use.last_request_at.getTime() > used_since) {
    try {
      await look(deps, { merchant_id, host, facts: read.version, skeleton }, read.known, ACTOR)
      return
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  await transactions.asTenant(merchant_id, async (tx) => {
    if (await hasLapsed(tx, recipient_id)) await withdraw(tx, recipient_id, ACTOR)
  })
}
