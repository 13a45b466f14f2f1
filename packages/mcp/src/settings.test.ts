import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateKeyPair } from '@pursestrings/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const CONNECTION = `svc_conn_${'0'.repeat(43)}`
const PIN = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'
const HOME = 'https://pay.example.com'

let folder: string
let key_file: string
let pem: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pursestrings-mcp-'))
  key_file = join(folder, 'agent.pem')
  pem = (await generateKeyPair()).private_key
  writeFileSync(key_file, pem, { mode: 0o600 })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, profile: unknown, mode = 0o600): void =>
  writeFileSync(join(folder, `${name}.json`), typeof profile === 'string' ? profile : JSON.stringify(profile), { mode })
const read = (env: Record<string, string> = {}) => readSettings({ PURSESTRINGS_CONFIG_DIR: folder, ...env })
const faults = async (env: Record<string, string>): Promise<string> =>
  read(env).then(
    () => '',
    (failure: Error) => failure.message,
  )

test('with nothing told it speaks to the local service, and lets tools say what is missing', async () => {
  expect(await read()).toEqual({
    base_url: 'http://127.0.0.1:8787',
    audience: undefined,
    pinned_keys: [],
    wallet_url: undefined,
    agent: undefined,
    connection_id: undefined,
    connection_token: undefined,
    profile_file: undefined,
    warnings: [],
  })
})

test('a profile tells where, who and by which connection', async () => {
  const agent = { agent_id: 'agt_1', kid: 'desk', key_file }
  write('shop', {
    base_url: HOME,
    pinned_keys: [PIN],
    agent,
    connection: { connection_id: 'con_1' },
  })
  expect(await read({ PURSESTRINGS_PROFILE: 'shop' })).toMatchObject({
    base_url: HOME,
    pinned_keys: [PIN],
    agent: { agent_id: 'agt_1', kid: 'desk', private_key: pem },
    connection_id: 'con_1',
    profile_file: join(folder, 'shop.json'),
  })
})

test('where users are led is kept in the profile or set, and is https', async () => {
  write('shop', { base_url: HOME, wallet_url: 'https://wallet.example.com' })
  const told = { PURSESTRINGS_PROFILE: 'shop' }
  expect((await read(told)).wallet_url).toBe('https://wallet.example.com')
  expect((await read({ ...told, PURSESTRINGS_WALLET_URL: 'http://localhost:8788' })).wallet_url).toBe(
    'http://localhost:8788',
  )
  for (const wrong of ['http://wallet.example.com', 'https://wallet.example.com?to=x', 'web+stellar:pay'])
    expect(await faults({ ...told, PURSESTRINGS_WALLET_URL: wrong })).toContain('PURSESTRINGS_WALLET_URL must be')
})

test('the environment wins over the profile', async () => {
  write('shop', { base_url: HOME, pinned_keys: [PIN] })
  const pins = `${PIN.replace('k', 'a')}, ${PIN.replace('k', 'b')}`
  const told = { PURSESTRINGS_PROFILE: 'shop', PURSESTRINGS_PINNED_KEYS: pins }
  const { pinned_keys } = await read(told)
  expect(pinned_keys).toEqual(pins.split(', '))
})

test('the secrets of a profile are not sent to another address', async () => {
  write('default', { base_url: HOME, pinned_keys: [PIN], connection: { connection_token: CONNECTION } })
  const elsewhere = { PURSESTRINGS_BASE_URL: 'https://evil.example' }
  expect(await faults({ ...elsewhere, PURSESTRINGS_PROFILE: 'default' })).toContain(`is for ${HOME}`)
  expect(await read(elsewhere)).toMatchObject({
    connection_token: undefined,
    pinned_keys: [],
    profile_file: undefined,
  })
  rmSync(join(folder, 'default.json'))
})

test('every fault is told at once, and no secret with it', async () => {
  write('shop', {
    base_url: 'http://pay.example.com',
    connection: { connection_token: 'svc_conn_mistyped' },
    pinned_keys: ['facts-1'],
  })
  const told = await faults({ PURSESTRINGS_PROFILE: 'shop', PURSESTRINGS_AGENT_ID: 'agt_1' })
  expect(told.split('\n')).toEqual([
    expect.stringContaining('must be https'),
    expect.stringContaining('not a connection token'),
    expect.stringContaining('must be key thumbprints'),
    expect.stringContaining('An agent needs all of'),
  ])
  expect(told).not.toContain('mistyped')
})

test.each([
  [{ PURSESTRINGS_PROFILE: '../etc' }, 'must be a name'],
  [{ PURSESTRINGS_PROFILE: 'absent' }, 'pursestrings init'],
  [{ PURSESTRINGS_PROFILE: 'broken' }, 'cannot be read'],
  [{ PURSESTRINGS_BASE_URL: 'pay.example.com' }, 'http or https'],
  [{ PURSESTRINGS_BASE_URL: 'https://user@pay.example.com' }, 'without user'],
  [{ PURSESTRINGS_PINNED_KEYS: 'facts-1' }, 'PURSESTRINGS_PINNED_KEYS'],
  [
    { PURSESTRINGS_AGENT_ID: 'agt_1', PURSESTRINGS_AGENT_KID: 'k', PURSESTRINGS_AGENT_KEY_FILE: '/nonexistent' },
    'Ed25519',
  ],
])('%j is refused', async (env, why) => {
  write('broken', '{')
  expect(await faults(env)).toContain(why)
})

test.skipIf(process.platform === 'win32')('a profile that others can read is warned of', async () => {
  write('open', { base_url: HOME }, 0o644)
  expect((await read({ PURSESTRINGS_PROFILE: 'open' })).warnings).toEqual([expect.stringContaining('chmod 600')])
})

test('a profile of the former name is moved, and read', async () => {
  const config = mkdtempSync(join(tmpdir(), 'pursestrings-mcp-'))
  try {
    mkdirSync(join(config, 'countersign'))
    const kept = JSON.stringify({ base_url: HOME, pinned_keys: [PIN] })
    writeFileSync(join(config, 'countersign', 'default.json'), kept, { mode: 0o600 })
    expect(await readSettings({ XDG_CONFIG_HOME: config })).toMatchObject({
      base_url: HOME,
      pinned_keys: [PIN],
      profile_file: join(config, 'pursestrings', 'default.json'),
    })
  } finally {
    rmSync(config, { recursive: true, force: true })
  }
})
