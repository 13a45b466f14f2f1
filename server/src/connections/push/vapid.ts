/**
 * Who sends, as push services want to know it (RFC 8292): a token signed with the key that the device subscribed with, good for
 * one push service and half a day, with an address at which the operator can be reached.
 */
import { sign } from 'node:crypto'
import type { PushKey } from './read-push-keys.ts'

const LIFETIME_S = 12 * 3600
/** Signed once and used as long: push services ask for no new one per message. */
const KEPT_S = 3600
const ORIGINS_MAX = 1_000

export interface Vapid {
  /** The header for an endpoint. */
  authorization(key: PushKey, endpoint: string, now: Date): string
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export const vapidFor = (contact: string | undefined): Vapid => {
  const kept = new Map<string, { readonly text: string; readonly until_s: number }>()
  return {
    authorization(key, endpoint, now) {
      const aud = new URL(endpoint).origin
      const now_s = Math.floor(now.getTime() / 1000)
      const name = `${key.key_id} ${aud}`
      const known = kept.get(name)
      if (known && now_s < known.until_s) return known.text
      const claims = { aud, exp: now_s + LIFETIME_S, ...(contact !== undefined && { sub: contact }) }
      const signing = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
      const signature = sign('sha256', Buffer.from(signing), { key: key.key, dsaEncoding: 'ieee-p1363' })
      const text = `vapid t=${signing}.${signature.toString('base64url')}, k=${key.public_key}`
      if (kept.size >= ORIGINS_MAX) kept.clear()
      kept.set(name, { text, until_s: now_s + KEPT_S })
      return text
    },
  }
}

/** Only what the standard allows: without either there is none. */
export const contactOf = ({ SECURITY_CONTACT, BASE_URL }: { SECURITY_CONTACT?: string; BASE_URL: string }) =>
  SECURITY_CONTACT ?? (BASE_URL.startsWith('https://') ? BASE_URL : undefined)
