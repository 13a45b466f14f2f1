/** Statements on the challenge that a credential carries while it is pending. Only its hash is kept. */
import { PROOF_CHALLENGE_LIFETIME_S } from '@pursestrings/contract/agent-credentials/records'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import {
  type CredentialName,
  type CredentialRow,
  type CredentialTables,
  credentialsOfAgent,
  SHOWN,
} from './agent-credentials.store.ts'

export interface NewCredential extends CredentialName, Pick<CredentialRow, 'kid' | 'alg' | 'public_key'> {
  readonly not_before: Date
  readonly expires_at: Date
  readonly challenge_hash: Buffer
}

export type ChallengedRow = CredentialRow & { readonly challenge_expires_at: Date | null }

/** A challenge never outlives the credential that it would prove. */
const inFiveMinutes = ({ expires_at }: NewCredential) =>
  sql<Date>`least(now() + make_interval(secs => ${PROOF_CHALLENGE_LIFETIME_S}), ${expires_at}::timestamptz)`

const now = sql<Date>`now()`

/** Undefined where the kid or the key is taken. */
export const insertCredential = (tx: TenantTx, credential: NewCredential): Promise<ChallengedRow | undefined> =>
  tx
    .tables<CredentialTables>()
    .insertInto('agent_credentials')
    .values({ merchant_id: tx.merchant_id, ...credential, challenge_expires_at: inFiveMinutes(credential) })
    .onConflict((conflict) => conflict.doNothing())
    .returning([...SHOWN, 'challenge_expires_at'])
    .executeTakeFirst()

/** Only for the same kid with the same key, and only while nothing is proven yet. */
export const renewChallenge = (tx: TenantTx, credential: NewCredential): Promise<ChallengedRow | undefined> =>
  tx
    .tables<CredentialTables>()
    .updateTable('agent_credentials')
    .set({
      not_before: credential.not_before,
      expires_at: credential.expires_at,
      challenge_hash: credential.challenge_hash,
      challenge_expires_at: inFiveMinutes(credential),
    })
    .where('merchant_id', '=', tx.merchant_id)
    .where('agent_id', '=', credential.agent_id)
    .where('kid', '=', credential.kid)
    .where('public_key', '=', credential.public_key)
    .where('status', '=', 'pending')
    .returning([...SHOWN, 'challenge_expires_at'])
    .executeTakeFirst()

/** Whether this very challenge could be spent now: a look, so that a wrong signature burns nothing. */
export const isChallengeOpen = async (
  tx: TenantTx,
  { agent_id, credential_id }: CredentialName,
  challenge_hash: Buffer,
): Promise<boolean> => {
  const row = await credentialsOfAgent(tx, agent_id)
    .select('credential_id')
    .where('credential_id', '=', credential_id)
    .where('challenge_hash', '=', challenge_hash)
    .where('challenge_expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** The statement that burns the challenge is the one that activates: there is no state between. */
export const spendChallenge = (
  tx: TenantTx,
  { agent_id, credential_id }: CredentialName,
  challenge_hash: Buffer,
): Promise<CredentialRow | undefined> =>
  tx
    .tables<CredentialTables>()
    .updateTable('agent_credentials')
    .set({ status: 'active', activated_at: sql`now()`, challenge_hash: null, challenge_expires_at: null })
    .where('merchant_id', '=', tx.merchant_id)
    .where('agent_id', '=', agent_id)
    .where('credential_id', '=', credential_id)
    .where('status', '=', 'pending')
    .where('challenge_hash', '=', challenge_hash)
    .where('challenge_expires_at', '>', now)
    .returning(SHOWN)
    .executeTakeFirst()

/** The time that decides over every date of a credential. */
export const databaseNow = async (tx: TenantTx): Promise<Date> => {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(tx.tables<CredentialTables>())
  return (rows[0] as { now: Date }).now
}
