/** What `mcp install` writes for each client is an entry that starts our server: the official client lists its tools. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { newSecret } from '@pursestrings/protocol/secrets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLIENT_NAMES, type ClientName, mcpClient } from '../src/commands/mcp.ts'
import { MAIN } from './command.ts'

const TOOLS = [
  'connect_wallet',
  'connection_status',
  'get_payment_request',
  'list_events',
  'list_recipients',
  'request_payment',
  'wait_for_payment_request',
]

let home: string
let project: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'pursestrings-clients-'))
  project = join(home, 'shop')
  mkdirSync(project)
  const connection = { connection_id: 'con_0', connection_token: newSecret('conn') }
  writeFileSync(join(home, 'default.json'), JSON.stringify({ base_url: 'http://127.0.0.1:9', connection }), {
    mode: 0o600,
  })
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const install = (...words: string[]) => {
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, USERPROFILE: home, PURSESTRINGS_CONFIG_DIR: home }
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, 'mcp', 'install', ...words], {
    cwd: project,
    env,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const fileOf = (name: ClientName): string =>
  mcpClient(name, { platform: process.platform, home, app_data: undefined, folder: project }).file

interface Entry {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

const toolsOf = async ({ command, args, env }: Entry): Promise<string[]> => {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(new StdioClientTransport({ command, args: [...args], env: { ...env }, stderr: 'ignore' }))
  try {
    return (await client.listTools()).tools.map(({ name }) => name).toSorted()
  } finally {
    await client.close()
  }
}

test.each(CLIENT_NAMES)(
  'the entry for %s starts a server with the seven tools, and what was there stays',
  async (name) => {
    const file = fileOf(name)
    const { key } = mcpClient(name, { platform: process.platform, home, app_data: undefined, folder: project })
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify({ theme: 'dark', [key]: { other: { command: 'x' } } }), { mode: 0o640 })
    const { status, stdout, stderr } = install('--client', name)
    expect([status, stdout, stderr]).toEqual([0, expect.stringMatching(/^pursestrings is in .+; restart .+\.\n$/), ''])
    const written = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, Entry>>
    expect(written).toMatchObject({ theme: 'dark', [key]: { other: { command: 'x' } } })
    expect(JSON.stringify(written)).not.toContain('svc_conn_')
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o640)
    expect(await toolsOf(written[key]?.['pursestrings'] as Entry)).toEqual(TOOLS)
  },
)

test('a client that has no file yet gets one that only its user can read', () => {
  rmSync(fileOf('cursor'))
  expect(install('--client', 'cursor').status).toBe(0)
  if (process.platform !== 'win32') expect(statSync(fileOf('cursor')).mode & 0o777).toBe(0o600)
})

test('a file that is no JSON object is left as it is', () => {
  const file = fileOf('windsurf')
  writeFileSync(file, '// mine')
  expect(install('--client', 'windsurf').status).toBe(1)
  expect(readFileSync(file, 'utf8')).toBe('// mine')
})

test('--print and no client print the entry and change nothing; an unknown client is refused', () => {
  rmSync(fileOf('vscode'), { force: true })
  const printed = JSON.parse(install('--client', 'vscode', '--print').stdout) as {
    servers: Record<string, { type: string }>
  }
  expect(printed.servers['pursestrings']?.type).toBe('stdio')
  expect(() => statSync(fileOf('vscode'))).toThrow('ENOENT')
  expect(Object.keys(JSON.parse(install().stdout) as object)).toEqual(['mcpServers'])
  expect(install('--client', 'notepad').status).toBe(2)
})
