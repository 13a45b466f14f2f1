import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fromProfile, readProfile } from './profile.ts'

const vectors = new URL('../../../../tests/vectors/clients.json', import.meta.url)
const { connection_tokens } = JSON.parse(readFileSync(vectors, 'utf8')) as {
  connection_tokens: readonly { given: string; accepted: boolean }[]
}
const KEPT = {
  base_url: 'https://pay.example',
  pinned_keys: ['kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'],
  connection: { connection_id: 'con_01', connection_token: connection_tokens.find((one) => one.accepted)?.given },
}
let config: string
beforeEach(() => {
  config = mkdtempSync(join(tmpdir(), 'pursestrings-profile-'))
  mkdirSync(join(config, 'pursestrings'))
  for (const name of ['PURSESTRINGS_CONFIG_DIR', 'PURSESTRINGS_PROFILE']) vi.stubEnv(name, '')
  vi.stubEnv('XDG_CONFIG_HOME', config)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(config, { recursive: true, force: true })
})
const put = (name: string, text: string): void => writeFileSync(join(config, 'pursestrings', `${name}.json`), text)

test('the profile is where the command keeps it, by XDG_CONFIG_HOME', () => {
  put('default', JSON.stringify(KEPT))
  expect(readProfile()).toEqual(KEPT)
  expect(Object.keys(fromProfile())).toContain('requestPayment')
  expect(fromProfile().approvalLink('task-1')).toBeUndefined()
  put('default', JSON.stringify({ ...KEPT, wallet_url: 'https://wallet.example' }))
  expect(fromProfile().approvalLink('task-1')).toBe('https://wallet.example/approve#task-1')
})

test('the folder and the name that the environment gives go first, and the name that is asked for before them', () => {
  put('other', JSON.stringify({ ...KEPT, base_url: 'https://other.example' }))
  put('third', JSON.stringify({ ...KEPT, base_url: 'https://third.example' }))
  vi.stubEnv('PURSESTRINGS_PROFILE', 'other')
  expect([readProfile().base_url, readProfile('third').base_url]).toEqual([
    'https://other.example',
    'https://third.example',
  ])
  vi.stubEnv('PURSESTRINGS_CONFIG_DIR', join(config, 'nowhere'))
  expect(() => readProfile()).toThrow(/There is no profile .*nowhere.other\.json: run `pursestrings init`/)
})

test('what is broken says which file it is, and nothing that is in it', () => {
  put('default', '{"connection":"svc_conn_secret')
  expect(() => readProfile()).toThrow(/^The profile \S+default\.json cannot be read/)
  expect(() => readProfile('../default')).toThrow("A profile's name")
})
