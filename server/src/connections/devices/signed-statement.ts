/**
 * Reads what a device signed. There is one spelling of everything: of the header, which the key decides and not the sender;
 * of the payload, which is written once more and compared, so that no second member of a name gets through; of the base64.
 */
import { createPublicKey, hash, verify } from 'node:crypto'
import { canonicalJson } from '@pursestrings/protocol/canonical'
import {
  type DeviceAlg,
  type DeviceJwk,
  deviceThumbprintText,
  type Statement,
  statementHeaderText,
} from '@pursestrings/protocol/device-statements'
import { strictBase64url } from '../agents/public-key.ts'

export interface SigningKey {
  readonly kid: string
  readonly alg: DeviceAlg
  readonly jwk: DeviceJwk
}

export const kidOf = (jwk: DeviceJwk): string => hash('sha256', deviceThumbprintText(jwk), 'base64url')

const part = (text: string): string => Buffer.from(text).toString('base64url')
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Which key it is said to be signed by; undefined where it says none. */
export const kidIn = (jws: string): string | undefined => {
  const header = objectIn(jws.split('.')[0] ?? '')
  return typeof header?.kid === 'string' ? header.kid : undefined
}

/** Its members where this key signed it, in the one form; undefined for anything else. */
export const readStatement = (jws: string, typ: string, key: SigningKey): Statement | undefined => {
  const [header = '', payload = '', signature = '', ...more] = jws.split('.')
  if (more.length > 0 || header !== part(statementHeaderText(key.alg, key.kid, typ))) return undefined
  const members = objectIn(payload)
  if (!members || !isSignedWith(key, `${header}.${payload}`, signature)) return undefined
  return Object.values(members).every((value) => typeof value === 'string') ? (members as Statement) : undefined
}

/** The signature of a device's key over a text: 64 bytes in base64url, for P-256 the two numbers one after the other. */
export const isSignedWith = ({ alg, jwk }: SigningKey, text: string, signature: string): boolean => {
  const bytes = strictBase64url(signature, 64)
  if (!bytes) return false
  const key = createPublicKey({ key: { ...jwk }, format: 'jwk' })
  return alg === 'EdDSA'
    ? verify(null, Buffer.from(text), key, bytes)
    : verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, bytes)
}

/** Undefined for what is no object in canonical JSON, or whose base64 has another spelling. */
export const objectIn = (encoded: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const bytes = Buffer.from(encoded, 'base64url')
    const text = utf8.decode(bytes)
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    const canonical = bytes.toString('base64url') === encoded && canonicalJson(value) === text
    return canonical ? (value as Readonly<Record<string, unknown>>) : undefined
  } catch {
    return undefined
  }
}

/** The names of members that are not what they must be, those that do not belong there included. */
export const differing = (said: Statement, expected: Readonly<Record<string, string | undefined>>): string[] =>
  [...new Set([...Object.keys(expected), ...Object.keys(said)])].filter((name) => said[name] !== expected[name])

/** The time that a statement names, where it is written as `toISOString` writes it. */
export const timeIn = (text: string | undefined): Date | undefined => {
  const time = new Date(text ?? '')
  return !Number.isNaN(time.getTime()) && time.toISOString() === text ? time : undefined
}
