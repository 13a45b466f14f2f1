/** Commands that run side by side, as processes of their own, around a lock that a killed one left behind. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readEnvironment } from './environment.ts'
import { openProfile } from './profile-store.ts'

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
