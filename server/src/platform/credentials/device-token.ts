/**
 * A wallet app's token. A rotation makes the next one beside it: the old one works until the next is first used, ten minutes at
 * most, so a lost answer shuts nobody out. The next follows from the old one and a number that is forgotten with the
 * rotation: whoever rotates again with the old token is given the same one, and no answer is dead when it comes.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { slotOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { newSecret, secretOf } from '@pursestrings/protocol/secrets'
import { sql } from 'kysely'
import type { Table } from '../postgres/table.ts'
import type { SystemTx, Transactions, WalletIdentity, WalletTx } from '../postgres/transaction.ts'
import { hashOf } from './credentials.ts'

interface Tables {
  device_tokens: Table<'device_tokens'>
}

export const issueDeviceToken = async (tx: WalletTx): Promise<string> => {
  const token = newSecret('device', slotOf(tx.device_id))
  await tx
    .tables<Tables>()
    .insertInto('device_tokens')
    .values({ device_id: tx.device_id, token_hash: hashOf(token), issued_at: sql<Date>`now()` })
    .execute()
  return token
}

/** The token that follows this one. */
export const nextTokenAfter = (token: string, device_id: Uuid, nonce: Buffer): string =>
  secretOf('device', slotOf(device_id), createHmac('sha256', nonce).update(`svc.next_token.v1\n${token}`).digest())

/** Undefined if the token that was shown has been replaced meanwhile. */
export const rotateDeviceToken = async (
  tx: WalletTx,
  { token_hash, tokenAfter }: { token_hash: Buffer; tokenAfter: (nonce: Buffer) => string },
): Promise<string | undefined> => {
  const tokens = () => tx.tables<Tables>().updateTable('device_tokens').where('device_id', '=', tx.device_id)
  const row = await tokens()
    .set({
      next_nonce: sql<Buffer>`coalesce(next_nonce, ${randomBytes(32)})`,
      next_until: sql<Date>`coalesce(next_until, now() + interval '10 minutes')`,
    })
    .where('token_hash', '=', token_hash)
    .returning('next_nonce')
    .executeTakeFirst()
  if (!row?.next_nonce) return undefined
  const token = tokenAfter(row.next_nonce)
  await tokens()
    .set({ next_token_hash: hashOf(token) })
    .execute()
  return token
}

/** From the commit on it opens nothing. */
export const removeDeviceToken = async (tx: WalletTx): Promise<void> => {
  await tx.tables<Tables>().deleteFrom('device_tokens').where('device_id', '=', tx.device_id).execute()
}

const FIND = `select device_id, wallet_of(device_id) as wallet_id, last_used_on < current_date as unnoted from device_tokens
  where token_hash = $1 and coalesce(next_until > now(), true)`

/** Notes its use, once a day: a device that nobody uses is forgotten in time. The first use of a next token ends the old. */
export const findDeviceToken = async (
  { readAsSystem, asSystem }: Transactions,
  token: string,
): Promise<WalletIdentity | undefined> => {
  const token_hash = hashOf(token)
  const find = async () =>
    (
      await readAsSystem<WalletIdentity & { unnoted: boolean }>({
        name: 'find_device_token',
        text: FIND,
        values: [token_hash],
      })
    )[0]
  const row = await find()
  if (!row) {
    const use = 'select * from use_next_device_token($1)'
    const { rows } = await asSystem(({ client }) => client.query<WalletIdentity>(use, [token_hash]))
    // Two first uses at once: the later one finds it done.
    return identity(rows[0] ?? (await find()))
  }
  if (row.unnoted) await asSystem((tx) => noteDeviceUse(tx, row.device_id))
  return identity(row)
}

const identity = (row: WalletIdentity | undefined): WalletIdentity | undefined =>
  row && { device_id: row.device_id, wallet_id: row.wallet_id }

/** Ends the old tokens of rotations that are ten minutes old. */
export const endReplacedDeviceTokens = async (tx: SystemTx): Promise<void> => {
  await sql`select end_replaced_device_tokens()`.execute(tx.tables())
}

export const noteDeviceUse = ({ tables }: SystemTx, device_id: Uuid) =>
  tables<Tables>()
    .updateTable('device_tokens')
    .set({ last_used_on: sql<Date>`current_date` })
    .where('device_id', '=', device_id)
    .execute()
