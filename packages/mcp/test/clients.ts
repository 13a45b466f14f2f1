/** The official client, in both eras, over both transports. */
import { once } from 'node:events'
import { Client, type ClientOptions, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect } from 'vitest'
import { bundled } from '../../../tools/dev/bundled.ts'
import { createServer } from '../src/create-server.ts'
import { serveHttp } from '../src/serve-http.ts'
import type { Settings } from '../src/settings.ts'

export const ERAS = { '2026-07-28': { pin: '2026-07-28' }, '2025-11-25': 'legacy' } as const
export type Era = keyof typeof ERAS

export const MAIN = await bundled('packages/mcp')
export const TOKEN = 'a-bearer-token-of-these-tests-only'

export interface Told {
  readonly isError: boolean
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly structured: any
}

export interface TestClient {
  readonly client: Client
  call(name: string, input?: Record<string, unknown>): Promise<Told>
  [Symbol.asyncDispose](): Promise<void>
}

/** Everything that any tool has said to any client. */
export const said: string[] = []

const connected = async (transport: Transport, era: Era, options: ClientOptions = {}): Promise<TestClient> => {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: ERAS[era] }, ...options })
  if (options.capabilities?.elicitation) {
    client.setRequestHandler('elicitation/create', (request) => answerOf(client)(request.params))
  }
  await client.connect(transport)
  return {
    client,
    async call(name, input = {}) {
      const result = await client.callTool({ name, arguments: input })
      const { content, structuredContent, isError = false } = result
      const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
      said.push(JSON.stringify(result))
      return { isError, text, structured: structuredContent }
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

type Elicited = Readonly<Record<string, unknown>>
type Answer = { readonly action: 'accept' | 'decline' | 'cancel' }
const answers = new WeakMap<Client, (params: Elicited) => Answer>()
const answerOf = (client: Client) => (params: object) =>
  answers.get(client)?.(params as Elicited) ?? { action: 'cancel' as const }

/** What the user does when they are shown an address. */
export const answering = ({ client }: TestClient, answer: (params: Elicited) => Answer): void => {
  answers.set(client, answer)
}

export const overStdio = (era: Era, env: Record<string, string>, options?: ClientOptions): Promise<TestClient> => {
  return connected(
    new StdioClientTransport({ command: process.execPath, args: [MAIN], env, stderr: 'pipe' }),
    era,
    options,
  )
}

export interface Served {
  readonly url: string
  client(era: Era, options?: ClientOptions): Promise<TestClient>
  [Symbol.asyncDispose](): Promise<void>
}

/** In this process, on a port of its own. */
export const served = async (settings: Settings): Promise<Served> => {
  const stop = new AbortController()
  const { url, server } = await serveHttp(createServer(settings, stop.signal), {
    host: '127.0.0.1',
    port: 0,
    token: TOKEN,
  })
  return {
    url,
    client: (era, options) => connected(httpTransport(url), era, options),
    async [Symbol.asyncDispose]() {
      stop.abort()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

export const httpTransport = (url: string, token = TOKEN): StreamableHTTPClientTransport =>
  new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization: `Bearer ${token}` } } })

/** An error that the model can act on: a code, what happened, what to do next. */
export const expectRefusal = ({ isError, text, structured }: Told, code: string): void => {
  expect([isError, text.split(':')[0], structured]).toEqual([true, code, undefined])
  expect(text).toMatch(/\nNext: \S.{10,}/)
}
