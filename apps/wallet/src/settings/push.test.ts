import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settingsStrings } from './strings.ts'

const worker = readFileSync(new URL('../../public/service-worker.js', import.meta.url), 'utf8')

test('a notification says what the settings promise, and nothing that comes with a message', () => {
  expect(worker).toContain(`const NOTICE = '${settingsStrings.settings.notifyWords}'`)
  expect(worker).not.toMatch(/event\.data|\.data\b/)
})
