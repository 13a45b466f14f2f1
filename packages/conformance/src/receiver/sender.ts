/** The sender of webhooks: signs as Standard Webhooks says, or wrongly on purpose, and tells what the receiver answered. */
import { createHmac, randomUUID } from 'node:crypto'
import { type ClientRequest, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

export interface Reply {
  /** 0 where no answer came. */
  readonly status: number
  readonly text: string
  readonly ms: number
}

export interface Sending {
  readonly id?: string
  /** When it says it was signed, in seconds from now. */
  readonly off_s?: number
  /** Signatures as they stand in the header; by default the right one. */
  readonly signature?: string
  /** What is sent in place of what was signed. */
  readonly sent?: { readonly id?: string; readonly stamp?: string; readonly body?: string }
  /** Headers that are left out. */
  readonly without?: string
  /** Sends the body in so many pieces, with a pause between. */
  readonly pieces?: { readonly count: number; readonly pause_ms: number }
}

export type Send = (body: string, sending?: Sending) => Promise<Reply>

export const newEventId = (): string => `evt_${randomUUID().replaceAll('-', '').slice(0, 26)}`
export const newSecret = (): string => `whsec_${Buffer.from(randomUUID()).toString('base64')}`

export const keyOf = (secret: string): Buffer => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  if (secret.startsWith('whsec_') && key.length >= 16) return key
  throw new TypeError('--secret is `whsec_` and base64, as the receiver has it')
}

export const signatureOf = (secret: string, id: string, stamp: string, body: string): string =>
  `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${stamp}.${body}`).digest('base64')}`

export const senderTo =
  (url: string, secret: string, answer_ms_max: number): Send =>
  (body, { id = newEventId(), off_s = 0, signature, sent = {}, without, pieces } = {}) => {
    const stamp = String(Math.floor(Date.now() / 1000) + off_s)
    const bytes = Buffer.from(sent.body ?? body)
    const { [without ?? '']: _, ...headers }: Record<string, string> = {
      'content-type': 'application/json',
      'content-length': String(bytes.length),
      'user-agent': 'Pursestrings',
      'webhook-id': sent.id ?? id,
      'webhook-timestamp': sent.stamp ?? stamp,
      'webhook-signature': signature ?? signatureOf(secret, id, stamp, body),
    }
    return posted(url, headers, bytes, pieces, answer_ms_max)
  }

const posted = async (
  url: string,
  headers: Record<string, string>,
  bytes: Buffer,
  pieces: Sending['pieces'],
  answer_ms_max: number,
): Promise<Reply> => {
  const began = performance.now()
  const passed = () => Math.round(performance.now() - began)
  const open = url.startsWith('https:') ? requestHttps : requestHttp
  // A connection for each: one that the receiver cut must not spoil the next message.
  const request = open(url, {
    method: 'POST',
    headers,
    agent: false,
    signal: AbortSignal.timeout(answer_ms_max + 1000),
  })
  const answered = new Promise<Reply>((resolve, reject) => {
    request.on('error', reject)
    request.on('response', (response) => {
      textOf(response).then((text) => resolve({ status: response.statusCode ?? 0, text, ms: passed() }), reject)
    })
  })
  const failed = (failure: unknown): Reply => ({ status: 0, text: `no answer: ${String(failure)}`, ms: passed() })
  const result = answered.catch(failed)
  await written(request, bytes, pieces)
  return result
}

const written = async (request: ClientRequest, bytes: Buffer, pieces: Sending['pieces']): Promise<void> => {
  const size = Math.ceil(bytes.length / (pieces?.count ?? 1))
  for (let at = 0; at < bytes.length && !request.destroyed; at += size) {
    if (at > 0) await pause(pieces?.pause_ms)
    request.write(bytes.subarray(at, at + size))
  }
  request.end()
}

export const isTaken = ({ status }: Reply): boolean => status >= 200 && status < 300
export const isRefused = ({ status }: Reply): boolean => status >= 400 && status < 500
export const answerOf = ({ status, text, ms }: Reply): string => `answered ${status} after ${ms} ms: ${text}`
