/** What is published: small, without dependencies, and right in a project that knows nothing of this one. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const SDK = fileURLToPath(new URL('..', import.meta.url))
const BIN = fileURLToPath(new URL('../../../node_modules/.bin/', import.meta.url))

const PROGRAM = `import {
  ApiError,
  createAgentClient,
  createWalletClient,
  type PaymentRequest,
  signWebhookForTests,
  verifyWebhook,
} from '@pursestrings/sdk'

const agent = createAgentClient({ base_url: 'http://127.0.0.1:9', retries: 0 })
const wallet = createWalletClient({ base_url: 'http://127.0.0.1:9' })
export const statusOf = async (id: string): Promise<PaymentRequest['status']> => {
  const { payment_request } = await agent.paymentRequests.read(id)
  for await (const one of wallet.paymentRequests.list({ status: 'pending' })) if (one.request_id === id) break
  return payment_request.status
}
// @ts-expect-error -- a wallet asks for nothing
void wallet.paymentRequests.create
export const codeOf = (failure: unknown) =>
  failure instanceof ApiError && failure.code === 'resource_not_found' ? failure.recovery : undefined

const secret = 'whsec_' + btoa('0123456789abcdef0123456789abcdef')
const body = '{"type":"webhook_endpoint.test","timestamp":"","data":{}}'
const { message } = await verifyWebhook(body, await signWebhookForTests(body, secret), secret)
console.log(message.type, Object.keys(agent.paymentRequests).join())
`

interface Packed {
  readonly filename: string
  readonly unpackedSize: number
  readonly files: readonly { readonly path: string }[]
}

let folder: string
let packed: Packed
const run = (command: string, args: readonly string[], cwd: string): string => {
  const shell = process.platform === 'win32'
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', shell })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`)
  return stdout
}

/** What the examples of README take for granted. */
const GIVEN = `
declare global {
  var base_url: string, device_id: string, token: string, request_id: string, linkFromTheMail: string
  var agent_id: string, rawBody: string, headers: Headers, secret: string, savedCursor: number
  var agent: import('@pursestrings/sdk').AgentClient, signal: AbortSignal
  var wallet: import('@pursestrings/sdk').WalletClient, agent_payment_id: string
  function signAndSend(facts: object): Promise<string>
  function handle(event: import('@pursestrings/sdk').PaymentEvent): Promise<void>
}
export {}
`
const GIVEN_BY_NODE = `declare module 'node:fs/promises' {
  export function readFile(path: string, encoding: string): Promise<string>
}
`

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pursestrings-sdk-'))
  const said = run('npm', ['pack', '--json', '--pack-destination', folder], SDK)
  packed = (JSON.parse(said.slice(said.indexOf('['))) as Packed[])[0] as Packed
  writeFileSync(join(folder, 'package.json'), '{ "name": "stranger", "private": true, "type": "module" }')
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed.filename}`], folder)
  writeFileSync(join(folder, 'program.ts'), PROGRAM)
  writeFileSync(join(folder, 'given.d.ts'), GIVEN)
  writeFileSync(join(folder, 'given-by-node.d.ts'), GIVEN_BY_NODE)
  const readme = readFileSync(join(SDK, 'README.md'), 'utf8')
  for (const [n, [, example = '']] of [...readme.matchAll(/```ts\n(.*?)```/gs)].entries()) {
    writeFileSync(join(folder, `example-${n}.ts`), `${example}export {}\n`)
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('holds its code and types, its licence and its readme, and nothing else', () => {
  const paths = packed.files.map(({ path }) => path)
  expect(paths.filter((path) => !/^dist\/[\w/-]+\.(js|d\.ts)$/.test(path))).toEqual([
    'LICENSE',
    'README.md',
    'package.json',
  ])
  expect(paths.filter((path) => path.includes('test'))).toEqual([])
  expect(packed.unpackedSize).toBeLessThan(1_500_000)
})

test('brings no other package along, and imports none; only the profile needs Node', () => {
  expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@pursestrings'])
  const sources = packed.files.filter(({ path }) => path.startsWith('dist/'))
  for (const { path } of sources) {
    const text = readFileSync(join(folder, 'node_modules/@pursestrings/sdk', path), 'utf8')
    const from = [...text.matchAll(/\bfrom ['"]([^'"]+)['"]/g)].map(([, name = '']) => name)
    const own = path.startsWith('dist/node/') ? /^\.\.?\/.*\.(js|ts)$|^node:/ : /^\.\.?\/.*\.(js|ts)$/
    expect([path, from.filter((name) => !own.test(name))]).toEqual([path, []])
  }
})

test.each([
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
])('type-checks, and so does its README, with module %s and resolution %s', (module, resolution) => {
  const how = ['--module', module, '--moduleResolution', resolution, '--target', 'es2022', '--types', '']
  run(
    `${BIN}tsc`,
    [
      '--noEmit',
      '--strict',
      '--exactOptionalPropertyTypes',
      ...how,
      ...readdirSync(folder).filter((name) => name.endsWith('.ts')),
    ],
    folder,
  )
})

test('runs', () => {
  expect(run(process.execPath, ['program.ts'], folder)).toMatch(
    /^webhook_endpoint\.test create,list,read,cancel,readEvidence,readReceipt,waitForPaid/,
  )
})
