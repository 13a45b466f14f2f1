/**
 * An assertion becomes a token, once on all nodes: the token's row holds its `jti`.
 * A stranger hears one answer whatever it guessed, after the same work; the standing of a key and of its agent is said
 * only once its signature is verified, and only then is the agent's share of calls touched.
 */
import {
  ASSERTION_ALGORITHMS,
  ASSERTION_JTI,
  ASSERTION_LIFETIME_S_MAX,
  ASSERTION_SKEW_S,
  ASSERTION_TYP,
  assertionClockSkew,
  assertionInvalid,
  assertionJtiReused,
  credentialRevoked,
} from '@pursestrings/contract/agent-auth/records'
import { registerCredential } from '@pursestrings/contract/agent-credentials/operations'
import { type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { issueAgentToken } from '../../platform/credentials/agent-token.ts'
import type { Limits } from '../../platform/http/limits.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findAssertionKey, noteKeyUsed } from '../agents/find-assertion-key.ts'

export interface Exchange {
  readonly transactions: Transactions
  readonly limits: Limits
  readonly base_url: string
}

/** Stands in for a key that does not exist; what it signs is refused all the same. (RFC 8032, 7.1, test 1.) */
const NOBODYS_KEY = Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex')

export const exchangeAssertion = async (
  { transactions, limits, base_url }: Exchange,
  assertion: string,
): Promise<string> => {
  const named = readAssertion(assertion)
  if (!named) throw new Refusal(assertionInvalid)
  const found = await transactions.asSystem((tx) => findAssertionKey(tx, named))
  const { public_key, now, restored_at } = found ?? { public_key: NOBODYS_KEY, now: new Date(0), restored_at: null }
  const jti = await verifyAssertion(assertion, {
    public_key,
    now,
    restored_at,
    agent: named.iss,
    audience: base_url,
  }).catch((error: unknown): never => {
    throw found ? error : new Refusal(assertionInvalid)
  })
  if (!found) throw new Refusal(assertionInvalid)
  if (found.unusable) throw new Refusal(credentialRevoked, { details: { reason: found.unusable } })
  const { agent_id } = named
  limits.takeHere('agent', agent_id)
  return transactions.asTenant(found.merchant_id, async (tx) => {
    const { credential_id, use_is_old } = found
    const token = await issueAgentToken(tx, { agent_id, credential_id, jti })
    if (token === undefined) throw new Refusal(assertionJtiReused)
    if (use_is_old) await noteKeyUsed(tx, { agent_id, credential_id })
    return token
  })
}

// What an assertion says before it is verified: which key to look for, and nothing else is taken from here. Only one
// form is read on: three parts in their one spelling, and a header of exactly `alg`, `kid` and `typ`, so that no key, no
// address of a key and no extension can ride along.

const Header = Compile(
  Type.Object(
    {
      alg: Type.Enum([...ASSERTION_ALGORITHMS], { type: 'string' }),
      kid: registerCredential.body.properties.kid,
      typ: Type.Literal(ASSERTION_TYP),
    },
    { additionalProperties: false },
  ),
)
const Claims = Compile(Type.Object({ iss: Type.String({ maxLength: 64 }) }))

interface NamedKey {
  readonly kid: string
  readonly iss: string
  /** Nil, and so nobody's, if `iss` is not the one spelling of an agent id. */
  readonly agent_id: Uuid
}

export const readAssertion = (assertion: string): NamedKey | undefined => {
  const parts = assertion.split('.')
  if (parts.length !== 3) return undefined
  const [header, claims] = parts.map(jsonOf)
  if (!isOneSpelling(parts[2] ?? '') || !Header.Check(header) || !Claims.Check(claims)) return undefined
  const { iss } = claims
  return { kid: header.kid, iss, agent_id: uuidOf('agt', iss) }
}

const isOneSpelling = (part: string): boolean =>
  part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part

const jsonOf = (part: string): unknown => {
  if (!isOneSpelling(part)) return undefined
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

// Whether an assertion was signed by this key, for this service, now. Time is the database's. What is not signed by
// the key gets one answer; whoever holds the key is told which claim is wrong, and our time where its clock is.

interface Against {
  readonly public_key: Buffer
  readonly agent: string
  readonly audience: string
  readonly now: Date
  /** Whether an older assertion was spent is not known any more: a backup was restored. */
  readonly restored_at: Date | null
}

const TIMES = ['iat', 'nbf', 'exp']

export const verifyAssertion = async (
  assertion: string,
  { public_key, agent, audience, now, restored_at }: Against,
): Promise<string> => {
  // OpenSSL's check is strict (S below the order, R compared byte for byte); the key was found sound when registered.
  const key = await crypto.subtle.importKey('raw', new Uint8Array(public_key), 'Ed25519', false, ['verify'])
  const verified = await jwtVerify(assertion, key, {
    algorithms: [...ASSERTION_ALGORITHMS],
    typ: ASSERTION_TYP,
    issuer: agent,
    subject: agent,
    audience,
    requiredClaims: ['exp', 'jti'],
    maxTokenAge: ASSERTION_LIFETIME_S_MAX,
    clockTolerance: ASSERTION_SKEW_S,
    currentDate: now,
  }).catch((error: unknown): never => {
    throw refusalFor(error, now)
  })
  const jti = checkedJti(verified.payload)
  if (restored_at !== null && (verified.payload.iat as number) * 1000 < restored_at.getTime()) {
    throw new Refusal(assertionClockSkew, { details: { claim: 'iat', server_time: now.toISOString() } })
  }
  return jti
}

/** What jose leaves open: one audience, a bounded life, and a name that a row can keep. */
const checkedJti = ({ aud, iat, exp, jti }: JWTPayload): string => {
  const [from, to] = [iat as number, exp as number]
  if (typeof aud !== 'string') throw wrongClaim('aud')
  if (to <= from || to > from + ASSERTION_LIFETIME_S_MAX) throw wrongClaim('exp')
  if (typeof jti !== 'string' || !ASSERTION_JTI.test(jti)) throw wrongClaim('jti')
  return jti
}

const wrongClaim = (claim: string): Refusal =>
  new Refusal(assertionInvalid, {
    message: `\`${claim}\` is missing or wrong. ${assertionInvalid.recovery}`,
    details: { claim },
  })

/** jose checks the signature first, then names and audience, then times. */
const refusalFor = (error: unknown, now: Date): unknown => {
  const claim =
    error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired ? error.claim : ''
  if (TIMES.includes(claim) && (error as errors.JWTExpired).reason === 'check_failed') {
    return new Refusal(assertionClockSkew, { details: { claim, server_time: now.toISOString() } })
  }
  if (claim !== '') return wrongClaim(claim)
  return error instanceof errors.JOSEError ? new Refusal(assertionInvalid) : error
}
