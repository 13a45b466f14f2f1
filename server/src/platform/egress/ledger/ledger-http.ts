/**
 * How sources are asked: JSON over the client for public addresses, within its time and size. Plain http goes to the
 * practice ledger of this machine and nowhere else; settings allow it in development only.
 */
import { type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { HttpsClient, HttpsRequest } from '../https-client.ts'
import { OutboundError } from '../outbound-error.ts'
import { SourceFault } from './ledger-source.ts'

export interface LedgerHttp {
  /** Undefined for 404. */
  json<S extends TSchema>(schema: S, request: HttpsRequest): Promise<Static<S> | undefined>
}

/** A page of a hundred contract calls, each as large as the network takes, and what they did. */
export const LEDGER_BYTES_MAX = 16 * 1024 * 1024

const PRACTICE = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?\//
const PRACTICE_TIMEOUT_MS = 10_000

interface Answer {
  readonly status: number
  readonly body: Uint8Array
}

/** `practice_bytes_max` is for the practice ledger; the client for public addresses has its own. */
export const ledgerHttp = (https: HttpsClient, name: string, practice_bytes_max = LEDGER_BYTES_MAX): LedgerHttp => ({
  async json(schema, request) {
    const asked = PRACTICE.test(request.url) ? practice(request, practice_bytes_max) : https.request(request)
    const { status, body } = await asked.catch((error: Error) => {
      const large = error instanceof OutboundError && error.kind === 'too_large'
      throw new SourceFault(large ? 'too_large' : 'unavailable', `${name} did not answer: ${error.message}`)
    })
    if (status === 404) return undefined
    if (status !== 200) throw new SourceFault('unavailable', `${name} answered ${status}`)
    const value = parsed(body)
    if (!Value.Check(schema, value)) {
      const [first] = Value.Errors(schema, value)
      const what = `${first?.instancePath ?? ''} ${first?.message ?? ''}`.slice(0, 200)
      throw new SourceFault('malformed', `${name} answered in a form that we do not know: ${what}`)
    }
    return value
  },
})

async function practice({ url, method = 'GET', headers = {}, body }: HttpsRequest, bytes_max: number): Promise<Answer> {
  const signal = AbortSignal.timeout(PRACTICE_TIMEOUT_MS)
  const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : Buffer.from(body) }
  const response = await fetch(url, { method, headers: { ...headers }, ...sent, signal, redirect: 'error' })
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > bytes_max)
      throw new OutboundError('too_large', `the practice ledger answered with more than ${bytes_max} bytes`)
    parts.push(part)
  }
  return { status: response.status, body: Buffer.concat(parts) }
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return undefined
  }
}
