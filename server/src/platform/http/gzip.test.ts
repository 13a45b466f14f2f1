import { expect, test } from 'vitest'
import { acceptsGzip } from './gzip.ts'

test.each([
  ['gzip', true],
  ['gzip, deflate, br', true],
  ['br;q=1.0, gzip;q=0.8', true],
  ['gzip;q=0', false],
  ['gzip; q=0.000, br', false],
  ['br,gzip;q=0,deflate', false],
  ['identity', false],
  ['x-gzip-like', false],
  [undefined, false],
])('accept-encoding %s: %s', (value, wanted) => {
  expect(acceptsGzip({ 'accept-encoding': value })).toBe(wanted)
})
