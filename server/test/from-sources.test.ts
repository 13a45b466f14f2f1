/** The service as a clone runs it without any build, unlike in every other test; here it shows that each role loads its own part alone. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from './call.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { startProcess } from './process.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const OF_AN_API = ['/server/src/app.ts', '/node_modules/fastify/']
const OF_A_WORKER = ['/server/src/workers.ts', '/node_modules/nodemailer/', '/node_modules/pg-boss/']
/** Of few calls, or of a ledger: no source of one is set. */
const OF_NEITHER = [
  '/node_modules/@scalar/',
  '/node_modules/@simplewebauthn/',
  '/node_modules/@stellar/',
  '/ledger/stellar/',
  '/ledger/evm/',
  '/packages/evm/',
]

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'pursestrings-sources-'))
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const fromSources = () => ({
  NODE_OPTIONS: `--conditions=@pursestrings/source --import ${new URL('./loaded-modules.ts', import.meta.url).href}`,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
  LOADED_MODULES: join(folder, 'loaded'),
})
const loaded = (): string[] => readFileSync(join(folder, 'loaded'), 'utf8').split('\n')

test.each([
  ['api', OF_AN_API, 2_400],
  ['worker', OF_A_WORKER, 2_500],
] as const)('%s starts from its sources, with its own part of them', async (role, parts, modules_max) => {
  const settings = { ...fromSources(), ENVIRONMENT: 'development', DATABASE_URL: database.url, DRAIN_MS: '0' }
  const running = await startProcess(role, settings, MAIN)
  expect((await call(running.ops_url, 'GET', '/ready')).status).toBe(200)
  expect(await running.end()).toBe(0)
  const modules = loaded()
  expect(modules.length).toBeLessThan(modules_max)
  const all = [...OF_AN_API, ...OF_A_WORKER, ...OF_NEITHER]
  expect(all.filter((part) => modules.some((module) => module.includes(part)))).toEqual(parts)
})

test('a worker that looks at one network loads nothing of another kind of ledger', async () => {
  const source = { name: 'one', operator: 'one', api: 'rpc', network: 'stellar_testnet', url: 'http://127.0.0.1:9/' }
  const settings = {
    ...fromSources(),
    ENVIRONMENT: 'development',
    DATABASE_URL: database.url,
    DRAIN_MS: '0',
    LEDGER_SOURCES: JSON.stringify([source]),
    RECEIPT_KEYS: `receipt-1:${Buffer.alloc(32, 3).toString('base64url')}`,
  }
  const running = await startProcess('worker', settings, MAIN)
  expect(await running.end()).toBe(0)
  const modules = loaded()
  const parts = ['/ledger/stellar/', '/ledger/evm/', '/packages/evm/', '/evm-chain/']
  expect(parts.filter((part) => modules.some((module) => module.includes(part)))).toEqual(['/ledger/stellar/'])
})

test('bundled, as it is published, an api loads few files', async () => {
  const settings = { ...fromSources(), ENVIRONMENT: 'development', DATABASE_URL: database.url, DRAIN_MS: '0' }
  const running = await startProcess('api', settings)
  expect(await running.end()).toBe(0)
  expect(loaded().length).toBeLessThan(300)
})

test('what only tells its version loads next to nothing', () => {
  const env = { PATH: process.env.PATH, ...fromSources() }
  expect(execFileSync(process.execPath, [MAIN, '--version'], { env, encoding: 'utf8' })).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect(loaded()).toContain(new URL('../src/main.ts', import.meta.url).href)
  expect(loaded().length).toBeLessThan(20)
})
