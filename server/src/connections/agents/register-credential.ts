/**
 * A public key becomes a pending credential with a challenge for its owner. The same kid with the same key, while pending,
 * is the same credential with new dates and a new challenge, so that a missed five minutes are no dead end; in every
 * other case a taken name or key is refused.
 */
import { randomBytes } from 'node:crypto'
import type { registerCredential as operation } from '@pursestrings/contract/agent-credentials/operations'
import {
  CREDENTIAL_LIFETIME_DAYS_MAX,
  credentialKeyTaken,
  credentialKidTaken,
  PROOF_PREFIX,
  privateKeySent,
} from '@pursestrings/contract/agent-credentials/records'
import { agentRetired } from '@pursestrings/contract/agents/records'
import type { Issue } from '@pursestrings/contract/errors'
import type { BodyOf } from '@pursestrings/contract/operation'
import { validationFailed } from '@pursestrings/contract/transport-errors'
import { idOf, newUuidFor, type Uuid } from '@pursestrings/contract/wire/ids'
import { appendAuditEvent } from '../../organizations/audit-events/append-audit-event.ts'
import { hashOf } from '../../platform/credentials/credentials.ts'
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

// When a credential may serve: it ends in the future, begins before it ends, and lives 400 days at most.

const LIFETIME_MAX_MS = CREDENTIAL_LIFETIME_DAYS_MAX * 86_400_000

interface Times {
  readonly not_before?: string
  readonly expires_at: string
}

interface Validity {
  readonly not_before: Date
  readonly expires_at: Date
  readonly issues: readonly Issue[]
}

/** `now` is the database's. */
const validityOf = (input: Times, now: Date): Validity => {
  const not_before = input.not_before === undefined ? now : new Date(input.not_before)
  const expires_at = new Date(input.expires_at)
  const [from, to] = [not_before.getTime(), expires_at.getTime()]
  const issues: Issue[] = []
  const wrong = (field: string, code: string, message: string) => issues.push({ code, field, message })
  // A leap second fits the format and no clock of ours.
  if (Number.isNaN(from)) wrong('not_before', 'invalid_format', 'is no time that can be kept')
  if (Number.isNaN(to)) wrong('expires_at', 'invalid_format', 'is no time that can be kept')
  if (to <= now.getTime()) wrong('expires_at', 'out_of_range', 'must be in the future')
  if (to <= from) wrong('expires_at', 'out_of_range', 'must be after not_before')
  if (to - Math.min(from, now.getTime()) > LIFETIME_MAX_MS) {
    wrong(
      'expires_at',
      'out_of_range',
      `must be at most ${CREDENTIAL_LIFETIME_DAYS_MAX} days from now and from not_before`,
    )
  }
  return { not_before, expires_at, issues }
}
