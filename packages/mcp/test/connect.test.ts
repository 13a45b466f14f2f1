/** A wallet is met by Connect Key: its user decides, the token is kept in the profile and never shown. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../server/test/until.ts'
import { startProxy } from '../../sdk/test/proxy.ts'
import { createDeps } from '../src/deps.ts'
import { readSettings } from '../src/settings.ts'
import { guarded } from '../src/tool.ts'
import { connectionStatus, connectWallet } from '../src/tools/connect-wallet.ts'
import { type Asking, decide, getAsking, newKeyholder, registerKey } from './asking.ts'
import { expectRefusal, overStdio, served } from './clients.ts'

let asking: Asking
let folder: string
let file: string
let env: Record<string, string>
beforeAll(async () => {
  asking = await getAsking()
  folder = mkdtempSync(join(tmpdir(), 'pursestrings-mcp-'))
  file = join(folder, 'desk.json')
  const { agent_id, kid, private_key } = await registerKey(asking.merchant)
  const key_file = join(folder, 'desk.pem')
  writeFileSync(key_file, private_key, { mode: 0o600 })
  const { base_url, audience, host } = asking.place
  writeFileSync(
    file,
    JSON.stringify({
      base_url,
      audience,
      pinned_keys: asking.settings.pinned_keys,
      agent: { agent_id, kid, key_file },
      host,
    }),
    {
      mode: 0o600,
    },
  )
  env = { PURSESTRINGS_CONFIG_DIR: folder, PURSESTRINGS_PROFILE: 'desk' }
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await asking.place.stop()
})

test('the user approves; the profile keeps the connection, and the next server has it', async () => {
  const { wallet, connect_key } = await newKeyholder(asking.place)
  await using own = await overStdio('2025-11-25', env)
  const connecting = own.call('connect_wallet', { connect_key: connect_key.toLowerCase() })
  await until(() => decide(wallet, 'approve'))
  const { isError, structured, text } = await connecting
  expect([isError, structured.status, structured.scopes.length]).toEqual([false, 'active', 2])
  expect(text).not.toContain('svc_conn_')
  const kept = JSON.parse(readFileSync(file, 'utf8')) as { host: string; connection: Record<string, string> }
  expect(kept.host).toBe('shop.test')
  expect(kept.connection.connection_id).toBe(structured.connection_id)
  expect(kept.connection.connection_token).toMatch(/^svc_conn_/)
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)

  await using next = await overStdio('2026-07-28', env)
  const wanted = { recipient_id: asking.payee.recipient_id, amount: '2', task_ref: 'after connecting' }
  const { request_id, status } = (await next.call('request_payment', wanted)).structured
  expect([status, (await wallet.review(request_id)).facts.payment.to]).toEqual(['pending', asking.payee.address])
  expect((await own.call('get_payment_request', { request_id })).structured.status).toBe('pending')
})

test('a user who says no is not asked again; a key that is none is told', async () => {
  const { wallet, connect_key } = await newKeyholder(asking.place)
  await using http = await served({ ...(await readSettings(env)), profile_file: undefined })
  await using own = await http.client('2026-07-28')
  const connecting = own.call('connect_wallet', { connect_key })
  await until(() => decide(wallet, 'reject'))
  const refused = await connecting
  expectRefusal(refused, 'invitation_rejected')
  expect(refused.text).toContain("Don't try again")
  const spent = await own.call('connect_wallet', { connect_key })
  expectRefusal(spent, 'connect_key_unknown')
})

test('a user who takes long is waited for in the background', async () => {
  const { wallet, connect_key } = await newKeyholder(asking.place)
  const stop = new AbortController()
  const settings = { ...(await readSettings(env)), profile_file: undefined, connection_token: undefined }
  const deps = createDeps(settings, stop.signal)
  const context = { mcpReq: { signal: stop.signal } } as ServerContext
  const connect = () => guarded(connectWallet(deps, 200))({ connect_key }, context) as Promise<CallToolResult>
  const status = async () => {
    const { structuredContent } = (await guarded(connectionStatus(deps))({}, context)) as CallToolResult
    return (structuredContent as { status: string }).status
  }
  expect((await connect()).structuredContent).toMatchObject({ status: 'waiting_for_user' })
  expect((await connect()).content).toEqual([{ type: 'text', text: expect.stringMatching(/^connect_under_way: /) }])
  expect(await status()).toBe('waiting_for_user')
  await until(() => decide(wallet, 'approve'))
  await until(async () => (await status()) === 'active')
  stop.abort()
})

/** All that the tools ever call. */
const ALLOWED = [
  /^POST \/v1\/agent-auth\/token$/,
  /^POST \/v1\/connect-invitations\/claim$/,
  /^GET \/v1\/connect-invitations\/[^/]+$/,
  /^POST \/v1\/connect-invitations\/[^/]+\/exchange$/,
  /^GET \/v1\/connections\/current$/,
  /^GET \/v1\/connections\/current\/recipients$/,
  /^(POST|GET) \/v1\/payment-requests$/,
  /^GET \/v1\/payment-requests\/[^/]+$/,
  /^GET \/\.well-known\/jwks\.json$/,
]

test('over a whole life, with ids that try to be paths, no other call is made', async () => {
  await using proxy = await startProxy(asking.place.base_url)
  const set = { ...(await readSettings(env)), profile_file: undefined, connection_token: undefined }
  await using http = await served({ ...set, base_url: proxy.base_url })
  await using own = await http.client('2026-07-28')
  const { wallet, connect_key } = await newKeyholder(asking.place)
  const connecting = own.call('connect_wallet', { connect_key })
  await until(() => decide(wallet, 'approve'))
  expect((await connecting).structured.status).toBe('active')
  const wanted = { recipient_id: asking.payee.recipient_id, amount: '1', task_ref: 'reach' }
  const { request_id } = (await own.call('request_payment', wanted)).structured
  await own.call('list_recipients')
  await own.call('list_events')
  await own.call('wait_for_payment_request', { request_id, timeout_seconds: 1 })
  for (const id of [
    `${request_id}/status`,
    '../connections/x/rotate',
    '..',
    '.',
    '%2e%2e',
    'x?y=1#z',
    '//evil.example',
  ]) {
    const { isError } = await own.call('get_payment_request', { request_id: id })
    expect([id, isError]).toEqual([id, true])
  }
  const calls = new Set(proxy.seen.map(({ method, path }) => `${method} ${path}`))
  expect([...calls].filter((call) => !ALLOWED.some((allowed) => allowed.test(call)))).toEqual([])
  expect(calls.size).toBeGreaterThanOrEqual(9)
  expect((await wallet.review(request_id)).payment_request.status).toBe('pending')
})
