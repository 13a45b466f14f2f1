/** What is called, as the request's terms say it, and the name of the task: the same call is the same task, in any process. */
import { canonicalJson } from '@pursestrings/protocol/canonical'
import type { TermsSeal, X402Terms } from '@pursestrings/protocol/payment-terms'

export interface Task {
  readonly method: string
  readonly url: URL
  readonly body_digest: string | undefined
  /** The agent's own words for it. */
  readonly description: string | undefined
  readonly task_ref: string
}

export interface TaskOptions {
  /** Tells calls apart that look alike, such as the same report bought on two days. The same name is never paid twice. */
  readonly task?: string
  /** Why, in the agent's words, up to 200 characters; shown to the person as such. */
  readonly description?: string
}

export const taskOf = async (request: Request, { task, description }: TaskOptions): Promise<Task> => {
  const url = new URL(request.url)
  url.hash = ''
  const { method } = request
  const body = await request.clone().arrayBuffer()
  const body_digest = body.byteLength === 0 ? undefined : await digestOf(new Uint8Array(body))
  const named = {
    type: 'svc.x402_task.v1',
    method,
    url: url.href,
    body_digest: body_digest ?? null,
    task: task ?? null,
  }
  const task_ref = `x402-${await digestOf(new TextEncoder().encode(canonicalJson(named)))}`
  return { method, url, body_digest, description: description?.normalize('NFC'), task_ref }
}

/** Nothing of the seller's words is in them: they could name somebody else. */
export const termsFor = (
  { method, url, body_digest, description }: Task,
  timeout_s: number,
  seal: TermsSeal,
): X402Terms => ({
  kind: 'x402',
  method,
  url: url.href,
  ...(body_digest !== undefined && { body_digest }),
  ...(description !== undefined && { description }),
  timeout_s,
  seal,
})

export const digestOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
