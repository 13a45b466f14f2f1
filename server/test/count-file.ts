/** Before each test file of every project: what is counted from here on is that file's. */
import { afterAll, expect } from 'vitest'
import { beginFile, endFile } from './counted.ts'

if (process.env.COUNTS_FILE !== undefined) {
  beginFile(expect.getState().testPath ?? '')
  afterAll(() => endFile())
}
