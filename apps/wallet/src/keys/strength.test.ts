import { expect, test } from 'vitest'
import { isEnough, strengthOf } from './strength.ts'

test.each([
  '',
  'short',
  'password',
  'aaaaaaaaaaaaaaaaaaaaaaaa',
  'abcdefghijklmnop',
  '1234567890123',
  'word word word word',
])('“%s” is not enough', (passphrase) => {
  expect(isEnough(strengthOf(passphrase))).toBe(false)
})

test.each([
  'tide copper lantern march',
  'correct horse battery staple',
  'xK9$mPq2!vLw7&',
  'Grüße lieber Nachbar Sonne',
])('“%s” is enough', (passphrase) => {
  expect(isEnough(strengthOf(passphrase))).toBe(true)
})
