/** `pursestrings-mcp`: over stdio, or over HTTP with `--http`. Stops when its client disconnects, or on a signal. */
import { parseArgs } from 'node:util'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createServer } from './create-server.ts'
import { log } from './deps.ts'
import { serveHttp } from './serve-http.ts'
import { readSettings, SettingsError } from './settings.ts'
import { VERSION } from './version.ts'

const USAGE = `pursestrings-mcp [--http [--host 127.0.0.1] [--port 8790]] [--version] [--help]

An MCP server with which a model asks for payments; a person approves them in their wallet.
Over stdio unless --http is given; then PURSESTRINGS_MCP_TOKEN, of at least 32 characters, is the bearer token that
clients send, and PURSESTRINGS_MCP_URL what they call it where that is not its own address.

Settings: PURSESTRINGS_PROFILE (of the pursestrings command), or PURSESTRINGS_BASE_URL, PURSESTRINGS_CONNECTION_TOKEN,
PURSESTRINGS_PINNED_KEYS (thumbprints of the service's keys), PURSESTRINGS_WALLET_URL (where links for the user lead), and, to connect wallets from here, PURSESTRINGS_AGENT_ID, PURSESTRINGS_AGENT_KID, PURSESTRINGS_AGENT_KEY_FILE.

Example: PURSESTRINGS_PROFILE=default pursestrings-mcp
`
const TOKEN_LENGTH_MIN = 32
const GRACE_MS = 1_000

class UsageError extends Error {}

const argumentsGiven = () => {
  try {
    const options = {
      http: { type: 'boolean', default: false },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '8790' },
      version: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    } as const
    return parseArgs({ options }).values
  } catch (failure) {
    throw new UsageError((failure as Error).message)
  }
}

const httpOptions = ({ host, port }: { readonly host: string; readonly port: string }) => {
  const { PURSESTRINGS_MCP_TOKEN: token = '', PURSESTRINGS_MCP_URL: public_url } = process.env
  if (token.length < TOKEN_LENGTH_MIN) {
    throw new UsageError(
      'Set PURSESTRINGS_MCP_TOKEN to at least 32 random characters; without it, anybody who reaches the port could request payments. Create one: `openssl rand -hex 32`',
    )
  }
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new UsageError('--port must be a number from 0 to 65535.')
  if (public_url !== undefined && !URL.canParse(public_url)) throw new UsageError('PURSESTRINGS_MCP_URL must be a URL.')
  return { host, port: Number(port), token, public_url }
}

const main = async (): Promise<void> => {
  const input = argumentsGiven()
  if (input.help) return void process.stdout.write(USAGE)
  if (input.version) return void process.stdout.write(`${VERSION}\n`)
  const http = input.http ? httpOptions(input) : undefined
  const settings = await readSettings(process.env)
  for (const warning of settings.warnings ?? []) log(warning)
  const stop = new AbortController()
  const factory = createServer(settings, stop.signal)
  if (http) {
    const { url, server } = await serveHttp(factory, http)
    log(`listening at ${url}`)
    stop.signal.addEventListener('abort', () => {
      server.close()
      server.closeAllConnections()
    })
  } else {
    const { close } = serveStdio(factory, { onerror: (error) => log(error.message) })
    process.stdin.once('close', () => stop.abort())
    stop.signal.addEventListener('abort', () => void close())
  }
  // What still waits for a silent service is not waited for.
  stop.signal.addEventListener('abort', () => setTimeout(() => process.exit(), GRACE_MS).unref())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
}

try {
  await main()
} catch (failure) {
  const meant = failure instanceof UsageError || failure instanceof SettingsError
  log(meant ? (failure as Error).message : 'did not start', meant ? undefined : failure)
  if (failure instanceof UsageError) process.stderr.write(`\n${USAGE}`)
  process.exitCode = meant ? 2 : 1
}
