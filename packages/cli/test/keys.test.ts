/** A key for a server, from the command line: made, used in place of a session, and ended. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Home, newHome } from './command.ts'
import { type CliPlace, startCliPlace } from './place.ts'

let place: CliPlace
let home: Home
beforeAll(async () => {
  place = await startCliPlace()
  home = await place.home()
  await home.json(place.demo)
})
afterAll(() => place.stop())

interface Made {
  readonly merchant_key: { readonly merchant_key_id: string }
  readonly secret: string
}

test('a key is created, listed with its last use, used by a server that is not signed in, and revoked', async () => {
  const made = await home.json<Made>(['keys', 'create', '--name', 'Order server', '--scopes', 'webhooks:manage'])
  const server = newHome({ PURSESTRINGS_BASE_URL: place.world.url, PURSESTRINGS_MERCHANT_KEY: made.secret })
  expect(await server.json(['webhooks', 'list'])).toEqual({ webhook_endpoints: [] })
  const listed = await home.run(['keys', 'list'])
  expect(listed.stdout).toMatch(/mky_\S+ +works +20\d\d-\S+ +Order server/)
  expect(listed.stdout).not.toContain(made.secret)
  const refused = await server.run(['recipients', 'list'])
  expect([refused.code === 0, refused.stderr]).toEqual([false, expect.stringContaining('scope')])
  await home.json(['keys', 'revoke', made.merchant_key.merchant_key_id])
  const ended = await server.run(['webhooks', 'list'])
  expect(ended.code).not.toBe(0)
  expect(ended.stderr).not.toContain(made.secret)
  server.remove()
})
