import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PRODUCTION } from '../../test/process.ts'
import { readConfig } from '../platform/config.ts'
import { checkConfig } from './check-config.ts'
import { KeyFault, newKeys } from './new-key.ts'

describe('new key', () => {
  const now = new Date('2026-11-18T12:00:00Z')
  const least = { ...PRODUCTION, DATABASE_URL: 'postgres://app@db.example/x' }
  const settings = () => ({
    ...least,
    FACTS_KEYS: newKeys(['new'], now),
    RECEIPT_KEYS: newKeys(['new', 'receipts-1'], now),
    WEBHOOK_SECRET_KEYS: newKeys(['new'], now),
    PUSH_KEYS: newKeys(['new'], now),
    LOG_KEY: newKeys(['new'], now),
  })

  test('a new key fits every setting of keys, and is new each time', () => {
    const given = settings()
    expect(new Set(Object.values(given)).size).toBe(Object.keys(given).length)
    const config = readConfig(given)
    expect([config.FACTS_KEYS[0]?.kid, config.RECEIPT_KEYS[0]?.kid]).toEqual(['key-2026-11-18', 'receipts-1'])
  })

  test('a new file is what KEY_STORE reads', () => {
    const file = join(tmpdir(), `key-store-${process.pid}.json`)
    writeFileSync(file, newKeys(['new', '--store'], now), { mode: 0o600 })
    const { KEY_STORE } = readConfig({ ...least, KEY_STORE: `file:${file}` })
    expect([KEY_STORE?.log_key !== undefined, KEY_STORE?.encryption_keys[0].key_id]).toEqual([true, 'kek-1'])
  })

  test('anything else is answered with how to use it', () => {
    for (const words of [[], ['old'], ['new', 'a', 'b'], ['new', 'a:b']])
      expect(() => newKeys(words, now)).toThrow(KeyFault)
  })

  test.each(['FACTS_KEYS', 'RECEIPT_KEYS', 'WEBHOOK_SECRET_KEYS', 'PUSH_KEYS', 'LOG_KEY'])(
    'what `openssl rand` prints is no %s, and the fault says how to make one',
    (name) => {
      const bytes = Buffer.alloc(32, 255)
      for (const text of [bytes.toString('base64'), bytes.toString('hex')])
        expect(() => readConfig({ ...settings(), [name]: `one:${text}` })).toThrow(
          /^(.*\n)*.*`pursestrings-server keys new` prints one/,
        )
    },
  )
})

describe('check config', () => {
  test('settings that do not fit, and one that is misspelt, are told with what to do', async () => {
    const { ok, lines } = await checkConfig({ DATABSE_URL: 'postgres://db.example/pursestrings', PORT: 'many' })
    expect(ok).toBe(false)
    expect(lines).toContain('  DATABSE_URL is not a setting. Did you mean DATABASE_URL?')
    expect(lines.join('\n')).toContain('PORT must be integer')
  })
})
