/** Calls from an address of one's own on the loopback (127.0.0.2, …): limits go by address. One socket per caller. */
import { Agent, request } from 'node:http'

export interface Heard {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

export interface Sending {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Place {
  send(sending: Sending): Promise<Heard>
  close(): void
}

export const placeAt = (base: string, localAddress: string, sockets = 1): Place => {
  const { hostname, port } = new URL(base)
  const agent = new Agent({ keepAlive: true, maxSockets: sockets, scheduling: 'fifo', localAddress })
  return {
    send: ({ method = 'POST', path, headers = {}, body }) =>
      new Promise((resolve, reject) => {
        const type = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': bytesOf(body) }
        const sent = request({ agent, hostname, port, method, path, headers: { ...type, ...headers } }, (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('error', reject)
          answer.on('end', () => {
            const { statusCode: status = 0, headers: heard } = answer
            resolve({ status, headers: heard, text: Buffer.concat(chunks).toString() })
          })
        })
        sent.on('error', reject)
        sent.end(body)
      }),
    close: () => agent.destroy(),
  }
}

const bytesOf = (text: string): string => String(Buffer.byteLength(text))

export const codeOf = ({ text }: Heard): string | undefined =>
  text.startsWith('{') ? (JSON.parse(text) as { error?: { code?: string } }).error?.code : undefined
