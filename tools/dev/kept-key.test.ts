import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readSealingKeys } from '../../server/src/delivery/webhooks/endpoints/read-sealing-keys.ts'
import { readFactsKeys } from '../../server/src/transparency/facts-keys/read-facts-keys.ts'
import { keptKey } from './kept-key.ts'

test('a key is made once, also by twenty runs at the same time, for its owner alone', async () => {
  const home = await mkdtemp(join(tmpdir(), 'pursestrings-key-test-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const file = join(home, 'data', 'webhook-secret-keys')
  const keys = await Promise.all(Array.from({ length: 20 }, () => keptKey(file)))
  expect(new Set([...keys, await keptKey(file)]).size).toBe(1)
  expect(readSealingKeys(keys[0] as string)[0]?.key_id).toBe('dev')
  expect(readFactsKeys(keys[0] as string, 'http://127.0.0.1:8787')[0]?.kid).toBe('dev')
  expect(await readdir(join(home, 'data'))).toEqual(['webhook-secret-keys'])
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600)
})
