import { expect, test } from 'vitest'
import { type Bounds, createGatherer } from './gather.ts'

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
  const answers = Promise.all(['a', 'b', 'c', 'd', 'e'].map((item) => submit(item)))
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
  const answers = Promise.all(['x', 'y', 'k1', 'k2', 'k3', 'z'].map((item) => submit(item)))
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

const poisonedBy = (poison: string, code: string) => {
  const runs: (readonly string[])[] = []
  const run = (items: readonly string[]) => {
    runs.push(items)
    return items.includes(poison)
      ? Promise.reject(Object.assign(new Error(`bad ${poison}`), { code }))
      : Promise.resolve(items.map((i) => `done ${i}`))
  }
  return { runs, run }
}

test.each(['22021', '22008', '23514'])(
  'after a data error (%s) every item runs by itself, and only the bad one fails',
  async (code) => {
    const { runs, run } = poisonedBy('p', code)
    const submit = createGatherer(run, (item: string) => item)
    const said = await Promise.all(['x', 'y', 'a', 'p', 'b'].map((i) => submit(i).catch((e: Error) => e.message)))
    expect(said).toEqual(['done x', 'done y', 'done a', 'bad p', 'done b'])
    expect(runs).toEqual([['x'], ['y'], ['a', 'p', 'b'], ['a'], ['p'], ['b']])
  },
)

test.each(['40P01', '57014', '08006'])('after any other error (%s) nothing runs again', async (code) => {
  const { runs, run } = poisonedBy('p', code)
  const submit = createGatherer(run, (item: string) => item)
  const said = await Promise.all(['x', 'y', 'a', 'p', 'b'].map((i) => submit(i).catch((e: Error) => e.message)))
  expect(said).toEqual(['done x', 'done y', 'bad p', 'bad p', 'bad p'])
  expect(runs).toHaveLength(3)
})

test('a value that cannot be stored never joins a statement', async () => {
  const { runs, run } = poisonedBy('none', '')
  const submit = createGatherer(run, (item: string) => item)
  await expect(submit('a\0b')).rejects.toMatchObject({ entry: { code: 'validation_failed' } })
  expect(await submit('c')).toBe('done c')
  expect(runs).toEqual([['c']])
})

const bounded = (more: Partial<Bounds> = {}) => {
  const { runs, run } = held()
  const refusalOf = (full: string) => new Error(full)
  const bounds = { waiting_max: 1_000, share_max: 500, wait_ms_max: 1_000, refusalOf, ...more }
  const submit = createGatherer(run, (item: string) => item, { bounds })
  const said: Promise<string>[] = []
  const send = (share: string, n: number) => {
    for (let i = 0; i < n; i++) said.push(submit(`${share}${i}`, share).catch((e: Error) => e.message))
  }
  const endAll = async () => {
    for (let i = 0; i < runs.length; i++) {
      runs[i]?.end()
      await settle()
    }
    return Promise.all(said)
  }
  return { runs, submit, send, endAll }
}

test('where more wait than fit, every share has its turn, in its own order, and the next statement goes on from there', async () => {
  const { runs, send, endAll } = bounded()
  send('a', 200)
  send('b', 40)
  send('c', 3)
  runs[0]?.end()
  await settle()
  const of = (share: string) => (runs[2]?.items ?? []).filter((item) => item.startsWith(share))
  expect([of('a').length, of('b').length, of('c').length]).toEqual([31, 30, 3])
  expect(of('b')).toEqual(Array.from({ length: 30 }, (_, i) => `b${i}`))
  runs[1]?.end()
  await settle()
  expect(runs[3]?.items.filter((item) => item.startsWith('b'))).toHaveLength(10)
  expect((await endAll()).every((s) => s.startsWith('done'))).toBe(true)
})

test('a share that has enough waiting is refused, and so is everybody where all places are taken', async () => {
  const { send, submit, endAll } = bounded({ waiting_max: 30, share_max: 20 })
  send('a', 25)
  send('b', 12)
  expect(submit.waiting()).toBe(30)
  const said = await endAll()
  // Two statements of one item each were on their way before anybody waited.
  expect(said.filter((s) => s === 'of_one_tenant')).toHaveLength(3)
  expect(said.filter((s) => s === 'waiting')).toHaveLength(2)
  send('a', 1)
  expect((await endAll()).at(-1)).toBe('done a0')
})

test('what has waited too long is refused where others wait behind it, and served where all fit', async () => {
  let time = 0
  const { runs, send, endAll } = bounded({ now: () => time })
  send('a', 70)
  time = 1_001
  send('b', 10)
  runs[0]?.end()
  await settle()
  expect(runs[2]?.items).toEqual(Array.from({ length: 10 }, (_, i) => `b${i}`))
  send('c', 5)
  time = 5_000
  const said = await endAll()
  expect(said.filter((s) => s === 'waited_too_long')).toHaveLength(68)
  expect(said.slice(-5).every((s) => s.startsWith('done'))).toBe(true)
})
