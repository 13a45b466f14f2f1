/**
 * Whether an assertion was signed by this key, for this service, now. Time is the database's. What is not signed by
 * the key gets one answer; whoever holds the key is told which claim is wrong, and our time where its clock is.
 */
import {
  ASSERTION_ALGORITHMS,
  ASSERTION_JTI,
  ASSERTION_LIFETIME_S_MAX,
  ASSERTION_SKEW_S,
  ASSERTION_TYP,
  assertionClockSkew,
  assertionInvalid,
} from '@pursestrings/contract/agent-auth/records'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { Refusal } from '../../platform/refusal.ts'

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
