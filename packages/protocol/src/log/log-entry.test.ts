import { expect, test } from 'vitest'
import { utf8Of } from './log-bytes.ts'
import { readEntry } from './log-entry.ts'

const TAG = 'ab'.repeat(32)
const entryWith = (subject_tag: unknown): Uint8Array<ArrayBuffer> =>
  utf8Of(JSON.stringify({ at: '2026-11-15T09:30:00Z', seq: 1, subject_tag, type: 'svc.log.payee.v1' }))

test('an entry names its subject by a text, and by nothing that can be turned into one', () => {
  expect(readEntry(entryWith(TAG))).toMatchObject({ subject_tag: TAG })
  for (const odd of [[TAG], { toString: 0, valueOf: 0 }, null, 7, TAG.toUpperCase()])
    expect(readEntry(entryWith(odd))).toBeUndefined()
})
