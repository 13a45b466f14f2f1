/**
 * Is this decision, signed by the key of the device, about this report: this deployment, device, connection, request, facts,
 * status and transaction, and made in time? Anything that differs is named. A decision can therefore be replayed nowhere.
 */

import { decisionMismatch, decisionSignatureInvalid, deviceKeyUnknown } from '@pursestrings/contract/devices/records'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { DEVICE_DECISION_JWS_TYPE, decisionStatement } from '@pursestrings/protocol/device-statements'
import { sql } from 'kysely'
import {
  differing,
  kidIn,
  objectIn,
  readStatement,
  type SigningKey,
  timeIn,
} from '../../connections/devices/signed-statement.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'

/** Clocks of phones and of the service may differ by so much. */
const SKEW_MS = 60_000

export interface SignedDecision {
  readonly kid: string
  readonly jws: string
}

interface About {
  readonly issuer: string
  readonly device_id: Uuid
  readonly connection_id: Uuid
  readonly request_id: string
  readonly facts_digest: Buffer
  readonly status: string
  readonly transaction_hash: string | undefined
  /** Of the policy by which a wallet may decide without asking; undefined where only a person may. */
  readonly policy_digest?: string | undefined
  readonly created_at: Date
  readonly now: Date
}

export const checkDecision = (jws: string, key: SigningKey | undefined, about: About): SignedDecision => {
  const kid = kidIn(jws)
  if (kid === undefined) throw refused(decisionSignatureInvalid)
  if (key?.kid !== kid) throw refused(deviceKeyUnknown)
  const said = readStatement(jws, DEVICE_DECISION_JWS_TYPE, key)
  if (!said) throw refused(decisionSignatureInvalid)
  const by_policy = said.by === 'policy' && about.policy_digest !== undefined
  const expected = decisionStatement({
    aud: about.issuer,
    device_id: idOf('dev', about.device_id),
    connection_id: idOf('con', about.connection_id),
    request_id: about.request_id,
    facts_digest: about.facts_digest.toString('hex'),
    status: about.status,
    by: by_policy ? 'policy' : 'person',
    policy_digest: by_policy ? about.policy_digest : undefined,
    transaction_hash: about.transaction_hash,
    decided_at: isInTime(said.decided_at, about) ? (said.decided_at as string) : '',
  })
  const members = differing(said, expected)
  if (members.length === 0) return { kid, jws }
  throw new Refusal(decisionMismatch, {
    issues: members.map((code) => ({ code, field: 'decision_jws', message: `\`${code}\` doesn't match this report` })),
    authenticated: true,
  })
}

/** Of a decision that was checked when it was kept: the policy that it names; undefined where a person decided. */
export const policyDigestIn = (jws: string): string | undefined => {
  const digest = objectIn(jws.split('.')[1] ?? '')?.policy_digest
  return typeof digest === 'string' ? digest : undefined
}

const refused = (entry: typeof deviceKeyUnknown | typeof decisionSignatureInvalid): Refusal =>
  new Refusal(entry, { authenticated: true })

const isInTime = (text: string | undefined, { created_at, now }: About): boolean => {
  const at = timeIn(text)?.getTime()
  return at !== undefined && at >= created_at.getTime() - SKEW_MS && at <= now.getTime() + SKEW_MS
}

// What a device signed about a payment is kept word for word; once for each status.

interface Kept extends SignedDecision {
  readonly connection_id: Uuid
  readonly payment_id: Uuid
  readonly device_id: Uuid
  readonly status: string
  readonly late: boolean
}

export const keepDecision = async (tx: TenantTx, d: Kept): Promise<void> => {
  await sql`insert into payment_decisions (merchant_id, connection_id, payment_id, status, device_id, kid, jws, late)
    values (${tx.merchant_id}, ${d.connection_id}, ${d.payment_id}, ${d.status}, ${d.device_id}, ${d.kid}, ${d.jws},
      ${d.late}) on conflict do nothing`.execute(tx.tables())
}
