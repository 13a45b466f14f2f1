/** Passkeys of people, and the challenges that they answer: each once, within five minutes, for one purpose. */
import { randomBytes } from 'node:crypto'
import { PASSKEY_CHALLENGE_LIFETIME_S, PASSKEY_LEAVES_AFTER_H } from '@pursestrings/contract/passkeys/records'
import { newUuid, type Uuid } from '@pursestrings/contract/wire/ids'
import { NO_SLOT } from '@pursestrings/protocol/secrets'
import { sql } from 'kysely'
import type { Table } from '../postgres/table.ts'
import type { SystemTx } from '../postgres/transaction.ts'
import { insertCode, spendCode } from './one-time-code.ts'
import { type AssertionInput, challengeIn, type PasskeyFacts, type RelyingParty, verifyAssertion } from './webauthn.ts'

interface Tables {
  passkeys: Table<'passkeys'>
}

export type Purpose = 'sign_in' | 'register' | 'step_up'

export interface PasskeyRow {
  readonly passkey_id: Uuid
  readonly credential_id: string
  readonly name: string
  readonly created_at: Date
  readonly last_used_at: Date | null
  readonly leaves_at: Date | null
}

const SHOWN = ['passkey_id', 'credential_id', 'name', 'created_at', 'last_used_at', 'leaves_at'] as const
const works = sql<boolean>`(leaves_at is null or leaves_at > now())`

export const issueChallenge = async (
  tx: SystemTx,
  purpose: Purpose,
  account_id: Uuid | null,
): Promise<{ challenge: string; expires_at: Date }> => {
  const challenge = randomBytes(32).toString('base64url')
  const lifetime_s = PASSKEY_CHALLENGE_LIFETIME_S
  return {
    challenge,
    expires_at: await insertCode(tx, `passkey_${purpose}`, { code: challenge, lifetime_s, account_id }),
  }
}

/** The challenge, if it was ours, for this purpose and person, and is answered for the first time. */
export const spendChallenge = async (
  tx: SystemTx,
  client_data: string,
  purpose: Purpose,
  account_id: Uuid | null,
): Promise<string | undefined> => {
  const challenge = challengeIn(client_data)
  const spent = await spendCode(tx, `passkey_${purpose}`, challenge)
    .where(sql<boolean>`account_id is not distinct from ${account_id}::uuid`)
    .returning('kind')
    .executeTakeFirst()
  return spent && challenge
}

/** Undefined if somebody has it already. */
export const insertPasskey = (
  tx: SystemTx,
  account_id: Uuid,
  name: string,
  { transports = [], ...facts }: PasskeyFacts & { transports?: readonly string[] },
): Promise<PasskeyRow | undefined> =>
  tx
    .tables<Tables>()
    .insertInto('passkeys')
    .values({
      passkey_id: newUuid(NO_SLOT),
      account_id,
      name,
      ...facts,
      counter: String(facts.counter),
      transports: [...transports],
    })
    .onConflict((c) => c.column('credential_id').doNothing())
    .returning(SHOWN)
    .executeTakeFirst()

/** Those that work, newest first. */
export const selectPasskeys = (tx: SystemTx, account_id: Uuid): Promise<PasskeyRow[]> =>
  tx
    .tables<Tables>()
    .selectFrom('passkeys')
    .select(SHOWN)
    .where('account_id', '=', account_id)
    .where(works)
    .orderBy('passkey_id', 'desc')
    .execute()

export const countPasskeys = async (tx: SystemTx, account_ids: readonly Uuid[]): Promise<ReadonlyMap<Uuid, number>> => {
  if (account_ids.length === 0) return new Map()
  const rows = await tx
    .tables<Tables>()
    .selectFrom('passkeys')
    .select(['account_id', sql<number>`count(*)::int`.as('count')])
    .where('account_id', 'in', account_ids)
    .where(works)
    .groupBy('account_id')
    .execute()
  return new Map(rows.map((row) => [row.account_id, row.count]))
}

const update = (tx: SystemTx, account_id: Uuid, passkey_id: Uuid) =>
  tx
    .tables<Tables>()
    .updateTable('passkeys')
    .where('account_id', '=', account_id)
    .where('passkey_id', '=', passkey_id)
    .where(works)

/** At once for whoever has just used one; else after a day, in which its use keeps it. */
export const removePasskey = (
  tx: SystemTx,
  account_id: Uuid,
  passkey_id: Uuid,
  at_once: boolean,
): Promise<PasskeyRow | undefined> =>
  update(tx, account_id, passkey_id)
    .set({
      leaves_at: at_once
        ? sql<Date>`now()`
        : sql<Date>`coalesce(leaves_at, now() + make_interval(hours => ${PASSKEY_LEAVES_AFTER_H}))`,
    })
    .returning(SHOWN)
    .executeTakeFirst()

/** Whose passkey answered its challenge, and since when they have it; undefined for every wrong answer. Its use keeps it. */
export const provePasskey = async (
  tx: SystemTx,
  party: RelyingParty,
  assertion: AssertionInput,
  purpose: Purpose,
  account_id: Uuid | null,
): Promise<{ readonly account_id: Uuid; readonly created_at: Date } | undefined> => {
  const challenge = await spendChallenge(tx, assertion.client_data, purpose, account_id)
  const passkey = await tx
    .tables<Tables>()
    .selectFrom('passkeys')
    .select(['passkey_id', 'account_id', 'credential_id', 'public_key', 'created_at'])
    .select(sql<number>`counter::float8`.as('counter'))
    .where('credential_id', '=', assertion.credential_id)
    .where(works)
    .forUpdate()
    .executeTakeFirst()
  if (challenge === undefined || !passkey) return undefined
  if (account_id !== null && passkey.account_id !== account_id) return undefined
  const counter = await verifyAssertion(party, challenge, assertion, passkey)
  if (counter === undefined) return undefined
  await update(tx, passkey.account_id, passkey.passkey_id)
    .set({ counter: String(counter), last_used_at: sql<Date>`now()`, leaves_at: null })
    .execute()
  return passkey
}

export const forgetPasskeys = async (tx: SystemTx): Promise<void> => {
  await tx
    .tables<Tables>()
    .deleteFrom('passkeys')
    .where('leaves_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}
