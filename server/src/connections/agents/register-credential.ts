/**
 * A public key becomes a pending credential with a challenge for its owner. The same kid with the same key, while pending,
 * is the same credential with new dates and a new challenge, so that a missed five minutes are no dead end; in every
 * other case a taken name or key is refused.
 */
import { randomBytes } from 'node:crypto'
import type { registerCredential as operation } from '@pursestrings/contract/agent-credentials/operations'
import {
  credentialKeyTaken,
  credentialKidTaken,
  PROOF_PREFIX,
  privateKeySent,
} from '@pursestrings/contract/agent-credentials/records'
import { agentRetired } from '@pursestrings/contract/agents/records'
import type { BodyOf } from '@pursestrings/contract/operation'
import { validationFailed } from '@pursestrings/contract/transport-errors'
import { idOf, newUuidFor, type Uuid } from '@pursestrings/contract/wire/ids'
import { appendAuditEvent } from '../../organizations/audit-events/append-audit-event.ts'
import { hashOf } from '../../platform/credentials/presented.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { credentialOnWire, hasKid } from './agent-credentials.store.ts'
import { readAgent } from './agents.ts'
import {
  type ChallengedRow,
  databaseNow,
  insertCredential,
  type NewCredential,
  renewChallenge,
} from './proof-challenges.store.ts'
import { fingerprintOf, holdsPrivateKey, publicKeyOf } from './public-key.ts'
import { validityOf } from './validity.ts'

/**
 * The challenge that proves a private key without sending it: 256 random bits behind a prefix of its own, kept only as
 * a hash, and signed as it is.
 */
const newChallenge = (): string => PROOF_PREFIX + randomBytes(32).toString('base64url')

type Body = BodyOf<typeof operation>
type Input = Body & { readonly agent_id: Uuid; readonly account_id: Uuid }

export const registerCredential = async (tx: TenantTx, { agent_id, account_id, ...body }: Input) => {
  if (holdsPrivateKey(body.public_key)) throw new Refusal(privateKeySent)
  const agent = await readAgent(tx, agent_id)
  if (agent.status === 'retired') throw new Refusal(agentRetired)
  const challenge = newChallenge()
  const wanted = {
    agent_id,
    credential_id: newUuidFor(tx.merchant_id),
    challenge_hash: hashOf(challenge),
    ...checked(body, await databaseNow(tx)),
  }
  const inserted = await insertCredential(tx, wanted)
  const row = inserted ?? (await renewChallenge(tx, wanted)) ?? (await taken(tx, wanted))
  await appendAuditEvent(tx, {
    action: inserted ? 'agent_credential.registered' : 'agent_credential.challenge_renewed',
    actor: idOf('acc', account_id),
    target: idOf('crd', row.credential_id),
    details: {
      agent_id: idOf('agt', agent_id),
      kid: row.kid,
      fingerprint: fingerprintOf(row.public_key),
      not_before: row.not_before,
      expires_at: row.expires_at,
    },
  })
  return answerOf(row, challenge)
}

/** Every fault of key and dates at once. */
const checked = (
  body: Body,
  now: Date,
): Pick<NewCredential, 'kid' | 'alg' | 'public_key' | 'not_before' | 'expires_at'> => {
  const parsed = publicKeyOf(body.public_key)
  const { not_before, expires_at, issues } = validityOf(body, now)
  if (!('key' in parsed) || issues.length > 0) {
    throw new Refusal(validationFailed, { issues: ['key' in parsed ? [] : parsed.issues, issues].flat() })
  }
  return { kid: body.kid, alg: body.alg, public_key: parsed.key, not_before, expires_at }
}

const taken = async (tx: TenantTx, { agent_id, kid }: NewCredential): Promise<never> => {
  throw new Refusal((await hasKid(tx, agent_id, kid)) ? credentialKidTaken : credentialKeyTaken)
}

const answerOf = ({ challenge_expires_at, ...row }: ChallengedRow, challenge: string) => ({
  credential: credentialOnWire(row),
  proof_challenge: {
    challenge,
    expires_at: (challenge_expires_at as Date).toISOString(),
  },
})
