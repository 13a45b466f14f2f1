/**
 * The examples for agent frameworks and web frameworks, from the packed SDK. Every agent gets a payment through the real service, the
 * test wallet and the ledger, with a scripted model in place of one that costs money; and the conformance kit judges every receiver.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DemoStage, startDemo } from './demo-stage.ts'
import { ROOT } from './dev-run.ts'
import { installExample, unpackSdk } from './example-install.ts'
import { AGENTS, findingsOf, SERVERS } from './example-receivers.ts'
import { type LyingStage, paidIn, startLyingStage } from './lying-stage.ts'

const run = promisify(execFile)

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
