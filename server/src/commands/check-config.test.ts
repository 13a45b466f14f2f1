import { expect, test } from 'vitest'
import { checkConfig } from './check-config.ts'

test('settings that do not fit, and one that is misspelt, are told with what to do', async () => {
  const { ok, lines } = await checkConfig({ DATABSE_URL: 'postgres://db.example/pursestrings', PORT: 'many' })
  expect(ok).toBe(false)
  expect(lines).toContain('  DATABSE_URL is not a setting. Did you mean DATABASE_URL?')
  expect(lines.join('\n')).toContain('PORT must be integer')
})
