/** What a merchant and a wallet have besides requests: projects, policies, connections, endpoints, the audit log. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../server/test/until.ts'
import type { Home } from './command.ts'
import { type CliPlace, startCliPlace } from './place.ts'

let place: CliPlace
let home: Home
beforeAll(async () => {
  place = await startCliPlace()
  home = await place.home()
  await home.json(place.demo)
})
afterAll(() => place.stop())

test('a project has keys that are shown once, listed and revoked', async () => {
  const { project } = await home.json<{ project: { project_id: string } }>(['projects', 'create', '--name', 'Shop'])
  const id = project.project_id
  const created = await home.run(['projects', 'create-key', id, '--name', 'Server'])
  expect(created.stdout.match(/svc_key_\S+/g)).toHaveLength(1)
  const { api_keys } = await home.json<{ api_keys: { api_key_id: string }[] }>(['projects', 'keys', id])
  const key = api_keys[0]?.api_key_id ?? ''
  expect((await home.run(['projects', 'revoke-key', id, key])).stdout).toMatch(/revoked +20/)
  expect((await home.run(['projects', 'keys', id])).stdout).toMatch(/revoked +never +Server/)
  expect((await home.run(['projects', 'list'])).stdout).toContain('Shop')
})

test('a policy is proposed, consented to, tried out, paused and withdrawn', async () => {
  const { project } = await home.json<{ project: { project_id: string } }>(['projects', 'create', '--name', 'Agent'])
  const terms = ['--name', 'Groceries', '--single', '5', '--total', '50']
  const propose = ['policies', 'propose', '--project', project.project_id, ...terms]
  const proposed = await home.json<{ automation_policy: { id: string; status: string } }>(propose)
  const { id, status } = proposed.automation_policy
  expect(status).toBe('awaiting_consent')
  const said = async (...args: string[]) => (await home.run(args)).stdout
  expect(await said('policies', 'simulate', id, '--amount', '6')).toMatch(/once it is active +asks the user/)
  expect(await said('wallet', 'policies', 'opt-in', id)).toMatch(/status +active/)
  expect(await said('policies', 'simulate', id, '--amount', '5')).toMatch(/now +allowed without asking/)
  expect(await said('policies', 'change', id, '--single', '4')).toMatch(/one payment +at most 4 XLM/)
  expect(await said('policies', 'usage', id)).toMatch(/used +0 of 50/)
  expect(await said('policies', 'backtest', id)).toMatch(/replayed +0 intents/)
  expect(await said('wallet', 'policies', 'pause', id)).toMatch(/status +paused/)
  expect(await said('wallet', 'policies', 'resume', id)).toMatch(/status +active/)
  expect(await said('policies', 'withdraw', id)).toMatch(/status +withdrawn/)
  expect(await said('policies', 'list')).toMatch(/withdrawn +0 of 50 XLM +Groceries/)
  expect(await said('wallet', 'policies', 'list')).toContain('Groceries')
})

test('an endpoint is tested, gets another secret, catches up and is deleted', async () => {
  const url = 'https://hook.localhost/hooks'
  const create = ['webhooks', 'create', '--url', url]
  const { webhook_endpoint } = await home.json<{ webhook_endpoint: { webhook_endpoint_id: string } }>(create)
  const id = webhook_endpoint.webhook_endpoint_id
  await home.json(['webhooks', 'verify-endpoint', id])
  expect((await home.run(['webhooks', 'test', id])).stdout).toMatch(/^delivery +whd_/)
  expect((await home.run(['webhooks', 'rotate-secret', id])).stdout.match(/whsec_\S+/g)).toHaveLength(1)
  const recovered = await home.run(['webhooks', 'recover', id, '--since', '2026-01-01T00:00:00Z'])
  expect(recovered.stdout).toMatch(/^resent +\d+ deliveries\n$/)
  expect((await home.run(['webhooks', 'delete', id])).stdout).toMatch(/^deleted +whe_/)
  expect((await home.run(['webhooks', 'list'])).stdout).not.toContain(id)
})

test('the audit log says who changed what', async () => {
  expect((await home.run(['audit', '--limit', '100'])).stdout).toMatch(/project\.created +\S+@\S+ +\S/)
})

test('the audit log is saved as it was hashed, with what it can be checked against', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'pursestrings-audit-')), 'audit.ndjson')
  await until(async () => (await home.json<{ entries: number }>(['audit', 'save', file])).entries > 0)
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(lines[0]).toContain('"type":"svc.audit_entry.v1"')
  expect(lines.at(-1)).toContain('"type":"svc.audit_export.v1"')
  rmSync(dirname(file), { recursive: true })
})

test('a wallet lists changes of its payees; without a payee log there are none', async () => {
  expect(await home.json(['wallet', 'payee-changes', '--since', '7'])).toEqual({ payee_changes: [], next_since: 7 })
})

describe('trigger', () => {
  test.each([
    'connection.created',
    'connection.narrowed',
    'connection.revoked',
    'connection.paused',
    'connection.resumed',
    'recipient.version_activated',
  ])('%s leaves a profile that can go on asking', async (type) => {
    const { code, stdout } = await home.run(['trigger', type])
    expect([code, stdout]).toEqual([0, expect.stringMatching(new RegExp(`^${type}  (con|rcp)_`))])
    const { code: after } = await home.run(['trigger', 'payment_request.pending'])
    expect(after).toBe(0)
  })
})

test('the test wallet pauses, resumes and revokes a connection', async () => {
  const list = ['wallet', 'connections', 'list']
  const { connections } = await home.json<{ connections: { connection_id: string; status: string }[] }>(list)
  const id = connections.find(({ status }) => status === 'active')?.connection_id ?? ''
  for (const [verb, status] of [
    ['pause', 'paused'],
    ['resume', 'active'],
    ['revoke', 'revoked'],
  ] as const) {
    expect((await home.run(['wallet', 'connections', verb, id])).stdout).toMatch(new RegExp(`status +${status}`))
  }
})

test('the test wallet is stopped with one command, and goes on with its key', async () => {
  const list = async () => (await home.run(['wallet', 'connections', 'list'])).stdout
  const before = await list()
  expect((await home.run(['wallet', 'stop'])).stdout).toMatch(/^stopped +\d{4}-/)
  expect(await list()).not.toMatch(/ active /)
  expect((await home.run(['wallet', 'go-on'])).stdout).toMatch(/^stopped +no$/m)
  expect(await list()).toBe(before)
})

test('requests and the audit log are saved as files, or printed', async () => {
  const out = join(home.folder, 'requests.csv')
  const saved = await home.json<{ file: string; bytes: number }>(['export', 'requests', '--out', out])
  const text = readFileSync(out, 'utf8')
  expect(saved).toMatchObject({ file: out, format: 'csv', bytes: Buffer.byteLength(text) })
  expect(text).toMatch(/^request_id,.*assurance/)
  expect(existsSync(`${out}.part`)).toBe(false)
  const few = await home.run(['export', 'requests', '--status', 'expired', '--no-settlement'])
  expect(few.stdout.split('\r\n')).toHaveLength(2)
  expect(few.stdout).not.toContain('assurance')
  const audit = await home.run(['export', 'audit', '--action', 'merchant.created', '--format', 'ndjson'])
  expect(JSON.parse(audit.stdout)).toMatchObject({ action: 'merchant.created' })
  const nowhere = await home.run(['export', 'audit', '--out', join(home.folder, 'no', 'such.csv')])
  expect(nowhere.code).toBe(1)
})
