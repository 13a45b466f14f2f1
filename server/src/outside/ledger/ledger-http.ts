/**
 * How sources are asked: JSON over the client for public addresses, within its time and size. Plain http goes to the
 * practice ledger of this machine and nowhere else; settings allow it in development only.
 */
import { type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { HttpsClient, HttpsRequest } from '../https-client.ts'
import { SourceFault } from './ledger-source.ts'

export interface LedgerHttp {
  /** Undefined for 404. */
  json<S extends TSchema>(schema: S, request: HttpsRequest): Promise<Static<S> | undefined>
}

const PRACTICE = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?\//
const PRACTICE_TIMEOUT_MS = 10_000

interface Answer {
  readonly status: number
  readonly body: Uint8Array
}

export const ledgerHttp = (https: HttpsClient, name: string): LedgerHttp => ({
  async json(schema, request) {
    const { status, body } = await (PRACTICE.test(request.url) ? practice(request) : https.request(request)).catch(
      (error: Error) => {
        throw new SourceFault('unavailable', `${name} did not answer: ${error.message}`)
      },
    )
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

async function practice({ url, method = 'GET', headers = {}, body }: HttpsRequest): Promise<Answer> {
  const signal = AbortSignal.timeout(PRACTICE_TIMEOUT_MS)
  const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : Buffer.from(body) }
  const response = await fetch(url, { method, headers: { ...headers }, ...sent, signal, redirect: 'error' })
  return { status: response.status, body: new Uint8Array(await response.arrayBuffer()) }
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return undefined
  }
}
