/** Credentials: which a call presents, how they are kept, and which were good lately. Guards decide what they are worth. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { SESSION_COOKIE } from '@pursestrings/contract/merchant-sessions/records'
import { credentialConflict } from '@pursestrings/contract/transport-errors'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { Refusal } from '../refusal.ts'

export interface Carriers {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly cookies: Readonly<Record<string, string | undefined>>
  /** `device_id` and `token`, from the body or the query of an operation that takes them. */
  readonly device_fields: { readonly device_id?: unknown; readonly token?: unknown }
}

export interface Presented {
  readonly carrier: 'cookie' | 'bearer' | 'api_key' | 'device_fields'
  readonly secret: string
  readonly device_id?: string
}

/** At most one, whatever the route takes: two kinds at once are refused, so no weaker path can shadow a stronger. */
export const presentedCredential = ({ headers, cookies, device_fields }: Carriers): Presented | undefined => {
  const found: Presented[] = []
  const cookie = cookies[SESSION_COOKIE]
  if (cookie !== undefined) found.push({ carrier: 'cookie', secret: cookie })
  if (headers.authorization !== undefined) {
    const [, secret] = /^bearer ([\x21-\x7e]+)$/i.exec(String(headers.authorization)) ?? []
    found.push({ carrier: 'bearer', secret: secret ?? '' })
  }
  const key = headers['x-svc-api-key']
  if (key !== undefined) found.push({ carrier: 'api_key', secret: String(key) })
  const { device_id, token } = device_fields
  if (device_id !== undefined || token !== undefined) {
    found.push({ carrier: 'device_fields', secret: textOf(token), device_id: textOf(device_id) })
  }
  if (found.length > 1) throw new Refusal(credentialConflict)
  return found[0]
}

/** In a header or a cookie, whatever it is worth. */
export const showsCredential = ({ headers, cookies }: Omit<Carriers, 'device_fields'>): boolean =>
  headers.authorization !== undefined || headers['x-svc-api-key'] !== undefined || cookies[SESSION_COOKIE] !== undefined

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * The proof that a change comes from the page that opened the session: a nonce and its MAC under the session token,
 * which page scripts never see. Nothing is stored, every read of the session can hand out a fresh one.
 */
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

/** Secrets are kept only as SHA-256: 256 random bits need no salt and no stretching, and a dump opens nothing (O4). */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret, 'utf8').digest()

// Which credentials this process has lately seen to be good. Standing here opens nothing: every call still asks the
// database. It only tells a caller who was good a moment ago from a stranger, so that the two never share a statement and
// a stranger's failures at one address do not shut out those who are known there. Two generations bound it in number and
// in time: the younger becomes the older when it is full or its time is up, and whoever is used moves to the younger.

export interface Known {
  /** What its calls are counted under. */
  readonly rate_key: string
  /** Who shares with it what there is only so much of: its organization, or its wallet. Says nothing about rights. */
  readonly share_key: Uuid | ''
}

export interface Proven {
  /** By the hash of its secret; undefined for a stranger. */
  find(hash: string): Known | undefined
  remember(hash: string, known: Known): void
  forget(hash: string): void
  readonly size: number
}

interface Bounds {
  readonly generation_max?: number
  readonly generation_ms?: number
  readonly now?: () => number
}

const GENERATION_MAX = 25_000
const GENERATION_MS = 10 * 60_000

export const createProven = ({
  generation_max = GENERATION_MAX,
  generation_ms = GENERATION_MS,
  now = () => performance.now(),
}: Bounds = {}): Proven => {
  let young = new Map<string, Known>()
  let old = new Map<string, Known>()
  let began = now()
  const age = () => {
    const elapsed = now() - began
    if (elapsed < generation_ms && young.size < generation_max) return
    old = elapsed < 2 * generation_ms ? young : new Map()
    young = new Map()
    began = now()
  }
  return {
    find(hash) {
      age()
      const known = young.get(hash)
      if (known !== undefined) return known
      const aged = old.get(hash)
      if (aged !== undefined) {
        old.delete(hash)
        young.set(hash, aged)
      }
      return aged
    },
    remember(hash, known) {
      age()
      young.set(hash, known)
    },
    forget(hash) {
      young.delete(hash)
      old.delete(hash)
    },
    get size() {
      return young.size + old.size
    },
  }
}
