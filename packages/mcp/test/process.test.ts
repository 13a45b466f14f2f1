/** The process: it ends when its client goes away, writes nothing but protocol to standard output, and says how to use it. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newSecret } from '@pursestrings/protocol/secrets'
import { generateKeyPair } from '@pursestrings/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../server/test/until.ts'
import { type Proxy, startProxy } from '../../sdk/test/proxy.ts'
import { VERSION } from '../src/version.ts'
import { MAIN } from './clients.ts'

/** A service that never answers. */
let silent: Proxy
let folder: string
let env: Record<string, string>
beforeAll(async () => {
  silent = await startProxy('http://127.0.0.1:9', () => 'hang')
  folder = mkdtempSync(join(tmpdir(), 'pursestrings-mcp-'))
  const key_file = join(folder, 'agent.pem')
  writeFileSync(key_file, (await generateKeyPair()).private_key, { mode: 0o600 })
  env = {
    PURSESTRINGS_CONFIG_DIR: folder,
    PURSESTRINGS_BASE_URL: silent.base_url,
    PURSESTRINGS_CONNECTION_TOKEN: newSecret('conn'),
    PURSESTRINGS_AGENT_ID: 'agt_1',
    PURSESTRINGS_AGENT_KID: 'desk',
    PURSESTRINGS_AGENT_KEY_FILE: key_file,
  }
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await silent[Symbol.asyncDispose]()
})

const initialize = {
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

interface Running {
  readonly child: ChildProcess
  readonly exited: Promise<unknown[]>
  send(id: number, message: object): void
  output(): string
}

const start = (): Running => {
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['pipe', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  return {
    child,
    exited: once(child, 'exit'),
    send: (id, message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...message })}\n`),
    output: () => output,
  }
}

/** In the middle of waiting for a payment and for a wallet, both for most of a minute. */
const startWaiting = async (): Promise<Running> => {
  const running = start()
  running.send(1, initialize)
  await until(() => running.output().includes('"id":1'), 20_000)
  const before = silent.seen.length
  const call = (name: string, input: object) => ({ method: 'tools/call', params: { name, arguments: input } })
  running.send(2, call('wait_for_payment_request', { request_id: 'pr_1', timeout_seconds: 50 }))
  running.send(3, call('connect_wallet', { connect_key: 'AAAA-BBBB' }))
  await until(() => silent.seen.length >= before + 2)
  return running
}

test('it ends by itself when standard input closes, even in the middle of a wait', async () => {
  const running = await startWaiting()
  running.child.stdin?.end()
  expect(await running.exited).toEqual([0, null])
  for (const line of running.output().trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
})

test('it ends when it is told to', async () => {
  const running = await startWaiting()
  running.child.kill('SIGTERM')
  expect(await running.exited).toEqual([0, null])
})

const run = (args: readonly string[], more: Record<string, string> = {}) =>
  spawnSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
    env: { PURSESTRINGS_CONFIG_DIR: folder, ...more },
  })

test('wrong use and wrong settings end with 2 and say why, on standard error', () => {
  for (const [args, more, why] of [
    [['--prot', '1'], {}, '--prot'],
    [['--http'], {}, 'PURSESTRINGS_MCP_TOKEN'],
    [['--http', '--port', 'x'], { PURSESTRINGS_MCP_TOKEN: 'x'.repeat(32) }, '--port'],
    [[], { PURSESTRINGS_BASE_URL: 'http://pay.example.com' }, 'https'],
  ] as const) {
    const { status, stdout, stderr } = run(args, more)
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining(why)])
  }
})

test('it says its version, which is that of the package and of the manifest', () => {
  const json = (path: string) =>
    JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Record<string, unknown>
  const [npm, manifest] = [json('../package.json'), json('../server.json')]
  expect(run(['--version']).stdout).toBe(`${VERSION}\n`)
  expect([npm.version, manifest.version, manifest.name]).toEqual([VERSION, VERSION, npm.mcpName])
  expect(manifest.packages).toEqual([expect.objectContaining({ identifier: npm.name, version: VERSION })])
})
