/** A wallet reports payments that it never made. No client, no example and no page of the portal calls them paid. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createAgentClient, createMerchantClient } from '@pursestrings/sdk'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { linkFrom } from '../../packages/cli/src/ask.ts'
import { overStdio } from '../../packages/mcp/test/clients.ts'
import { until } from '../../server/test/until.ts'
import { freePort } from '../../tools/dev/free-port.ts'
import { launchBrowser, openPage, skipBrowserTests } from './browser.ts'
import { CLI } from './demo-stage.ts'
import { ROOT } from './dev-run.ts'
import { AMOUNT, type LyingStage, paidIn, startLyingStage, type Waiter } from './lying-stage.ts'

const PYTHON = process.env['PYTHON'] ?? '/usr/bin/python3'
const SOURCES = '--conditions=@pursestrings/source'
const example = (path: string): string => join(ROOT, 'examples', path)

let lying: LyingStage
const receivers: { name: string; said: string }[] = []
const started: ChildProcess[] = []
beforeAll(async () => {
  lying = await startLyingStage()
})
afterAll(async () => {
  for (const child of started) {
    const ended = once(child, 'exit')
    if (child.exitCode === null && child.kill()) await ended
  }
  await lying?.stop()
})

/** Its output, as it comes. */
const start = (name: string, file: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const child = spawn(file, args, { env: { ...process.env, ...lying.stage.environment, ...env }, stdio: 'pipe' })
  const seen = { name, said: '' }
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      seen.said += chunk.toString()
    })
  }
  started.push(child)
  return seen
}

/** Each gets everything that happens, as webhooks signed for it. */
const receive = async (name: string, file: string, args: readonly string[], env: Record<string, string> = {}) => {
  const port = String(await freePort())
  const listening = start(`listen for ${name}`, process.execPath, [
    CLI,
    'listen',
    '--forward-to',
    `http://127.0.0.1:${port}/`,
  ])
  await until(() => /^ready/m.test(listening.said), 60_000)
  const secret = /^secret {2}(\S+)$/m.exec(listening.said)?.[1] ?? ''
  receivers.push(start(name, file, args, { PORT: port, WEBHOOK_SECRETS: secret, ...env }))
}

const sdk = async (task_ref: string): Promise<string> => {
  const { base_url, connection, payee, pinned_keys } = await lying.stage.profile()
  const agent = createAgentClient({ base_url, pinned_keys, ...connection })
  const { recipient_id, recipient_version_id } = payee
  const asked = await agent.requestPayment({ task_ref, amount: AMOUNT, recipient_id, recipient_version_id })
  return (await agent.paymentRequests.waitForPaid(asked.payment_request.request_id)).outcome
}

/** As a model does it: it calls again until there is an outcome. */
const mcp = async (): Promise<string> => {
  await using client = await overStdio('2026-07-28', { PATH: process.env['PATH'] ?? '', ...lying.stage.environment })
  const { recipient_id } = (await lying.stage.profile()).payee
  // The other clients ask for the same at the same time: without `distinct` the server points to one of theirs.
  const task = { amount: AMOUNT, task_ref: 'lie-mcp', distinct: true }
  const asked = await client.call('request_payment', { recipient_id, ...task })
  expect([asked.isError, asked.text]).toEqual([false, expect.any(String)])
  const { request_id } = asked.structured
  const said = [asked.text]
  for (;;) {
    const { text, structured } = await client.call('wait_for_payment_request', { request_id, timeout_seconds: 5 })
    said.push(text, JSON.stringify(await client.call('get_payment_request', { request_id })))
    if (structured.outcome !== 'still_waiting') return [...said, structured.outcome].join('\n')
  }
}

