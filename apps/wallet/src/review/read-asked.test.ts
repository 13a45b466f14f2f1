import { expect, test } from 'vitest'
import { readAsked } from './read-asked.ts'

test('what this device signed while the service answered is seen: it is never taken for another device', async () => {
  let kept: string | undefined
  const answered = async () => {
    kept = 'the envelope of this device'
    return 'signed'
  }
  expect(await readAsked(answered, async () => kept)).toEqual({ request: 'signed', entry: kept })
  expect(kept).toBeDefined()
})
