/** The examples, as far as they can be checked without what they are built on; tests/e2e/examples.test.ts installs that and runs them. */
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as sdk from '@pursestrings/sdk'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readSource } from '../../tools/check/modules/source.ts'
import { AGENTS, findings, findingsOf, NEXT, SECRET, SERVERS, X402 } from './example-receivers.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PYTHON = process.env['PYTHON'] ?? '/usr/bin/python3'
const read = (...path: string[]): string => readFileSync(join(ROOT, 'examples', ...path), 'utf8')

test('every example with a lock of its own is tried, and no lock names where packages come from', () => {
  const locks = globSync('examples/*/package-lock.json', { cwd: ROOT })
  const names = locks.map((file) => file.split(/[\\/]/)[1] ?? '')
  expect(names.toSorted()).toEqual([...AGENTS, ...SERVERS, NEXT, X402].toSorted())
  for (const lock of locks) expect(readFileSync(join(ROOT, lock), 'utf8')).not.toContain('"resolved": "http')
})

// One of them is type-checked with the tree.
test('what an agent may do about money is the same in every example', () => {
  const [first, ...others] = AGENTS.map((name) => read(name, 'payments.ts'))
  for (const other of others) expect(other).toBe(first)
})

test.each(AGENTS)('%s offers its model both tools, each with the words that say how to use it', (name) => {
  const agent = read(name, 'agent.ts')
  for (const part of ['requestPayment', 'waitForPayment', 'REQUEST_PAYMENT', 'WAIT_FOR_PAYMENT', 'INSTRUCTIONS'])
    expect(agent).toContain(`payments.${part}`)
})

test('whatever an example imports is exported by the SDK, or is a dependency of its own', () => {
  const files = globSync('examples/*/**/*.ts', { cwd: ROOT, exclude: (path) => path.endsWith('node_modules') })
  const faults = files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    const from_sdk = [...text.matchAll(/import \{([^}]+)\} from '@pursestrings\/sdk'/g)].flatMap(([, names = '']) =>
      names.split(','),
    )
    const absent = from_sdk.map((name) => name.trim()).filter((name) => !name.startsWith('type ') && !(name in sdk))
    const [, example = ''] = file.split('/')
    const [manifest] = globSync(`examples/${example}/package.json`, { cwd: ROOT })
    const own =
      manifest === undefined ? undefined : (JSON.parse(readFileSync(join(ROOT, manifest), 'utf8')) as Manifest)
    const strange = readSource(file, text).imports.flatMap(({ from }) => {
      const name = from
        .split('/')
        .slice(0, from.startsWith('@') ? 2 : 1)
        .join('/')
      const is_ours = own === undefined || /^(\.|node:)/.test(from)
      return is_ours || name in { ...own.dependencies, ...own.devDependencies } ? [] : [from]
    })
    return [...absent, ...strange].map((name) => `${file}: ${name}`)
  })
  expect(files.length).toBeGreaterThan(20)
  expect(faults).toEqual([])
})

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const ofTheTree: Readonly<Record<string, () => readonly [file: string, args: readonly string[]]>> = {
  'examples/webhook-receiver/receiver.ts': () => [
    process.execPath,
    ['--conditions=@pursestrings/source', 'examples/webhook-receiver/receiver.ts'],
  ],
  'docs/webhooks.md': () => {
    const [, code = ''] = /^```js\n([\s\S]*?)^```$/m.exec(readFileSync(join(ROOT, 'docs/webhooks.md'), 'utf8')) ?? []
    return [process.execPath, ['--input-type=module', '-e', code]]
  },
  'python/examples/webhook_receiver.py': () => [PYTHON, ['-B', 'python/examples/webhook_receiver.py']],
}

test.each(Object.keys(ofTheTree))('the conformance kit has nothing against the receiver of %s', async (name) => {
  const [file, args] = ofTheTree[name]?.() ?? ['', []]
  const env = { PYTHONPATH: join(ROOT, 'python/src') }
  expect(await findingsOf(file, { args, cwd: ROOT, env, path: '/' })).toEqual([])
})

test('the conformance kit has nothing against the route handler for Next.js', async () => {
  process.env['WEBHOOK_SECRETS'] = SECRET
  onTestFinished(() => void delete process.env['WEBHOOK_SECRETS'])
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  onTestFinished(() => printed.mockRestore())
  const file = pathToFileURL(join(ROOT, 'examples', NEXT, 'app/webhooks/route.ts')).href
  const { POST } = (await import(file)) as { POST: (request: Request) => Promise<Response> }
  const server = createServer((request, response) => {
    void buffer(request).then(async (body) => {
      const headers = Object.entries(request.headers) as [string, string][]
      const answer = await POST(new Request('https://shop.example/webhooks', { method: 'POST', headers, body }))
      response.writeHead(answer.status).end(await answer.text())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  expect(await findings(url, () => printed.mock.calls.join('\n'))).toEqual([])
})

test('every receiver verifies what came byte for byte, answers the challenge, and takes an event once', () => {
  const receivers = [
    read('webhooks-hono', 'app.ts'),
    read('webhooks-express', 'server.ts'),
    read(NEXT, 'app/webhooks/route.ts'),
  ]
  for (const receiver of receivers) {
    expect(receiver).toMatch(/await verifyWebhook\(/)
    expect(receiver).toContain("message.type === 'webhook_endpoint.challenge'")
    expect(receiver).toContain('handled.has(id)')
    expect(receiver).toMatch(/instanceof WebhookVerificationError/)
  }
})