const clients = (): Waiter[] => {
  const create = (task: string, ...more: string[]) => {
    const words = ['requests', 'create', '--amount', AMOUNT, '--task', task, '--wait', ...more]
    return lying.run(`requests create ${more.join(' ')}`, process.execPath, [CLI, ...words])
  }
  const node = (path: string, ...args: string[]) => lying.run(path, process.execPath, [SOURCES, example(path), ...args])
  // What the four framework examples share; with their frameworks they run in examples.test.ts.
  const shared = `const payments = await import(${JSON.stringify(example('ai-sdk/payments.ts'))})
    const { request_id } = await payments.requestPayment({ task_ref: 'lie-shared', amount: '${AMOUNT}', purpose: 'Ink' })
    console.log((await payments.waitForPayment({ request_id })).outcome)`
  return [
    lying.wait('SDK', sdk('lie-sdk')),
    lying.wait('MCP', mcp()),
    create('lie-text'),
    create('lie-json', '--json'),
    node('agent/ask.ts', 'lie-ask', AMOUNT),
    node('agent/agent.ts', join(lying.stage.folder, 'purchases.json')),
    lying.run('payments.ts', process.execPath, [SOURCES, '--input-type=module', '-e', shared]),
    lying.run('pay.py', PYTHON, [join(ROOT, 'python/examples/pay.py'), 'lie-python', AMOUNT], {
      env: { PYTHONPATH: join(ROOT, 'python/src'), PYTHONDONTWRITEBYTECODE: '1' },
    }),
  ]
}

test('who takes the word of the wallet is told that it is only reported', async () => {
  const words = ['requests', 'create', '--amount', '7.5', '--task', 'lie-taken', '--wait', '--accept-reported']
  const { code, said } = await lying.run('accept', process.execPath, [CLI, ...words]).ended
  expect([code, said]).toEqual([0, expect.stringMatching(/^outcome +reported$/m)])
  expect(paidIn(said)).toEqual([])
})

test('every client waits for the ledger, and ends as disputed', async () => {
  await receive('receiver.ts', process.execPath, [SOURCES, example('webhook-receiver/receiver.ts')])
  await receive('webhook_receiver.py', PYTHON, [join(ROOT, 'python/examples/webhook_receiver.py')], {
    PYTHONPATH: join(ROOT, 'python/src'),
    PYTHONDONTWRITEBYTECODE: '1',
  })
  const purchase = { task_ref: 'lie-agent', amount: AMOUNT, what: 'Ink' }
  await writeFile(join(lying.stage.folder, 'purchases.json'), JSON.stringify([purchase]))
  const waiters = clients()
  await lying.letTimePass(waiters)
  for (const { name, ended } of waiters) {
    const { code, said } = await ended
    expect([name, code, said]).toEqual([
      name,
      name.startsWith('requests create') ? 6 : 0,
      expect.stringMatching(/disputed/),
    ])
    expect([name, paidIn(said)]).toEqual([name, []])
  }
})

test('no receiver delivers', async () => {
  for (const seen of receivers) {
    await until(() => seen.said.includes('payment_request.disputed'), 60_000)
    expect([seen.name, seen.said]).toEqual([seen.name, expect.stringContaining('payment_request.confirmed')])
    expect([seen.name, seen.said]).toEqual([seen.name, expect.not.stringContaining('deliver')])
  }
})

test.skipIf(skipBrowserTests)('the portal shows none of them as paid', async () => {
  const { dev, profile } = lying.stage
  const { email } = (await profile()).session
  const merchant = createMerchantClient({ base_url: dev.base_url })
  const link = await linkFrom(
    dev.mail_url,
    email,
    async () => void (await merchant.merchantAccounts.register({ email })),
  )
  const browser = await launchBrowser()
  onTestFinished(() => browser.close())
  const { page, faults } = await openPage(browser, 1280)
  await page.goto(link)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('navigation').waitFor()
  await page.goto(`${dev.portal_url}/requests`)
  const lies = page.locator('.asked li', { hasText: `${AMOUNT} XLM` })
  await lies.first().waitFor()
  const shown = await lies.allTextContents()
  expect(shown.length).toBe(8)
  expect(shown.flatMap(paidIn)).toEqual([])
  await lies.filter({ hasText: 'disputed' }).first().getByRole('link').press('Enter')
  await page.waitForURL(/\/requests\/con_/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByText('Disputed').first().waitFor()
  expect(paidIn(await page.getByRole('main').innerText())).toEqual([])
  expect(faults).toEqual([])
})
