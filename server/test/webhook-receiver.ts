/** A merchant's receiver of webhooks, behind the real HTTPS site of `merchant-web`: what arrived, and how it is answered. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

export interface Heard {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type Answering = (heard: Heard, response: ServerResponse) => unknown

export interface WebhookReceiver {
  /** Everything that arrived, in order. */
  readonly heard: Heard[]
  /** A path of its own, where what arrives is answered like this; elsewhere challenges are echoed and all else is taken. */
  place(answer?: Answering): { path: string; url: string }
  /** The last that arrived at a path; undefined, although the type does not say so, if nothing did. */
  lastAt(path: string): Heard
  receive(request: IncomingMessage, response: ServerResponse): Promise<void>
}

export const answerJson = (response: ServerResponse, body: unknown, status = 200): unknown =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

export const challengeIn = ({ body }: Heard): string => JSON.parse(body).data.challenge
const echo: Answering = (heard, response) => answerJson(response, { challenge: challengeIn(heard) })

export const createWebhookReceiver = (): WebhookReceiver => {
  const heard: Heard[] = []
  const answers = new Map<string, Answering>()
  return {
    heard,
    place(answer = echo) {
      const path = `/hooks/${answers.size}`
      answers.set(path, answer)
      return { path, url: `https://shop.test${path}` }
    },
    lastAt: (path) => heard.findLast((one) => one.path === path) as Heard,
    async receive(request, response) {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const one = { path: request.url ?? '', headers, body: await text(request) }
      heard.push(one)
      await (answers.get(one.path) ?? echo)(one, response)
    },
  }
}

/** Judged as a receiver would, by the package that others use. */
export const holds = (secret: string, { body, headers }: Heard): boolean => {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}
