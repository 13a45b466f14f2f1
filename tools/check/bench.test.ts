import { spawnSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { doubtsAbout, watchMachine } from '../../tests/bench/machine.ts'

const quiet = { cores: 2, outside_cores: 0.05, outside_cores_p90: 0.1 }

test('a quiet machine with steady rounds leaves no doubt', () => {
  expect(doubtsAbout(quiet, 0.3)).toEqual([])
})

test('others at work, or rounds far apart, leave no verdict', () => {
  expect(doubtsAbout({ ...quiet, outside_cores_p90: 0.25 })).toEqual(['others used 0.25 of 2 cores'])
  expect(doubtsAbout(quiet, 0.6)).toEqual(['rounds differ by 60 % of their median'])
})

test('a process that is not the measurement’s own is noticed', async () => {
  // Its parent ends at once, so that it is nobody's child of ours.
  const busy = 'timeout 10 sh -c "while :; do :; done" >/dev/null 2>&1 & echo $!'
  const pid = Number(spawnSync('sh', ['-c', busy], { encoding: 'utf8' }).stdout)
  try {
    const watch = watchMachine()
    await pause(1_500)
    expect(watch.stop().outside_cores).toBeGreaterThan(0.2)
  } finally {
    process.kill(pid)
  }
})
