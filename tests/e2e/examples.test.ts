/**
 * The examples for agent frameworks and web frameworks, from the packed SDK. Every agent gets a payment through the real service, the
 * test wallet and the ledger, with a scripted model in place of one that costs money; and the conformance kit judges every receiver.
 */
import { execFile } from 'node:child_process'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLI, type DemoStage, startDemo } from './demo-stage.ts'
import { ROOT } from './dev-run.ts'
import { installExample, unpackSdk } from './example-install.ts'
import { AGENTS, findingsOf, SERVERS } from './example-receivers.ts'
import { type LyingStage, paidIn, startLyingStage } from './lying-stage.ts'

const run = promisify(execFile)
const PYTHON = process.env['PYTHON'] ?? '/usr/bin/python3'

const said = (failure: { stdout: string; stderr: string }): never => {
  throw new Error(`${failure.stdout}\n${failure.stderr}`)
}

let stage: DemoStage
let tree: string
beforeAll(async () => {
  stage = await startDemo()
  tree = await unpackSdk(stage.folder)
  stage.answerEverything('approve')
})
afterAll(() => stage?.stop())

describe.each(AGENTS)('%s', (name) => {
  test('type-checks, and its payment is paid once however often it runs', async () => {
    const cwd = await installExample(tree, name)
    await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', '.'], { cwd }).catch(said)
    const env = { ...process.env, ...stage.environment }
    const task = `${name}-1042`
    const buy = async () => (await run(process.execPath, ['scripted.ts', task], { cwd, env }).catch(said)).stdout
    expect(await buy()).toBe('The outcome is paid.\n')
    expect(await buy()).toBe('The outcome is paid.\n')
    const { payment_requests } = JSON.parse(await stage.pursestrings('requests', 'list', '--json')) as {
      payment_requests: readonly { status: string; metadata: { task_ref: string } }[]
    }
    const own = payment_requests.filter(({ metadata }) => metadata.task_ref === task)
    expect(own.map(({ status }) => status)).toEqual(['confirmed'])
  })
})

/** Who runs them may have more than one profile; this one is where nobody named it, and is for a service that is gone. */
const DECOY = { base_url: 'http://127.0.0.1:9', connection: { connection_id: 'con_x', connection_token: 'svc_conn_x' } }

test('all of them run in any order, on one profile in XDG_CONFIG_HOME', async () => {
  const [home, config] = [join(stage.folder, 'home'), join(stage.folder, 'config')]
  await cp(join(stage.folder, 'profiles'), join(config, 'pursestrings'), { recursive: true })
  await mkdir(join(home, '.config/pursestrings'), { recursive: true })
  await writeFile(join(home, '.config/pursestrings/default.json'), JSON.stringify(DECOY))
  const { PURSESTRINGS_CONFIG_DIR: _, PURSESTRINGS_BASE_URL: __, ...others } = process.env
  const env = { ...others, HOME: home, XDG_CONFIG_HOME: config, PYTHONDONTWRITEBYTECODE: '1' }
  const python = { ...env, PYTHONPATH: join(ROOT, 'python/src') }
  const node = (...args: string[]) =>
    [process.execPath, ['--conditions=@pursestrings/source', ...args], ROOT, env] as const
  const create = ['requests', 'create', '--amount', '12.5', '--task', 'order-1042', '--wait']
  // As their pages say how to run them.
  const programs = [
    [process.execPath, [CLI, ...create], ROOT, env],
    node('examples/agent/ask.ts', 'order-1043', '2.5'),
    node('examples/agent/agent.ts', 'examples/agent/purchases.json'),
    [PYTHON, ['python/examples/pay.py', 'order-1042', '12.5'], ROOT, python],
    ...AGENTS.map((name) => [process.execPath, ['scripted.ts'], join(tree, 'examples', name), env] as const),
  ] as const
  for (const order of [programs, programs.toReversed()]) {
    for (const [file, args, cwd, environment] of order) {
      const { stdout } = await run(file, [...args], { cwd, env: environment }).catch(said)
      expect(stdout).toMatch(/\bpaid\b/)
    }
  }
})

describe('with a wallet that lies', () => {
  let lying: LyingStage
  beforeAll(async () => {
    lying = await startLyingStage()
  })
  afterAll(() => lying?.stop())

  test('no agent calls its payment paid', async () => {
    const waiters = AGENTS.map((name) =>
      lying.run(name, process.execPath, ['scripted.ts', `lie-${name}`], { cwd: join(tree, 'examples', name) }),
    )
    await lying.letTimePass(waiters)
    for (const { name, ended } of waiters) {
      const { said: text } = await ended
      expect([name, text, paidIn(text)]).toEqual([name, 'The outcome is disputed.\n\n', []])
    }
  })
})

describe.each(SERVERS)('%s', (name) => {
  test('type-checks, and the conformance kit has nothing against it', async () => {
    const cwd = await installExample(tree, name)
    await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', '.'], { cwd }).catch(said)
    expect(await findingsOf(process.execPath, { args: ['server.ts'], cwd, path: '/webhooks' })).toEqual([])
  })
})
