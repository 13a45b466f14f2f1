/** A code by mail that confirms one session: ten minutes, one use, five tries; the session's row has its hash. */
import { STEP_UP_CODE_LIFETIME_S, STEP_UP_CODES_WRONG_MAX } from '@pursestrings/contract/merchant-sessions/records'
import { newPairingCode, readPairingCode } from '@pursestrings/contract/pairing/records'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { sql } from 'kysely'
import type { Table } from '../postgres/table.ts'
import type { SystemTx, TenantTx } from '../postgres/transaction.ts'
import { hashOf } from './credentials.ts'

interface Tables {
  merchant_sessions: Table<'merchant_sessions'>
}

const codeHash = (session_id: Uuid, code: string): Buffer => hashOf(`svc.step_up_code.v1\n${session_id}\n${code}`)

/** Replaces the one before. */
export const issueStepUpCode = async (tx: SystemTx, merchant_id: Uuid, session_id: Uuid): Promise<string> => {
  const code = newPairingCode()
  await tx
    .tables<Tables>()
    .updateTable('merchant_sessions')
    .set({
      step_up_hash: codeHash(session_id, code),
      step_up_until: sql<Date>`now() + make_interval(secs => ${STEP_UP_CODE_LIFETIME_S})`,
      step_up_tries_left: STEP_UP_CODES_WRONG_MAX,
    })
    .where('merchant_id', '=', merchant_id)
    .where('session_id', '=', session_id)
    .execute()
  return code
}

/** Whether the code is right, and is used up now. A wrong one counts, if the caller commits. */
export const spendStepUpCode = async (tx: TenantTx, session_id: Uuid, typed: string): Promise<boolean> => {
  const code = readPairingCode(typed)
  const fits = sql<boolean>`step_up_hash = ${code === undefined ? null : codeHash(session_id, code)}::bytea`
  const tried = await tx
    .tables<Tables>()
    .updateTable('merchant_sessions')
    .set({ step_up_tries_left: sql`case when ${fits} then 0 else step_up_tries_left - 1 end` })
    .where('merchant_id', '=', tx.merchant_id)
    .where('session_id', '=', session_id)
    .where('step_up_tries_left', '>', 0)
    .where('step_up_until', '>', sql<Date>`now()`)
    .returning(fits.as('fits'))
    .executeTakeFirst()
  return tried?.fits === true
}
