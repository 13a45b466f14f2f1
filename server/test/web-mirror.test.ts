/** LOG_MIRROR on a web server: the same as a folder, for those who have no second disk to mount. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAdmin } from '../src/commands/admin/admin.ts'
import { checkConfig } from '../src/commands/check-config.ts'
import { readConfig } from '../src/platform/config.ts'
import { type MerchantSite, startMerchantSite } from './egress/merchant-site.ts'
import { createTestAuthority } from './egress/test-authority.ts'
import { restorable } from './restorable.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

const TOKEN = 'mirror-token-of-the-test'
const HOST = 'mirror.localhost'
const BY = ['--actor', 'support', '--reason', 'the disk died']
const seed = () => randomBytes(32).toString('base64url')

/** What a server has, and how it behaves. */
const files = new Map<string, Buffer>()
let answer: 'keeps' | 'forgets' | 'fails' = 'keeps'

const authority = createTestAuthority()
const folder = mkdtempSync(join(tmpdir(), 'pursestrings-mirror-'))
let site: MerchantSite
let world: World
beforeAll(async () => {
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? ''
    const body = await buffer(request)
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return response.writeHead(403).end()
    if (answer === 'fails') return response.writeHead(500).end()
    if (request.method === 'PUT') {
      if (answer === 'keeps') files.set(path, body)
      return response.writeHead(201).end()
    }
    const kept = files.get(path)
    return response.writeHead(kept ? 200 : 404).end(kept)
  }
  site = await startMerchantSite(authority.issue([HOST]), (...heard) => void respond(...heard))
  writeFileSync(join(folder, 'root.pem'), authority.root)
  writeFileSync(join(folder, 'token'), `${TOKEN}\n`, { mode: 0o600 })
  world = await startWorld({
    FACTS_KEYS: `facts:${seed()}`,
    WEBHOOK_SECRET_KEYS: `seal:${seed()}`,
    RECEIPT_KEYS: `receipts:${seed()}`,
    LOG_MIRROR: `https://${HOST}/pursestrings/`,
    LOG_MIRROR_TOKEN_FILE: join(folder, 'token'),
    TRUSTED_CA_FILE: join(folder, 'root.pem'),
    OUTBOUND_LOOPBACK: `${HOST}:443=${site.port}`,
  })
})
afterAll(async () => {
  await world.stop()
  await site[Symbol.asyncDispose]()
  authority[Symbol.dispose]()
  rmSync(folder, { recursive: true })
})

const NEWEST = '/pursestrings/service/head'
const headNow = (): { number: number; epoch: number } => {
  const [, payload = ''] = (files.get(NEWEST) ?? '').toString().split('.')
  return JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}')
}

test('a worker writes its head there with the token, and `config check` tries it', async () => {
  await until(async () => files.has(NEWEST))
  expect(headNow()).toMatchObject({ number: 1, epoch: 1 })
  expect([...files.keys()].toSorted()).toEqual([NEWEST, '/pursestrings/service/mirror'])
  const before = site.requests.filter(({ method }) => method === 'PUT').length
  const { lines } = await checkConfig(world.settings)
  expect(lines.join('\n')).toContain('ok     LOG_MIRROR')
  expect(lines.join('\n')).not.toContain(TOKEN)
  expect(site.requests.filter(({ method }) => method === 'PUT').length).toBe(before)
})

test('a mirror that refuses, forgets or cannot be reached keeps a process from starting, and says why', async () => {
  const refused = (settings: Record<string, string> = {}) =>
    world.another(settings).then(
      () => 'started',
      (error: Error) => error.message,
    )
  const wrong = join(folder, 'wrong-token')
  writeFileSync(wrong, 'another-token', { mode: 0o600 })
  expect(await refused({ LOG_MIRROR_TOKEN_FILE: wrong })).toMatch(
    /LOG_MIRROR answered 403 to writing service\/mirror to https:\/\/mirror.localhost\/pursestrings: does LOG_MIRROR_TOKEN/,
  )
  answer = 'forgets'
  files.delete('/pursestrings/service/mirror')
  expect(await refused()).toContain('LOG_MIRROR does not give back what was written to')
  answer = 'fails'
  expect(await refused()).toContain('LOG_MIRROR answered 500')
  const failed = await checkConfig(world.settings)
  expect(failed.lines.join('\n')).toMatch(/failed LOG_MIRROR: LOG_MIRROR answered 500 to reading service\/head/)
  answer = 'keeps'
  expect(await refused({ OUTBOUND_LOOPBACK: '' })).toContain('is not at an address that may be called')
  expect(() => readConfig({ ...world.settings, LOG_MIRROR: folder })).toThrow(
    'LOG_MIRROR_TOKEN is for a LOG_MIRROR that is an https address',
  )
  for (const place of ['http://mirror.example/x', 'https://mirror.example/x?sig=1', 'https://a:b@mirror.example/x'])
    expect(() => readConfig({ ...world.settings, LOG_MIRROR: place })).toThrow('LOG_MIRROR must match')
})

test('a restored database is found out by it, and can be opened', async () => {
  const { backUp, restore, open } = restorable(world)
  await backUp()
  const { number } = headNow()
  // Another worker's first turn writes the next head.
  const second = await world.another()
  await until(async () => headNow().number > number)
  await second.stop()
  await restore()
  await expect(world.another()).rejects.toThrow(/behind LOG_MIRROR.*pursestrings-server admin restore open/)
  expect(await runAdmin(readConfig(world.settings), ['restore', 'open', ...BY])).toMatch(
    /^would begin epoch 2: the mirror knows head \d+ of epoch 1/,
  )
  expect(await open(2)).toContain('epoch 2 has begun')
  await (await world.another()).stop()
})
