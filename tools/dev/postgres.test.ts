/** Starts the PostgreSQL from node_modules for real, in a process of its own, and ends that process in every way. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, test } from 'vitest'
import { findOrStartPostgres } from './postgres.ts'
import { dataDirectoryOf, ensureDatabase } from './postgres-probe.ts'

const home = mkdtempSync(join(tmpdir(), 'pursestrings-postgres-test-'))
chmodSync(home, 0o755)
const lockFile = join(home, 'data', 'postmaster.pid')

const PROGRAM = `
  const { startOwnPostgres } = await import(${JSON.stringify(new URL('./postgres-own.ts', import.meta.url).href)})
  const own = await startOwnPostgres(process.argv[1], () => undefined)
  console.log(own.started + ' ' + own.url)
  setInterval(() => undefined, 1000)
`

async function start(): Promise<{ child: ChildProcess; started: string; url: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, home], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line]: string[] = await once(createInterface(child.stdout), 'line')
  const [started = '', url = ''] = (line ?? '').split(' ')
  return { child, started, url }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

afterAll(async () => {
  // Takes over whatever a failed test left behind, then stops it.
  const { child } = await start()
  await end(child, 'SIGTERM')
  rmSync(home, { recursive: true, force: true })
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s to the process that started it stops it',
  { timeout: 30_000 },
  async (signal) => {
    const { child, started, url } = await start()
    expect(started).toBe('true')
    expect(await dataDirectoryOf(url, 2_000)).toBe(join(home, 'data'))
    await end(child, signal)
    expect(existsSync(lockFile)).toBe(false)
    expect(await dataDirectoryOf(url, 2_000)).toBeUndefined()
  },
)

test('what was written is there on the next run, and a second run shares the first one’s server', {
  timeout: 30_000,
}, async () => {
  const first = await start()
  const second = await start()
  expect([second.started, second.url]).toEqual(['false', first.url])
  const database = await ensureDatabase(first.url, 'kept')
  await end(second.child, 'SIGTERM')
  expect(await dataDirectoryOf(database, 2_000)).toBe(join(home, 'data'))
  await end(first.child, 'SIGTERM')
  const third = await start()
  expect(await dataDirectoryOf(third.url.replace(/postgres$/, 'kept'), 2_000)).toBe(join(home, 'data'))
  await end(third.child, 'SIGTERM')
})

test('after kill -9 of starter and server the next run starts again', { timeout: 30_000 }, async () => {
  const killed = await start()
  await end(killed.child, 'SIGKILL')
  expect(await dataDirectoryOf(killed.url, 2_000)).toBe(join(home, 'data'))
  process.kill(Number(readFileSync(lockFile, 'utf8').split('\n')[0]), 'SIGKILL')
  const next = await start()
  expect(next.started).toBe('true')
  await end(next.child, 'SIGTERM')
})

test('after kill -9 of the starter alone the next run takes the server over', { timeout: 30_000 }, async () => {
  const killed = await start()
  await end(killed.child, 'SIGKILL')
  const next = await start()
  expect(next.started).toBe('true')
  await end(next.child, 'SIGTERM')
  expect(existsSync(lockFile)).toBe(false)
})

test('a DATABASE_URL that does not answer is an error, never another database, and keeps its password', async () => {
  const url = 'postgres://anna:hush@127.0.0.1:1/shop'
  const asked = findOrStartPostgres({ url, dataDir: home, log: () => undefined })
  await expect(asked).rejects.toThrow(/DATABASE_URL is set, but postgres:\/\/anna@127\.0\.0\.1:1\/shop cannot be used/)
})
