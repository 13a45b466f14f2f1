/** The examples, as far as they can be checked without what they are built on; tests/e2e/examples.test.ts installs that and runs them. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as sdk from '@pursestrings/sdk'
import { expect, onTestFinished, test } from 'vitest'
import { readSource } from '../../tools/check/modules/source.ts'
import { AGENTS, expectReceiver, NEXT, SECRET, SERVERS } from './example-receivers.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (...path: string[]): string => readFileSync(join(ROOT, 'examples', ...path), 'utf8')

test('every example with a lock of its own is tried, and no lock names where packages come from', () => {
  const locks = globSync('examples/*/package-lock.json', { cwd: ROOT })
  const names = locks.map((file) => file.split(/[\\/]/)[1] ?? '')
  expect(names.toSorted()).toEqual([...AGENTS, ...SERVERS, NEXT].toSorted())
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

test('the route handler for Next.js takes genuine webhooks alone', async () => {
  process.env['WEBHOOK_SECRETS'] = SECRET
  onTestFinished(() => void delete process.env['WEBHOOK_SECRETS'])
  const file = pathToFileURL(join(ROOT, 'examples', NEXT, 'app/webhooks/route.ts')).href
  const { POST } = (await import(file)) as { POST: (request: Request) => Promise<Response> }
  await expectReceiver((request) => POST(new Request('https://shop.example/webhooks', request)))
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
