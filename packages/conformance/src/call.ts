/** One HTTP call as any client makes it, and what came back. Waits where the service says that it was called too often. */
import { setTimeout as pause } from 'node:timers/promises'

// What a service answers is judged, not believed.
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any

export interface Answer {
  readonly call: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: Json
}

export interface Sent {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
}

export type Call = (method: string, path: string, sent?: Sent) => Promise<Answer>

/** `written` gets every body that is sent. */
export const callerOf =
  (base_url: string, written: string[]): Call =>
  async (method, path, { body, headers = {}, query = {} } = {}) => {
    const url = new URL(base_url + path)
    for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value)
    const content = body === undefined ? null : JSON.stringify(body)
    if (content !== null) written.push(content)
    const type = content === null ? {} : { 'content-type': 'application/json' }
    for (;;) {
      const came = await fetch(url, { method, headers: { ...type, ...headers }, body: content, redirect: 'manual' })
      const text = await came.text()
      const wait_s = Number(came.headers.get('retry-after'))
      if (came.status !== 429 || !(wait_s > 0)) {
        return { call: `${method} ${path}`, status: came.status, headers: came.headers, text, json: parsed(text) }
      }
      await pause(wait_s * 1000)
    }
  }

const parsed = (text: string): Json => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

export const withHeaders =
  (call: Call, headers: Readonly<Record<string, string>>): Call =>
  (method, path, sent = {}) =>
    call(method, path, { ...sent, headers: { ...headers, ...sent.headers } })

export const bearing = (call: Call, token: string): Call => withHeaders(call, { authorization: `Bearer ${token}` })

export const isDone = ({ status }: Answer): boolean => status >= 200 && status < 300
export const isRefused = ({ status }: Answer): boolean => status >= 400 && status < 500
export const codeOf = ({ json }: Answer): unknown => json?.error?.code
export const saidOf = ({ call, status, text }: Answer): string => `${call}: ${status} ${text}`

/** The body of an answer without which nothing goes on. */
export const needed = (answer: Answer): Json => {
  if (isDone(answer)) return answer.json
  throw new Error(saidOf(answer))
}

/** An answer without what differs from one call to the next. */
export const bare = ({ status, text, json }: Answer): string => {
  const id: unknown = json?.request_id ?? json?.error?.request_id
  const stamp: unknown = json?.timestamp
  return [id, stamp].reduce<string>(
    (rest, part) => (typeof part === 'string' ? rest.replaceAll(part, '…') : rest),
    `${status} ${text}`,
  )
}
