/**
 * The proof that a change comes from the page that opened the session (P6): a nonce and its MAC under the session token,
 * which page scripts never see. Nothing is stored, every read of the session can hand out a fresh one.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const macOf = (session_token: string, nonce: string): string =>
  createHmac('sha256', session_token).update(`svc.csrf.v1\n${nonce}`).digest('base64url')

export const newCsrfProof = (session_token: string): string => {
  const nonce = randomBytes(16).toString('base64url')
  return `${nonce}.${macOf(session_token, nonce)}`
}

export const isCsrfProof = (proof: unknown, session_token: string): boolean => {
  const [, nonce, mac] = /^([\w-]{22})\.([\w-]{43})$/.exec(typeof proof === 'string' ? proof : '') ?? []
  if (nonce === undefined || mac === undefined) return false
  // As text: the last of 43 letters has four spellings that decode to the same bytes.
  return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(session_token, nonce)))
}
