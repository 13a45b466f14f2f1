/** How a service is made to break a sentence: what is changed on the way. */
import type { Json } from '../src/call.ts'
import type { Altering, Came, Passing } from './altering.ts'

export interface Violation {
  readonly name: string
  readonly at: string
  /** Of its own for each run: some remember what passed. */
  altering(): Altering
  /** Changes what the service posts to the receiver. */
  readonly posted?: (body: string) => string
}

const jsonly = { 'content-type': 'application/json' }
export const answer = (status: number, json: Json): Came => ({ status, headers: jsonly, json })
export const refusal = (status: number, code: string, message = 'Refused.'): Came =>
  answer(status, { ok: false, error: { code, message, request_id: 'req_1' } })

/** Changes every payment request that is shown. */
export const shown =
  (change: (request: Json, passing: Passing) => void): (() => Altering) =>
  () => ({ after: ({ json }, passing) => json.payment_request && change(json.payment_request, passing) })
/** Changes the answers to one route. */
export const answered =
  (method: string, path: RegExp, change: (came: Came, passing: Passing) => void): (() => Altering) =>
  () => ({
    after: (came, passing) => {
      if (passing.method === method && path.test(passing.path)) change(came, passing)
    },
  })
/** Changes the calls of one route. */
export const called =
  (method: string, path: RegExp, change: (passing: Passing) => Came | undefined | void): (() => Altering) =>
  () => ({
    before: (passing) =>
      passing.method === method && path.test(passing.path) ? (change(passing) ?? undefined) : undefined,
  })
export const created = (change: (passing: Passing) => Came | undefined | void) =>
  called('POST', /^\/v1\/payment-requests$/, change)
/** Repeats the first answer to a route that was a success, whoever asks again. */
export const repeating =
  (path: RegExp): (() => Altering) =>
  () => {
    let first: Came | undefined
    return {
      before: (passing) => (path.test(passing.path) ? first : undefined),
      after: (came, passing) => {
        if (path.test(passing.path) && came.status < 300) first = structuredClone(came)
      },
    }
  }
export const failed =
  (change: (json: Json) => void): (() => Altering) =>
  () => ({
    after: ({ status, json }) => {
      if (status >= 400 && json.error) change(json)
    },
  })
