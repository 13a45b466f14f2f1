/** A service whose portal was not built says so where its pages would be. */
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { portal } from '../src/platform/pages/portal.ts'

test.each(['/', '/verify', '/requests'])('%s names the command that builds the portal', async (url) => {
  const site = fastify()
  await portal(site, '/nowhere/')
  const { statusCode, body } = await site.inject(url)
  expect([statusCode, body]).toEqual([503, expect.stringContaining('npm run build')])
})
