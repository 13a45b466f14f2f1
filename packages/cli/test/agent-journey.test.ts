/** From `demo` on: an agent gets connected, asks, and a test wallet answers; what a script sees of it are exit codes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PaymentRequest } from '@pursestrings/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Home } from './command.ts'
import { type CliPlace, startCliPlace } from './place.ts'

const WALLET_URL = 'https://wallet.example'

let place: CliPlace
let home: Home
let made: { steps: { name: string; made: boolean }[]; connection_id: string }
beforeAll(async () => {
  place = await startCliPlace({ WALLET_URL })
  home = await place.home()
  made = await home.json(place.demo)
})
afterAll(() => place.stop())

const profile = () => JSON.parse(readFileSync(join(home.folder, 'default.json'), 'utf8'))
const ask = (task: string) =>
  home.json<{ payment_request: PaymentRequest; replayed: boolean }>([
    'requests',
    'create',
    '--amount',
    '12.5',
    '--task',
    task,
  ])

describe('demo', () => {
  test('makes all that is needed, and a second run keeps it', async () => {
    expect(made.steps.map((step) => step.name)).toEqual([
      'service key',
      'agent key',
      'session',
      'domain',
      'payee',
      'agent',
      'test wallet',
      'connection',
      'payment',
    ])
    const { code, stdout } = await home.run(place.demo)
    expect([code, stdout.match(/^= /gm)?.length, stdout.match(/^\+ /gm)]).toEqual([0, made.steps.length, null])
    expect(profile().connection.connection_id).toBe(made.connection_id)
  })
})

describe('a request', () => {
  test('that was made is pending and never called paid; the same task asks once', async () => {
    const first = await ask('order-1')
    const { code, stdout } = await home.run(['requests', 'create', '--amount', '12.50', '--task', 'order-1'])
    expect([code, first.replayed, first.payment_request.status]).toEqual([0, false, 'pending'])
    expect(stdout).toContain(`request       ${first.payment_request.request_id}\n`)
    expect(stdout).toMatch(/Waiting: the user hasn't decided yet/)
    expect(stdout).toMatch(/created +before/)
  })

  test('has a link for the person who decides, at the address that the profile kept, and says when it has ended', async () => {
    const { request_id } = (await ask('order-link')).payment_request
    const approval_url = `${WALLET_URL}/approve#${request_id}`
    expect(profile().wallet_url).toBe(WALLET_URL)
    const shown = await home.json<{ approval_url: string }>(['requests', 'show', request_id])
    expect(shown.approval_url).toBe(approval_url)
    expect((await home.run(['requests', 'show', request_id])).stdout).toContain(`approve at    ${approval_url}\n`)
    const { code, stdout, stderr } = await home.run(['requests', 'link', request_id])
    expect([code, stdout, stderr]).toEqual([0, `${approval_url}\n`, expect.stringContaining('nobody else')])
    expect(await home.json(['requests', 'link', request_id])).toEqual({ request_id, approval_url })
    expect((await home.run(['requests', 'link', 'task-of-nobody'])).code).toBe(1)

    await home.json(['requests', 'cancel', request_id])
    const ended = await home.run(['requests', 'link', request_id])
    expect([ended.code, ended.stdout, ended.stderr]).toEqual([
      0,
      `${approval_url}\n`,
      expect.stringContaining("isn't waiting"),
    ])
  })

  test('of another amount for the same task is refused; --replace takes the first back', async () => {
    const first = (await ask('order-again')).payment_request
    const other = ['requests', 'create', '--amount', '6', '--task', 'order-again']
    const refused = await home.run(other)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(first.request_id)])
    const replaced = await home.run([...other, '--replace'])
    expect([replaced.code, replaced.stdout]).toEqual([0, expect.stringMatching(/created +now/)])
    const { payment_request } = await home.json<{ payment_request: PaymentRequest }>([
      'requests',
      'show',
      first.request_id,
    ])
    expect(payment_request).toMatchObject({ status: 'failed', reason: 'canceled_by_agent' })
    const taken = await home.json<{ payment_requests: PaymentRequest[] }>(['requests', 'list', '--status', 'pending'])
    const second = taken.payment_requests.find((one) => one.metadata?.task_ref === 'order-again')
    expect((await home.run(['requests', 'cancel', second?.request_id as string])).code).toBe(0)
  })

  test('is approved in the test wallet, which checks the signed facts, and watched: its word alone is code 6, and 0 for who takes it', async () => {
    const { request_id } = (await ask('order-1')).payment_request
    const inbox = await home.json<{ payment_requests: PaymentRequest[] }>(['wallet', 'inbox'])
    expect(inbox.payment_requests.map((one) => one.request_id)).toEqual([request_id])
    const watching = home.start(['requests', 'watch', request_id, '--json'])
    const approved = await home.run(['wallet', 'approve', request_id])
    expect([approved.code, approved.stderr]).toEqual([0, expect.stringContaining('no ledger was used')])
    const { code, stdout } = await watching.ended
    expect([code, JSON.parse(stdout)]).toMatchObject([6, { outcome: 'reported', request: { request_id } }])
    const taken = await home.run(['requests', 'watch', request_id, '--accept-reported'])
    expect([taken.code, taken.stdout]).toEqual([0, expect.stringMatching(/^outcome +reported\n/)])
    expect(taken.stdout).toMatch(/^status +Sent: the wallet reports that it was confirmed$/m)
  })

  test('that is rejected ends with code 4', async () => {
    const waiting = home.start(['requests', 'create', '--amount', '1', '--task', 'order-2', '--wait', '--json'])
    const run = await home.run(['wallet', 'run', '--behave', 'reject', '--once'])
    expect([run.code, run.stdout]).toEqual([0, expect.stringMatching(/^rejected +task-\S+\n$/)])
    const { code, stdout } = await waiting.ended
    expect([code, JSON.parse(stdout).outcome]).toEqual([4, 'rejected'])
  })

  test('that nobody answers still waits, with code 5, and is not called failed', async () => {
    const { code, stdout } = await home.run([
      'requests',
      'create',
      '--amount',
      '1',
      '--task',
      'order-3',
      '--wait',
      '--timeout',
      '1',
    ])
    expect([code, stdout]).toEqual([5, expect.stringMatching(/^outcome +still waiting after 1 s\n/)])
    const silent = await home.run(['wallet', 'run', '--behave', 'silent', '--once', '--json'])
    expect(JSON.parse(silent.stdout)).toMatchObject({ behave: 'silent', status: 'pending' })
  })

  test('about which the wallet lies is confirmed by its word alone, with a transaction unlike an honest one', async () => {
    const run = await home.run(['wallet', 'run', '--behave', 'lie', '--once', '--json'])
    const { request_id, status } = JSON.parse(run.stdout)
    expect(status).toBe('confirmed')
    const { payment_request: told } = await home.json<{ payment_request: PaymentRequest }>([
      'requests',
      'show',
      request_id,
    ])
    expect(told.settlement.assurance).toBe('wallet_reported')
    expect([told.transaction_hash, told.reason]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), undefined])
  })
})

describe('the feed', () => {
  test('is printed once: the cursor is kept in the profile', async () => {
    const first = await home.run(['events', 'follow', '--no-wait', '--json'])
    const events = first.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(events.map((event) => event.cursor)).toEqual(events.map((_, i) => i + 1))
    expect(events.length).toBeGreaterThan(8)
    expect(profile().connection.cursor).toBe(events.length)
    expect(await home.run(['events', 'follow', '--no-wait'])).toEqual({ code: 0, stdout: '', stderr: '' })
  })
})
