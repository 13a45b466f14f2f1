/**
 * The examples for agent frameworks and web frameworks, from the packed SDK. Every agent gets a payment confirmed by the real service
 * and the test wallet, with a scripted model in place of one that costs money; every receiver takes genuine webhooks alone.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { signWebhookForTests } from '../../packages/sdk/src/verify-webhook.ts'
import type { DemoStage } from './demo-stage.ts'
import { ROOT } from './dev-run.ts'
import { installExample, unpackSdk } from './example-install.ts'

const run = promisify(execFile)
const AGENTS = ['ai-sdk', 'openai-agents', 'langchain', 'mastra']
const SERVERS = ['webhooks-hono', 'webhooks-express']
/** Next.js itself is 342 MB: its route handler takes a Request, and is called with one. */
const NEXT = 'webhooks-nextjs'

const said = (failure: { stdout: string; stderr: string }): never => {
  throw new Error(`${failure.stdout}\n${failure.stderr}`)
}

const SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
const EVENT = JSON.stringify({ type: 'payment_request.signed', timestamp: '', data: { request_id: 'r1' } })
const CHALLENGE = JSON.stringify({ type: 'webhook_endpoint.challenge', timestamp: '', data: { challenge: 'c1' } })

/** Genuine twice, altered, and the challenge. */
const expectReceiver = async (post: (request: RequestInit) => Promise<Response>): Promise<void> => {
  const sent = async (signed: string, body = signed) => {
    const headers = {
      'content-type': 'application/json',
      ...(await signWebhookForTests(signed, SECRET, { id: 'evt_1' })),
    }
    return post({ method: 'POST', headers, body })
  }
  expect([(await sent(EVENT)).status, (await sent(EVENT)).status]).toEqual([204, 204])
  expect((await sent(EVENT, EVENT.replace('r1', 'r2'))).status).toBe(400)
  const proven = await sent(CHALLENGE)
  expect([proven.status, await proven.json()]).toEqual([200, { challenge: 'c1' }])
}

export const exampleCases = (stage: () => DemoStage): void => {
  let tree: string
  beforeAll(async () => {
    tree = await unpackSdk(stage().folder)
    stage().approveEverything()
  })

  test('every example with a lock of its own is tried here, and no lock names where packages come from', () => {
    const locks = globSync('examples/*/package-lock.json', { cwd: ROOT })
    const names = locks.map((file) => file.split(/[\\/]/)[1] ?? '')
    expect(names.toSorted()).toEqual([...AGENTS, ...SERVERS, NEXT].toSorted())
    for (const lock of locks) expect(readFileSync(join(ROOT, lock), 'utf8')).not.toContain('"resolved": "http')
  })

  test('what an agent may do about money is the same in every example', () => {
    const [first, ...others] = AGENTS.map((name) => readFileSync(join(ROOT, 'examples', name, 'payments.ts'), 'utf8'))
    for (const other of others) expect(other).toBe(first)
  })

  describe.each(AGENTS)('%s', (name) => {
    test('type-checks, and its payment is confirmed once however often it runs', async () => {
      const cwd = await installExample(tree, name)
      await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', '.'], { cwd }).catch(said)
      const env = { ...process.env, ...stage().environment }
      const task = `${name}-1042`
      const buy = async () => (await run(process.execPath, ['scripted.ts', task], { cwd, env }).catch(said)).stdout
      expect(await buy()).toBe('The payment is confirmed.\n')
      expect(await buy()).toBe('The payment is confirmed.\n')
      const { payment_requests } = JSON.parse(await stage().countersign('requests', 'list', '--json')) as {
        payment_requests: readonly { status: string; metadata: { task_ref: string } }[]
      }
      const own = payment_requests.filter(({ metadata }) => metadata.task_ref === task)
      expect(own.map(({ status }) => status)).toEqual(['confirmed'])
    })
  })

  describe.each(SERVERS)('%s', (name) => {
    test('type-checks, and takes genuine webhooks alone', async () => {
      const cwd = await installExample(tree, name)
      await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', '.'], { cwd }).catch(said)
      const env = { ...process.env, PORT: '0', WEBHOOK_SECRETS: SECRET }
      const server: ChildProcess = spawn(process.execPath, ['server.ts'], {
        cwd,
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      onTestFinished(async () => {
        const ended = once(server, 'exit')
        if (server.kill()) await ended
      })
      const lines = createInterface({ input: server.stdout ?? process.stdin })[Symbol.asyncIterator]()
      const { value: first } = (await lines.next()) as { value: string }
      await expectReceiver((request) => fetch(`http://127.0.0.1:${first.split(' ').at(-1)}/webhooks`, request))
      expect((await lines.next()).value).toBe('payment_request.signed {"request_id":"r1"}')
    })
  })

  test('the route handler for Next.js takes genuine webhooks alone', async () => {
    process.env['WEBHOOK_SECRETS'] = SECRET
    onTestFinished(() => void delete process.env['WEBHOOK_SECRETS'])
    const file = pathToFileURL(join(ROOT, 'examples', NEXT, 'app/webhooks/route.ts')).href
    const { POST } = (await import(file)) as { POST: (request: Request) => Promise<Response> }
    await expectReceiver((request) => POST(new Request('https://shop.example/webhooks', request)))
  })
}
