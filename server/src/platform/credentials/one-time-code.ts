/** What opens once, within minutes: links by mail, session grants and challenges of passkeys. Each is used up by one statement. */
import { type Selectable, sql } from 'kysely'
import type { Table } from '../postgres/table.ts'
import type { SystemTx } from '../postgres/transaction.ts'
import { hashOf } from './credentials.ts'
import type { SignInMethod } from './merchant-session.ts'

export type CodeKind = 'link' | 'grant' | 'passkey_sign_in' | 'passkey_register' | 'passkey_step_up'

interface Tables {
  one_time_codes: Table<'one_time_codes', { kind: CodeKind; signed_in_by: SignInMethod | null }>
}

type Details = Partial<Omit<Selectable<Tables['one_time_codes']>, 'kind' | 'code_hash' | 'expires_at'>>

export const insertCode = async (
  tx: SystemTx,
  kind: CodeKind,
  { code, lifetime_s, ...details }: Details & { readonly code: string; readonly lifetime_s: number },
): Promise<Date> => {
  const { expires_at } = await tx
    .tables<Tables>()
    .insertInto('one_time_codes')
    .values({
      kind,
      code_hash: hashOf(code),
      expires_at: sql<Date>`now() + make_interval(secs => ${lifetime_s})`,
      ...details,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return expires_at
}

/** An update of a code that is neither used nor expired. */
export const updateUnused = (tx: SystemTx, kind: CodeKind, code: string) =>
  tx
    .tables<Tables>()
    .updateTable('one_time_codes')
    .where('code_hash', '=', hashOf(code))
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)

export const spendCode = (tx: SystemTx, kind: CodeKind, code: string) =>
  updateUnused(tx, kind, code).set({ used_at: sql`now()` })

export const forgetSpentCodes = async (tx: SystemTx): Promise<void> => {
  await tx
    .tables<Tables>()
    .deleteFrom('one_time_codes')
    .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}
