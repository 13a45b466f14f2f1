import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { readEnvironment } from './environment.ts'
import { openProfile } from './profile-store.ts'

describe('profile folder', () => {
  let config: string
  let former: string
  let folder: string
  beforeEach(() => {
    config = mkdtempSync(join(tmpdir(), 'pursestrings-former-'))
    former = join(config, 'countersign')
    folder = join(config, 'pursestrings')
    mkdirSync(former)
  })
  afterEach(() => rmSync(config, { recursive: true, force: true }))

  const open = () => openProfile('default', readEnvironment({ XDG_CONFIG_HOME: config }))
  const put = (name: string, value: unknown): void => writeFileSync(join(former, name), JSON.stringify(value, null, 2))
  const profile = () => ({
    base_url: 'https://pay.example',
    pinned_keys: ['kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'],
    agent: { kid: 'k1', key_file: join(former, 'default.k1.pem') },
  })

  test('a profile of the former name is moved once, with its keys', () => {
    put('default.json', profile())
    writeFileSync(join(former, 'default.k1.pem'), 'a key')
    const moved = { ...profile(), agent: { kid: 'k1', key_file: join(folder, 'default.k1.pem') } }
    expect(open().read()).toEqual(moved)
    expect(readFileSync(moved.agent.key_file, 'utf8')).toBe('a key')
    expect(statSync(open().file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).toSorted()).toEqual(['default.json', 'default.k1.pem'])
    expect(readdirSync(former)).toEqual([])

    put('default.json', { ...profile(), base_url: 'https://other.example' })
    expect(open().read()).toEqual(moved)
  })

  test('a move that was cut short after the keys goes on', () => {
    put('default.json', profile())
    mkdirSync(folder)
    writeFileSync(join(folder, 'default.k1.pem'), 'a key')
    expect(open().read().agent?.key_file).toBe(join(folder, 'default.k1.pem'))
    expect(readdirSync(former)).toEqual([])
  })

  test('a key that lies elsewhere stays there', () => {
    const agent = { kid: 'k1', key_file: join(config, 'elsewhere.pem') }
    put('default.json', { ...profile(), agent })
    expect(open().read().agent).toEqual(agent)
  })

  test('what is not a profile of ours stays', () => {
    put('default.json', { base_url: 'https://another.example', token: 'x' })
    put('settings.json', { theme: 'dark' })
    expect(open().exists()).toBe(false)
    expect(readdirSync(former).toSorted()).toEqual(['default.json', 'settings.json'])
    expect(existsSync(folder)).toBe(false)
  })

  test('a folder that is given is the only one that is looked at', () => {
    put('default.json', profile())
    const given = readEnvironment({ XDG_CONFIG_HOME: config, PURSESTRINGS_CONFIG_DIR: join(config, 'given') })
    expect(openProfile('default', given).exists()).toBe(false)
    expect(readdirSync(former)).toEqual(['default.json'])
  })
})

describe('profile store', () => {
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
})

// Commands that run side by side, as processes of their own, around a lock that a killed one left behind.
describe('profile lock', () => {
  /**
   * Appends its name to the profile at every message; told to die, it dies while it holds the lock. Its disk is slow and
   * uneven, so that processes meet between any two calls.
   */
  const PROGRAM = `
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const still = new Int32Array(new SharedArrayBuffer(4))
for (const name of ['writeFileSync', 'statSync', 'rmSync', 'readdirSync', 'renameSync']) {
  const call = fs[name]
  fs[name] = (...given) => {
    Atomics.wait(still, 0, 0, Math.random() ** 3 * 30)
    return call(...given)
  }
}
syncBuiltinESMExports()
import { openProfile } from ${JSON.stringify(new URL('profile-store.ts', import.meta.url).href)}
import { readEnvironment } from ${JSON.stringify(new URL('environment.ts', import.meta.url).href)}
const profile = openProfile('default', readEnvironment())
const append = (now, name) => ({ ...now, listen_secret: [now.listen_secret, name].filter(Boolean).join(' ') })
process.on('message', async ({ name, die }) => {
  await profile.change((now) => (die ? process.kill(process.pid, 'SIGKILL') : append(now, name)))
  process.send(name)
})
process.send('ready')
`

  const start = async (folder: string): Promise<ChildProcess> => {
    const child = spawn(
      process.execPath,
      ['--conditions=@pursestrings/source', '--input-type=module-typescript', '-e', PROGRAM],
      {
        env: { PURSESTRINGS_CONFIG_DIR: folder },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      },
    )
    await once(child, 'message')
    return child
  }

  /** The lock as a killed holder leaves it, whatever its form. */
  const killHolder = async (folder: string): Promise<string> => {
    const holder = await start(folder)
    holder.send({ die: true })
    await once(holder, 'exit')
    const left = readdirSync(folder)
    expect(left).toEqual([expect.stringContaining('lock')])
    return join(folder, String(left[0]))
  }

  const leaveBehind = (lock: string): void => {
    writeFileSync(lock, '')
    utimesSync(lock, new Date(0), new Date(0))
  }

  const WAITERS = 4
  const ROUNDS = 12

  test('a lock that a killed command left is broken once: of those that wait, one at a time goes on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pursestrings-lock-'))
    const waiters = await Promise.all(Array.from({ length: WAITERS }, () => start(folder)))
    onTestFinished(() => {
      for (const waiter of waiters) waiter.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    })
    const left = await killHolder(folder)
    const names: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      leaveBehind(left)
      const answered = waiters.map((waiter) => once(waiter, 'message'))
      for (const [n, waiter] of waiters.entries()) waiter.send({ name: `${round}-${n}` })
      await Promise.all(answered)
      names.push(...waiters.map((_, n) => `${round}-${n}`))
      const kept = openProfile('default', readEnvironment({ PURSESTRINGS_CONFIG_DIR: folder })).read().listen_secret
      expect(kept?.split(' ').toSorted()).toEqual(names.toSorted())
    }
    expect(readdirSync(folder)).toEqual(['default.json'])
  })
})
