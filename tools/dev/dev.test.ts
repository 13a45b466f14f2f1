import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { readSealingKeys } from '../../server/src/delivery/webhooks/endpoints/read-sealing-keys.ts'
import { readFactsKeys } from '../../server/src/transparency/facts-keys/read-facts-keys.ts'
import { hashOf, kept } from './build-cache.ts'
import { keptKey } from './kept-key.ts'

describe('kept key', () => {
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
})

describe('build cache', () => {
  let root: string
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'pursestrings-kept-'))
  })
  afterEach(() => rm(root, { recursive: true, force: true }))

  const write = (text: string) => async (folder: string) => writeFileSync(join(folder, 'made'), text)

  test('made once per hash, and read from then on', async () => {
    const first = await kept('site', 'a', write('first'), { root })
    expect(await kept('site', 'a', write('second'), { root })).toBe(first)
    expect(readFileSync(join(first, 'made'), 'utf8')).toBe('first')
    expect(await kept('site', 'b', write('other'), { root })).not.toBe(first)
  })

  test('what failed halfway is not kept', async () => {
    const fails = async (folder: string) => {
      writeFileSync(join(folder, 'made'), 'half')
      throw new Error('full disk')
    }
    await expect(kept('site', 'a', fails, { root })).rejects.toThrow('full disk')
    expect(readdirSync(join(root, 'site'))).toEqual([])
  })

  test('two that make the same at once both get it', async () => {
    const both = await Promise.all(['one', 'two'].map(() => kept('site', 'a', write('same'), { root })))
    expect(both).toEqual([join(root, 'site', 'a'), join(root, 'site', 'a')])
    expect(readdirSync(join(root, 'site'))).toEqual(['a'])
  })

  test('what nobody has used for a week is dropped', async () => {
    const old = await kept('site', 'a', write('old'), { root })
    utimesSync(old, new Date(0), new Date(0))
    await kept('site', 'b', write('new'), { root })
    expect(existsSync(old)).toBe(false)
  })

  test('a hash tells parts apart', () => {
    expect(hashOf('ab', 'c')).not.toBe(hashOf('a', 'bc'))
  })
})
