/** A code by mail that confirms one session: ten minutes, one use, five tries; only its hash is kept. */
import { STEP_UP_CODE_LIFETIME_S, STEP_UP_CODES_WRONG_MAX } from '@pursestrings/contract/merchant-sessions/records'
import { newPairingCode, readPairingCode } from '@pursestrings/contract/pairing/pairing-code'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { sql } from 'kysely'
import type { Table } from '../postgres/table.ts'
import type { SystemTx, TenantTx } from '../postgres/transaction.ts'
import { hashOf } from './presented.ts'

interface Tables {
  step_up_codes: Table<'step_up_codes'>
}

const codeHash = (session_id: Uuid, code: string): Buffer => hashOf(`svc.step_up_code.v1\n${session_id}\n${code}`)

/** Replaces the one before. */
export const issueStepUpCode = async (tx: SystemTx, merchant_id: Uuid, session_id: Uuid): Promise<string> => {
  const code = newPairingCode()
  const fresh = {
    code_hash: codeHash(session_id, code),
    wrong_codes: 0,
    expires_at: sql<Date>`now() + make_interval(secs => ${STEP_UP_CODE_LIFETIME_S})`,
  }
  await tx
    .tables<Tables>()
    .insertInto('step_up_codes')
    .values({ merchant_id, session_id, ...fresh })
    .onConflict((c) => c.columns(['merchant_id', 'session_id']).doUpdateSet(fresh))
    .execute()
  return code
}

/** Whether the code is right, and is used up now. A wrong one counts, if the caller commits. */
export const spendStepUpCode = async (tx: TenantTx, session_id: Uuid, typed: string): Promise<boolean> => {
  const codes = tx.tables<Tables>()
  const held = await codes
    .updateTable('step_up_codes')
    .set({ wrong_codes: sql`wrong_codes + 1` })
    .where('merchant_id', '=', tx.merchant_id)
    .where('session_id', '=', session_id)
    .where('wrong_codes', '<', STEP_UP_CODES_WRONG_MAX)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('code_hash')
    .executeTakeFirst()
  const code = readPairingCode(typed)
  if (!held || code === undefined || !codeHash(session_id, code).equals(held.code_hash)) return false
  await codes
    .deleteFrom('step_up_codes')
    .where('merchant_id', '=', tx.merchant_id)
    .where('session_id', '=', session_id)
    .execute()
  return true
}

export const forgetStepUpCodes = async (tx: SystemTx): Promise<void> => {
  await tx
    .tables<Tables>()
    .deleteFrom('step_up_codes')
    .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}
