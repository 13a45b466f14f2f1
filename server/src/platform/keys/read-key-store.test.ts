/** The setting KEY_STORE and its file: what is taken, and that a fault shows nothing of what is in it. */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PRODUCTION } from '../../../test/process.ts'
import { readConfig } from '../config.ts'
import { openFile } from '../secret-files.ts'

const key = () => randomBytes(32).toString('base64url')
const path = join(mkdtempSync(join(tmpdir(), 'key-store-')), 'keys.json')
const least = { ...PRODUCTION, DATABASE_URL: 'postgres://app@db.example/x' }
const read = (file: unknown, more: Record<string, string> = {}) => {
  writeFileSync(path, typeof file === 'string' ? file : JSON.stringify(file))
  return readConfig({ ...least, KEY_STORE: `file:${path}`, ...more })
}

test('with a file production needs no other key, and without it the settings stay what they were', () => {
  const { KEY_STORE } = read({ key_encryption_keys: `two:${key()}, one:${key()}` })
  expect(KEY_STORE?.encryption_keys.map(({ key_id }) => key_id)).toEqual(['two', 'one'])
  expect(() => readConfig(least)).toThrow('FACTS_KEYS must be set in production')
})

const secret = key()
test.each([
  ['{"log_key":', 'is not JSON'],
  [{}, 'needs key_encryption_keys'],
  [{ key_encryption_keys: secret }, 'needs key_encryption_keys'],
  [{ key_encryption_keys: `a:${secret}A` }, 'not 32 bytes'],
  [{ key_encryption_keys: `a:${secret},a:${secret}` }, 'one id'],
  [{ key_encryption_keys: `a:${secret}`, log_key: 'short' }, 'has a log_key'],
])('the file %j is refused, and not quoted', (file, fault) => {
  expect(() => read(file)).toThrow(fault)
  expect(() => read(file)).not.toThrow(secret)
})

test('the log key has one place, and a mirror needs it', () => {
  const file = { key_encryption_keys: `a:${key()}` }
  expect(() => read(file, { LOG_KEY: key() })).toThrow('LOG_KEY must not be set with KEY_STORE')
  expect(() => read(file, { LOG_MIRROR: '/mirror' })).toThrow('a file with a log_key')
  expect(() => read(file, { KEY_TIME_SCALE: '2' })).toThrow('KEY_TIME_SCALE is for tests only')
  expect(() => readConfig({ ...least, KEY_STORE: 'file:/nowhere/keys.json' })).toThrow('KEY_STORE cannot be read')
})

test('a file that others can read is told of', () => {
  chmodSync(path, 0o644)
  expect(openFile('KEY_STORE', path)).toEqual([`KEY_STORE: ${path} has mode 644; 640 or less is enough`])
  chmodSync(path, 0o600)
  expect(openFile('KEY_STORE', path)).toEqual([])
})
