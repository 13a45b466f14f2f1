/** The journal of a command-line wallet: whole entries only, private, and one payment at a time across processes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Entry, JournalDamagedError, journalIn } from '../journal.ts'
import { fileLock, fileStore } from './file-store.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pursestrings-journal-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const entry = (id: string, more: Partial<Entry> = {}) => ({ version: 1, id, state: 'signed', ...more }) as Entry

test('what was put is listed by the next one that opens it; the last of an id counts', async () => {
  const at = join(folder, 'made', 'for it')
  expect(await journalIn(fileStore(at)).list()).toEqual([])
  const journal = journalIn(fileStore(at))
  await journal.put(entry('a/../b c'))
  await journal.put(entry('other'))
  await journal.put(entry('a/../b c', { state: 'claimed' }))
  const listed = await journalIn(fileStore(at)).list()
  expect(listed.map(({ id, state }) => `${id} ${state}`).toSorted()).toEqual(['a/../b c claimed', 'other signed'])
})

test('only its owner can read it', { skip: process.platform === 'win32' }, async () => {
  await journalIn(fileStore(folder)).put(entry('a'))
  const [name = ''] = readdirSync(folder)
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
})

test('what a crash left half written is not an entry, and a damaged entry stops everything', async () => {
  const journal = journalIn(fileStore(folder))
  await journal.put(entry('a'))
  const [name = ''] = readdirSync(folder)
  writeFileSync(join(folder, `${name}.1-ab.new`), '{"version":1,')
  expect(await journal.list()).toHaveLength(1)
  writeFileSync(join(folder, name), '{"version":1,')
  await expect(journal.list()).rejects.toThrow(JournalDamagedError)
})

test('one at a time per account, also across processes, and a killed holder does not hold for long', async () => {
  const lock = fileLock(folder)
  const program = `
    import { fileLock } from ${JSON.stringify(new URL('file-store.ts', import.meta.url).href)}
    await fileLock(${JSON.stringify(folder)})('G1', async () => {
      process.send('held')
      await new Promise((done) => setTimeout(done, 3_600_000))
    })`
  const holder = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(holder, 'message')
  let got = false
  const mine = lock('G1', () => Promise.resolve((got = true)))
  expect(await lock('G2', () => Promise.resolve('another account'))).toBe('another account')
  expect(got).toBe(false)
  holder.kill('SIGKILL')
  await mine
  expect(got).toBe(true)
  expect(readdirSync(folder)).toEqual([])
})

test('work that fails frees the account', async () => {
  const lock = fileLock(folder)
  await expect(lock('G1', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await lock('G1', () => Promise.resolve(1))).toBe(1)
})
