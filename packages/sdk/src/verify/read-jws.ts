/** A compact JWS in its one form: header of three members, canonical payload, base64url in one spelling. */

import { canonicalJson } from '@pursestrings/protocol/canonical'
import { textOf } from '@pursestrings/protocol/log/log-bytes'
import { canonicalObject } from '@pursestrings/protocol/log/log-entry'
import { base64urlOf, bytesOfBase64, utf8 } from '../bytes.ts'

export interface JwsKey {
  readonly kid: string
  /** Of an Ed25519 key; members other than the key itself are not looked at. */
  readonly jwk: Readonly<Record<string, unknown>>
}

/** Which key is said to have signed; the header is compared as a whole later. */
export const kidIn = (jws: string): unknown => {
  const header = textOf(bytesOfBase64(jws.split('.', 1)[0] ?? '') ?? new Uint8Array())
  return canonicalObject(header ?? '')?.['kid']
}

/** The payload, if this key signed it under this `typ`; undefined for anything else. */
export const readJws = async (
  jws: string,
  typ: string,
  { kid, jwk }: JwsKey,
): Promise<Readonly<Record<string, unknown>> | undefined> => {
  const [header = '', payload = '', signature = '', ...more] = jws.split('.')
  if (more.length > 0 || header !== base64urlOf(utf8(canonicalJson({ alg: 'EdDSA', kid, typ })))) return undefined
  const [bytes, signed] = [bytesOfBase64(payload), bytesOfBase64(signature)]
  if (!bytes || base64urlOf(bytes) !== payload || signed?.length !== 64 || base64urlOf(signed) !== signature)
    return undefined
  const [kty, crv, x] = [String(jwk['kty']), String(jwk['crv']), String(jwk['x'])]
  const key = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify'])
  if (!(await crypto.subtle.verify('Ed25519', key, signed, utf8(`${header}.${payload}`)))) return undefined
  return canonicalObject(textOf(bytes) ?? '')
}
