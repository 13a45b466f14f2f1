import { expect, test } from 'vitest'
import { shared } from './shared.ts'

test('twenty calls of one name at once do the work once; the next one does it again', async () => {
  const call = shared<number>()
  const { promise, resolve } = Promise.withResolvers<void>()
  let [done, spared] = [0, 0]
  const one = () =>
    call(
      'tides',
      async () => {
        await promise
        return ++done
      },
      () => ++spared,
    )
  const calls = Array.from({ length: 20 }, one)
  resolve()
  expect(await Promise.all(calls)).toEqual(Array.from({ length: 20 }, () => 1))
  expect([done, spared, await one()]).toEqual([1, 19, 2])
})

test('what fails is not kept, and other names don’t wait', async () => {
  const call = shared<string>()
  const failing = call(
    'a',
    () => Promise.reject(new Error('lost')),
    () => undefined,
  )
  expect(
    await call(
      'b',
      () => Promise.resolve('b'),
      () => undefined,
    ),
  ).toBe('b')
  await expect(failing).rejects.toThrow('lost')
  expect(
    await call(
      'a',
      () => Promise.resolve('a'),
      () => undefined,
    ),
  ).toBe('a')
})
