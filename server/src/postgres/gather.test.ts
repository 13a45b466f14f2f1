import { expect, test } from 'vitest'
import { createGatherer } from './gather.ts'

/** A run that the test ends when it likes. */
const held = () => {
  const runs: { items: readonly string[]; end: () => void; fail: (e: Error) => void }[] = []
  const run = (items: readonly string[]) =>
    new Promise<readonly string[]>((resolve, reject) => {
      runs.push({ items, end: () => resolve(items.map((i) => `done ${i}`)), fail: reject })
    })
  return { runs, run }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('a lone item runs at once; what arrives meanwhile goes together into the next statement', async () => {
  const { runs, run } = held()
  const submit = createGatherer(run, (item: string) => item)
  const answers = Promise.all(['a', 'b', 'c', 'd', 'e'].map(submit))
  expect(runs.map((r) => r.items)).toEqual([['a'], ['b']])
  runs[0]?.end()
  await settle()
  expect(runs[2]?.items).toEqual(['c', 'd', 'e'])
  for (const r of runs) r.end()
  expect(await answers).toEqual(['a', 'b', 'c', 'd', 'e'].map((i) => `done ${i}`))
})

test('two items of one key never share a statement, and keep their order', async () => {
  const { runs, run } = held()
  const submit = createGatherer(run, (item: string) => item[0] as string)
  const answers = Promise.all(['x', 'y', 'k1', 'k2', 'k3', 'z'].map(submit))
  runs[0]?.end()
  await settle()
  expect(runs[2]?.items).toEqual(['k1', 'z'])
  runs[1]?.end()
  await settle()
  expect(runs[3]?.items).toEqual(['k2'])
  for (let i = 0; i < runs.length; i++) {
    runs[i]?.end()
    await settle()
  }
  expect((await answers).at(-2)).toBe('done k3')
})

test('at most 64 items share a statement, and a failed statement fails its own items only', async () => {
  const { runs, run } = held()
  const submit = createGatherer(run, (item: string) => item)
  const answers = Array.from({ length: 100 }, (_, i) => submit(String(i)).catch((e: Error) => e.message))
  runs[0]?.fail(new Error('lost'))
  runs[1]?.end()
  await settle()
  expect(runs[2]?.items).toHaveLength(64)
  expect(runs[3]?.items).toHaveLength(34)
  for (const r of runs) r.end()
  const said = await Promise.all(answers)
  expect(said[0]).toBe('lost')
  expect(said.slice(1).every((s) => s.startsWith('done'))).toBe(true)
})
