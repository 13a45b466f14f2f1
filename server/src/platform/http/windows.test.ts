import { expect, test } from 'vitest'
import { createWindows } from './limits.ts'

const clock = () => {
  const time = { ms: 0 }
  return { time, now: () => time.ms }
}

test('a key is counted within its window, and from nothing again after it', () => {
  const { time, now } = clock()
  const windows = createWindows({ window_ms: 1000, keys_max: 10, now })
  expect(windows.take('a')).toEqual({ taken: 1, reset_ms: 1000 })
  time.ms = 400
  expect(windows.take('a')).toEqual({ taken: 2, reset_ms: 600 })
  expect(windows.look('a')).toEqual({ taken: 2, reset_ms: 600 })
  expect(windows.look('b')).toEqual({ taken: 0, reset_ms: 0 })
  windows.giveBack('a')
  windows.giveBack('b')
  expect(windows.look('a').taken).toBe(1)
  time.ms = 1000
  expect(windows.look('a').taken).toBe(0)
  expect(windows.take('a')).toEqual({ taken: 1, reset_ms: 1000 })
})

test('no more keys are kept than the bound, and none that has ended', () => {
  const { time, now } = clock()
  const windows = createWindows({ window_ms: 1000, keys_max: 100, now })
  for (let i = 0; i < 100_000; i++) windows.take(`address ${i}`)
  expect(windows.size).toBe(100)
  expect(windows.look('address 99999').taken).toBe(1)
  time.ms = 1000
  windows.take('later')
  expect(windows.size).toBe(1)
})
