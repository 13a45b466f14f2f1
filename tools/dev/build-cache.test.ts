import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashOf, kept } from './build-cache.ts'

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
