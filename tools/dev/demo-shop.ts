/**
 * The demo shop of `npm run dev`: a merchant with an agent, set up as `pursestrings demo` does it when somebody first comes. Its
 * agent takes a Connect Key from the page of this run's wallet and asks that wallet for one payment. It listens on 127.0.0.1
 * only and hears no other page. Whatever it does, it does through the command line, as anybody could.
 */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { bundled } from './bundled.ts'

export interface DemoShop {
  readonly url: string
  stop(): Promise<void>
}

interface Options {
  readonly port: number
  readonly base_url: string
  /** The one page that may ask. */
  readonly wallet_url: string
  /** Of the practice site. What the shop keeps lies beside it. */
  readonly site_folder: string
  readonly log: (line: string) => void
}

const LOOPBACK = '127.0.0.1'
const BODY_BYTES_MAX = 200
const CONNECT_KEY = /^[0-9A-Z]{4}(-[0-9A-Z]{1,4}){2,5}$/
const DECIDES_WITHIN_S = 300
const ORDER = ['--amount', '12.5', '--title', 'Sea charts, north coast'] as const

const PATHS = ['/open', '/connect'] as const

export const startDemoShop = async ({ port, base_url, wallet_url, site_folder, log }: Options): Promise<DemoShop> => {
  const origin = new URL(wallet_url).origin
  const stopping = new AbortController()
  const pursestrings = async (words: readonly string[], signal: AbortSignal): Promise<string> => {
    const env = {
      ...process.env,
      PURSESTRINGS_CONFIG_DIR: `${site_folder}-demo-shop`,
      PURSESTRINGS_PROFILE: `at-${new URL(base_url).port || 'its-address'}`,
      PURSESTRINGS_BASE_URL: base_url,
      PURSESTRINGS_MERCHANT_KEY: '',
    }
    const all = [await bundled('packages/cli'), ...words]
    const ended = promisify(execFile)(process.execPath, all, {
      env,
      signal: AbortSignal.any([signal, stopping.signal]),
    })
    return (await ended).stdout
  }
  let opened: Promise<string> | undefined
  /** Once for all; asked again, where it failed. */
  const open = (): Promise<string> => {
    opened ??= pursestrings(['demo', '--site', site_folder], stopping.signal).catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
  // Its agent has one connection: whoever comes next takes over from a wallet that never answered.
  let serving = new AbortController()
  const connect = async (connect_key: string): Promise<void> => {
    serving.abort()
    serving = new AbortController()
    const { signal } = serving
    await open()
    await pursestrings(['connect', connect_key, '--timeout', String(DECIDES_WITHIN_S)], signal)
    const order = ['requests', 'create', ...ORDER, '--task', `demo-shop-${crypto.randomUUID()}`, '--json']
    const { approval_url } = JSON.parse(await pursestrings(order, signal)) as { readonly approval_url: string }
    log(`demo shop: its request waits at ${approval_url}`)
  }
  const answer = async (request: IncomingMessage): Promise<number> => {
    const { method, url, headers } = request
    // A page of the web that points its own name at 127.0.0.1 is not this wallet, and neither is any other page.
    if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? '')) return 421
    if (headers.origin !== origin) return 403
    if (method === 'OPTIONS') return 204
    const path = PATHS.find((one) => one === url)
    if (path === undefined) return 404
    if (method !== 'POST') return 405
    if (headers['content-type'] !== 'application/json') return 415
    if (path === '/open') {
      await open()
      return 204
    }
    if (!(Number(headers['content-length']) <= BODY_BYTES_MAX)) return 413
    const connect_key = keyIn(await text(request))
    if (connect_key === undefined) return 400
    await connect(connect_key)
    return 204
  }
  const allowed = {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type',
  }
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const status = await answer(request).catch((error: unknown) => {
      if (!stopping.signal.aborted) log(`demo shop: ${said(error)}`)
      return 500
    })
    response.writeHead(status, { vary: 'origin', ...(status === 204 && allowed) }).end()
  }
  const server = createServer((request, response) => void respond(request, response))
  server.listen(port, LOOPBACK)
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async stop() {
      stopping.abort()
      server.closeAllConnections()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}

const keyIn = (body: string): string | undefined => {
  try {
    const { connect_key } = JSON.parse(body) as { connect_key?: unknown }
    return typeof connect_key === 'string' && CONNECT_KEY.test(connect_key) ? connect_key : undefined
  } catch {
    return undefined
  }
}

/** What the command said, where it ended with a fault of its own. */
const said = (error: unknown): string => {
  const { stderr } = error as { readonly stderr?: string }
  return stderr?.trim() || (error instanceof Error ? error.message : String(error))
}
