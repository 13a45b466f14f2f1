/** Stands for an OpenTelemetry collector: takes traces as OTLP JSON over HTTP, and keeps their spans. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: Readonly<Record<string, string | number>>
  readonly links: readonly { readonly traceId: string }[]
  readonly failed: boolean
}

interface SentValue {
  readonly stringValue?: string
  readonly intValue?: number
}
interface Sent {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, 'attributes' | 'failed' | 'links'> & {
        readonly attributes: readonly { readonly key: string; readonly value: SentValue }[]
        readonly links?: ReceivedSpan['links']
        readonly status: { readonly code: number }
      })[]
    }[]
  }[]
}

export interface CollectorDouble {
  readonly url: string
  readonly spans: readonly ReceivedSpan[]
  /** Everything as it came, to look for what must not be in it. */
  readonly text: () => string
  refuse(): void
  stop(): Promise<void>
}

export const startCollectorDouble = async (): Promise<CollectorDouble> => {
  const spans: ReceivedSpan[] = []
  const bodies: string[] = []
  let refusing = false
  const take = (sent: Sent) => {
    bodies.push(JSON.stringify(sent))
    for (const one of sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
      spans.push({
        ...one,
        links: one.links ?? [],
        failed: one.status.code === 2,
        attributes: Object.fromEntries(
          one.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']),
        ),
      })
  }
  const server = createServer((request, response) => {
    if (refusing || request.url !== '/v1/traces' || request.headers['content-type'] !== 'application/json')
      return response.writeHead(400).end()
    void json(request).then((sent) => {
      take(sent as Sent)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    spans,
    text: () => bodies.join('\n'),
    refuse: () => {
      refusing = true
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
