/** Statements on push subscriptions: a device's on its own row, and those of whoever sends. */
import type { EventKind } from '@pursestrings/contract/events/kinds'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { Sealed } from '../../delivery/webhooks/endpoints/webhook-secret.ts'
import type { SystemTx, WalletTx } from '../../platform/postgres/transaction.ts'

export interface SubscriptionRow {
  readonly created_at: Date
  readonly last_sent_at: Date | null
  readonly failing_since: Date | null
}

export const subscriptionOnWire = ({ created_at, last_sent_at, failing_since }: SubscriptionRow) => ({
  created_at: created_at.toISOString(),
  last_sent_at: last_sent_at?.toISOString() ?? null,
  failing_since: failing_since?.toISOString() ?? null,
})

export const selectSubscription = async ({ client, device_id }: WalletTx): Promise<SubscriptionRow | undefined> => {
  const text = 'select created_at, last_sent_at, failing_since from push_subscriptions where device_id = $1'
  return (await client.query<SubscriptionRow>(text, [device_id])).rows[0]
}

/** False where the device was removed meanwhile. */
export const putSubscription = async (
  { client }: WalletTx,
  { key_id, sealed }: Sealed,
  push_key_id: string,
): Promise<boolean> => {
  const text = 'select set_push_subscription($1, $2, $3) as kept'
  const { rows } = await client.query<{ kept: boolean }>(text, [key_id, sealed, push_key_id])
  return rows[0]?.kept === true
}

export const deleteSubscription = async ({ client, device_id }: WalletTx): Promise<void> => {
  await client.query('delete from push_subscriptions where device_id = $1', [device_id])
}

/** How many of them have a subscription. */
export const markGrown = async ({ client }: SystemTx, owner_ids: readonly Uuid[]): Promise<number> => {
  const text = 'select mark_push_subscriptions($1) as marked'
  const { rows } = await client.query<{ marked: number }>({ name: 'mark_push', text, values: [owner_ids] })
  return rows[0]?.marked ?? 0
}

export interface Claimed {
  readonly device_id: Uuid
  readonly claim: Uuid
  /** Up to which event of its feed this message notifies the device. */
  readonly upto: string
  readonly sealing_key_id: string
  readonly sealed: Buffer
  readonly push_key_id: string
  /** Of this message, before now. */
  readonly failures: number
}

export const claimSubscriptions = async (
  { client }: SystemTx,
  {
    kinds,
    look_at,
    at_most,
    lease_s,
  }: { kinds: readonly EventKind[]; look_at: number; at_most: number; lease_s: number },
): Promise<Claimed[]> => {
  const text = 'select * from claim_push_subscriptions($1::event_kind[], $2, $3, $4)'
  const values = [kinds, look_at, at_most, lease_s]
  return (await client.query<Claimed>({ name: 'claim_push', text, values })).rows
}

/** Only what the newest claim brought: a subscription that was set meanwhile is another one. */
const THIS_CLAIM = 'where device_id = $1 and claim = $2'

export const keepSent = async (
  { client }: SystemTx,
  { device_id, claim, upto }: Claimed,
  rest_s: number,
): Promise<void> => {
  const text = `update push_subscriptions set notified_cursor = $3, claim = null, failures = 0, last_sent_at = now(),
    failing_since = null, rests_until = now() + make_interval(secs => $4),
    due_at = case when grown then now() + make_interval(secs => $4) end ${THIS_CLAIM}`
  await client.query(text, [device_id, claim, upto, rest_s])
}

export const keepFailure = async (
  { client }: SystemTx,
  { device_id, claim, upto }: Claimed,
  { delay_s, again }: { delay_s: number; again: boolean },
): Promise<void> => {
  const text = `update push_subscriptions set claim = null, failing_since = coalesce(failing_since, now()),
    rests_until = now() + make_interval(secs => $4), failures = case when $5 then failures + 1 else 0 end,
    notified_cursor = case when $5 then notified_cursor else $3 end,
    due_at = case when $5 or grown then now() + make_interval(secs => $4) end ${THIS_CLAIM}`
  await client.query(text, [device_id, claim, upto, delay_s, again])
}

export const removeClaimed = async ({ client }: SystemTx, { device_id, claim }: Claimed): Promise<void> => {
  await client.query(`delete from push_subscriptions ${THIS_CLAIM}`, [device_id, claim])
}

/** Push services that have taken nothing for so long know the device no more. */
export const removeFailing = async ({ client }: SystemTx, days: number): Promise<void> => {
  const text = 'delete from push_subscriptions where failing_since < now() - make_interval(secs => $1)'
  await client.query(text, [days * 86_400])
}

export interface SealedSubscription {
  readonly device_id: Uuid
  readonly sealing_key_id: string
  readonly sealed: Buffer
}

/** Those that one of the keys after the first one sealed, held. */
export const holdOlderSubscriptions = async (
  { client }: SystemTx,
  [, ...older]: readonly string[],
  after: Uuid | undefined,
  at_most: number,
): Promise<SealedSubscription[]> => {
  if (older.length === 0) return []
  const text = `select device_id, sealing_key_id, sealed from push_subscriptions
    where sealing_key_id = any ($1::text[]) and ($2::uuid is null or device_id > $2)
    order by device_id limit $3 for update skip locked`
  return (await client.query<SealedSubscription>(text, [older, after ?? null, at_most])).rows
}

export const keepResealedSubscription = async (
  { client }: SystemTx,
  device_id: Uuid,
  { key_id, sealed }: Sealed,
): Promise<void> => {
  const text = 'update push_subscriptions set sealing_key_id = $2, sealed = $3 where device_id = $1'
  await client.query(text, [device_id, key_id, sealed])
}

export const countSealedSubscriptions = async ({ client }: SystemTx): Promise<ReadonlyMap<string, number>> => {
  const text = 'select sealing_key_id as key_id, count(*)::int as n from push_subscriptions group by 1'
  const { rows } = await client.query<{ key_id: string; n: number }>(text)
  return new Map(rows.map(({ key_id, n }) => [key_id, n]))
}
