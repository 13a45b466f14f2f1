import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readEnvironment } from './environment.ts'
import { openProfile } from './profile-store.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pursestrings-profile-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const open = (more: Record<string, string> = {}) =>
  openProfile('default', readEnvironment({ PURSESTRINGS_CONFIG_DIR: join(folder, 'config'), ...more }))

describe('a profile', () => {
  test('that does not exist is empty, for the service of the environment', () => {
    expect(open().read()).toEqual({ base_url: 'http://127.0.0.1:8787' })
    expect(open({ PURSESTRINGS_BASE_URL: 'https://pay.example.com/' }).read()).toEqual({
      base_url: 'https://pay.example.com',
    })
  })

  test('loses no change of several that are made at the same time', async () => {
    const names = Array.from({ length: 20 }, (_, i) => `device-${i}`)
    await Promise.all(
      names.map((name) =>
        open().change((now) => ({ ...now, listen_secret: [now.listen_secret, name].filter(Boolean).join(' ') })),
      ),
    )
    expect(open().read().listen_secret?.split(' ').toSorted()).toEqual(names.toSorted())
    expect(readdirSync(join(folder, 'config'))).toEqual(['default.json'])
  })

  test('is readable by its owner alone, and so is its folder', async () => {
    await open().change((now) => now)
    const mode = (path: string) => statSync(path).mode & 0o777
    expect([mode(open().file), mode(join(folder, 'config')), mode(open().keep('key.pem', 'x'))]).toEqual([
      0o600, 0o700, 0o600,
    ])
  })

  test('is not held up forever by a lock that a killed process left', async () => {
    await open().change((now) => now)
    const lock = `${open().file}.lock`
    writeFileSync(lock, '')
    utimesSync(lock, new Date(0), new Date(0))
    await open().change((now) => ({ ...now, audience: 'https://pay.example.com' }))
    expect(open().read().audience).toBe('https://pay.example.com')
  })

  test('that is damaged is named, and nothing of it is shown', async () => {
    await open().change((now) => now)
    writeFileSync(open().file, '{"base_url": "http://127.0.0.1:8787", "session": {"session_token": "svc_session_abc')
    expect(() => open().read()).toThrow(`Can't read the profile ${open().file}.`)
  })
})
