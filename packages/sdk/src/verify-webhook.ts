/**
 * Checks a webhook (Standard Webhooks 1.0) over the exact bytes that arrived, before anything reads them. A webhook tells
 * that there is something to look at; the request itself is read from the service.
 */
import { type Bytes, base64Of, bytesOfBase64, utf8 } from './bytes.ts'
import { PursestringsError } from './call.ts'
import type { WebhookMessage } from './generated/records.ts'
import { WEBHOOK_TOLERANCE_S } from './generated/wire-names.ts'

export class WebhookVerificationError extends PursestringsError {
  override readonly name = 'WebhookVerificationError'
  readonly reason: 'headers' | 'too_old' | 'too_new' | 'signature' | 'not_json'

  constructor(reason: WebhookVerificationError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

export type WebhookHeaders = Pick<Headers, 'get'> | Readonly<Record<string, string | readonly string[] | undefined>>

export interface WebhookOptions {
  /** How far the stamp may be from the clock, either way; 300 seconds by default. */
  readonly tolerance_s?: number
  readonly now?: Date
}

export interface VerifiedWebhook {
  /** The same at every attempt: what has been handled once is known by it. */
  readonly id: string
  readonly message: WebhookMessage
}

/**
 * `rawBody` is the body as it came, text or bytes: one that was parsed and written again has other bytes and is refused.
 * Several secrets are tried in turn, as during a rotation.
 */
export const verifyWebhook = async (
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { tolerance_s = WEBHOOK_TOLERANCE_S, now = new Date() }: WebhookOptions = {},
): Promise<VerifiedWebhook> => {
  const body = bodyOf(rawBody)
  const [id, stamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => headerIn(headers, `webhook-${name}`))
  if (!id || !signatures || !stamp || !/^\d{1,15}$/.test(stamp)) {
    throw new WebhookVerificationError('headers', 'webhook-id, webhook-timestamp or webhook-signature is missing.')
  }
  const age_s = Math.floor(now.getTime() / 1000) - Number(stamp)
  if (age_s > tolerance_s) throw new WebhookVerificationError('too_old', `Signed ${age_s} seconds ago.`)
  if (-age_s > tolerance_s) throw new WebhookVerificationError('too_new', `Signed ${-age_s} seconds from now.`)
  const signed = joined(utf8(`${id}.${stamp}.`), body)
  for (const secret of typeof secrets === 'string' ? [secrets] : secrets) {
    if (await signsOne(secret, signed, signatures)) return { id, message: messageIn(body) }
  }
  throw new WebhookVerificationError('signature', "The signature doesn't match: the secret or the body is different.")
}

/** The headers that the service would send, for tests of a receiver. */
export const signWebhookForTests = async (
  body: string,
  secret: string,
  { id = `evt_${crypto.randomUUID()}`, now = new Date() }: { readonly id?: string; readonly now?: Date } = {},
): Promise<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> => {
  const stamp = String(Math.floor(now.getTime() / 1000))
  const key = await keyOf(secret, 'sign')
  const signature = await crypto.subtle.sign('HMAC', key, utf8(`${id}.${stamp}.${body}`))
  return {
    'webhook-id': id,
    'webhook-timestamp': stamp,
    'webhook-signature': `v1,${base64Of(new Uint8Array(signature))}`,
  }
}

const signsOne = async (secret: string, signed: Bytes, signatures: string): Promise<boolean> => {
  const key = await keyOf(secret, 'verify')
  for (const entry of signatures.split(' ')) {
    const [version, text = '', ...rest] = entry.split(',')
    const signature = version === 'v1' && rest.length === 0 ? bytesOfBase64(text) : undefined
    // One spelling of a signature counts. WebCrypto compares in constant time.
    if (signature && base64Of(signature) === text && (await crypto.subtle.verify('HMAC', key, signature, signed)))
      return true
  }
  return false
}

const keyOf = (secret: string, use: 'sign' | 'verify') => {
  const bytes = bytesOfBase64(secret.replace(/^whsec_/, ''))
  // An empty key would let anybody sign.
  if (!bytes || bytes.length < 16) throw new TypeError('a webhook secret is `whsec_` and base64, as it was shown')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [use])
}

const bodyOf = (raw: unknown): Bytes => {
  if (typeof raw === 'string') return utf8(raw)
  if (raw instanceof Uint8Array) return new Uint8Array(raw)
  throw new TypeError(
    'verifyWebhook needs the raw body, a string or bytes; a parsed one no longer has the bytes that were signed',
  )
}

const headerIn = (headers: WebhookHeaders, name: string): string | undefined => {
  if (typeof headers.get === 'function') return (headers as Pick<Headers, 'get'>).get(name) ?? undefined
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return typeof value === 'string' ? value : undefined
}

const messageIn = (body: Bytes): WebhookMessage => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as WebhookMessage
  } catch {
    throw new WebhookVerificationError('not_json', "The body is signed, but isn't JSON.")
  }
}

const joined = (a: Bytes, b: Bytes): Bytes => {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}
