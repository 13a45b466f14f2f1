import { Check } from 'typebox/value'
import { expect, test } from 'vitest'
import { deviceOperations, registerDevice } from './operations.ts'
import { PLATFORMS } from './records.ts'

test('a wallet on the web can make every call of a device', () => {
  for (const o of deviceOperations) expect([o.id, o.cross_origin]).toEqual([o.id, true])
})

test.each(PLATFORMS)('a device runs on %s', (platform) => {
  expect(Check(registerDevice.body, { name: 'Phone', platform })).toBe(true)
})

test.each(['', 'iOS', 'symbian', null, ['ios']])('no device runs on %j', (platform) => {
  expect(Check(registerDevice.body, { name: 'Phone', platform })).toBe(false)
})
