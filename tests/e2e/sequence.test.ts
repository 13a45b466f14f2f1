/**
 * Every guide and example, one after the other, as somebody goes through them who stays with one terminal: on one profile folder
 * below their own XDG_CONFIG_HOME, forth and then back, while a second service runs that none of them may meet.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Clone, makeClone } from './clone.ts'
import { type DevRun, startDev } from './dev-run.ts'
import { runSteps } from './document-steps.ts'
import { expectPromises, scratchFolder, WALK_MS_MAX } from './document-walk.ts'
import { installExample, unpackSdk } from './example-install.ts'
import { AGENTS } from './example-receivers.ts'
import { createScratchDatabase, type ScratchDatabase } from './scratch-database.ts'
import { WALKED } from './walked-documents.ts'

vi.setConfig({ testTimeout: WALK_MS_MAX })

const run = promisify(execFile)
const PYTHON = process.env['PYTHON'] ?? '/usr/bin/python3'
const OPERATOR = 'docs/install.md'

/** Where a profile lies for whoever doesn't look at XDG_CONFIG_HOME. Its service is gone. */
const DECOY = { base_url: 'http://127.0.0.1:9', connection: { connection_id: 'con_x', connection_token: 'svc_conn_x' } }

const stack = new AsyncDisposableStack()
let clone: Clone
let dev: DevRun
let other: ScratchDatabase
let settings: Record<string, string>
let tree: string

const startOn = async (database: ScratchDatabase, folder: string): Promise<DevRun> => {
  stack.defer(() => database.drop())
  const started = await startDev([], { DATABASE_URL: database.url, RATE_LIMIT_SCALE: '10' }, folder)
  stack.defer(() => started.stop())
  return started
}

beforeAll(async () => {
  const scratch = stack.use(await scratchFolder())
  clone = await makeClone()
  stack.defer(() => clone.remove())
  other = await createScratchDatabase()
  await startOn(other, clone.folder)
  dev = await startOn(await createScratchDatabase(), clone.folder)
  const home = join(scratch.path, 'home')
  await mkdir(join(home, '.config/pursestrings'), { recursive: true })
  await writeFile(join(home, '.config/pursestrings/default.json'), JSON.stringify(DECOY))
  settings = { HOME: home, XDG_CONFIG_HOME: join(scratch.path, 'config') }
  tree = await unpackSdk(scratch.path)
  for (const name of AGENTS) await installExample(tree, name)
}, 600_000)
afterAll(() => stack.disposeAsync())

/** What has an answer of its own when it is there already is shown the first time; then it is enough that every line succeeds. */
const guide = (document: string) => async (answers: 'as promised' | 'any') => {
  if (document !== OPERATOR) return void (await expectPromises(document, dev, { cwd: clone.folder, settings, answers }))
  const own = await createScratchDatabase()
  onTestFinished(() => own.drop())
  const logins = { DATABASE_OWNER_URL: own.url, ...(await own.createLogins()), DNS_SERVERS: '127.0.0.1,127.0.0.2' }
  await expectPromises(document, dev, { cwd: clone.folder, settings: { ...settings, ...logins } })
}

const environment = () => {
  const { PURSESTRINGS_CONFIG_DIR: _, PURSESTRINGS_BASE_URL: __, PURSESTRINGS_PROFILE: ___, ...others } = process.env
  return { ...others, ...settings, DEV_SITE_DIR: dev.site_folder, npm_config_offline: 'true' }
}

const readme = async () => {
  const [demo = '', create = '', approve = ''] =
    (await readFile(join(clone.folder, 'README.md'), 'utf8')).match(/^npx pursestrings .+$/gm) ?? []
  const here = { cwd: clone.folder, environment: { ...environment(), PURSESTRINGS_BASE_URL: dev.base_url } }
  const [, asked] = await runSteps(
    [demo, create].map((line) => ({ lines: `${line}\n`, promised: undefined, form: 'text' as const })),
    here,
  )
  const [request = ''] = /task-\S+/.exec(asked?.printed ?? '') ?? []
  const line = approve.replace(/task-….*$/, request)
  const [paid] = await runSteps([{ lines: `${line}\n`, promised: undefined, form: 'text' }], here)
  expect(paid?.printed).toMatch(/^status +Paid: /m)
}

type Program = readonly [file: string, args: readonly string[], cwd?: string, more?: Readonly<Record<string, string>>]

/** As its page says how to run it, while the test wallet approves. Where the service is, its profile says. */
const program = (of: () => Program) => async () => {
  const [file, args, cwd = clone.folder, more] = of()
  const env = { ...environment(), ...more }
  const wallet = spawn('npx', ['pursestrings', 'wallet', 'run', '--behave', 'approve'], {
    cwd: clone.folder,
    env,
    stdio: 'ignore',
    detached: true,
  })
  const ended = once(wallet, 'exit')
  try {
    const { stdout } = await run(file, [...args], { cwd, env }).catch((failure: { stdout: string; stderr: string }) => {
      throw new Error(`${failure.stdout}\n${failure.stderr}`)
    })
    expect(stdout).toMatch(/\bpaid\b/)
  } finally {
    if (wallet.pid !== undefined && wallet.exitCode === null) process.kill(-wallet.pid, 'SIGINT')
    await ended
  }
}

const node = (...args: string[]): Program => [process.execPath, ['--conditions=@pursestrings/source', ...args]]
const python = (): Program => [
  PYTHON,
  ['python/examples/pay.py', 'order-1042', '12.5'],
  clone.folder,
  { PYTHONPATH: join(clone.folder, 'python/src'), PYTHONDONTWRITEBYTECODE: '1' },
]

/** The quickstart first: it shows how everything is made. */
const DOCUMENTS = [...WALKED.in_clone, ...WALKED.in_place]
const PAGES: readonly (readonly [name: string, walk: (answers: 'as promised' | 'any') => Promise<void>])[] = [
  ...DOCUMENTS.map((document) => [document, guide(document)] as const),
  ['README.md', readme],
  ['examples/agent/ask.ts', program(() => node('examples/agent/ask.ts', 'order-1043', '2.5'))],
  ['examples/agent/agent.ts', program(() => node('examples/agent/agent.ts', 'examples/agent/purchases.json'))],
  ['python/examples/pay.py', program(python)],
  ...AGENTS.map(
    (name) =>
      [
        `examples/${name}`,
        program(() => [process.execPath, ['scripted.ts'], join(tree, 'examples', name)] as const),
      ] as const,
  ),
]

describe.each([
  ['forth, each answer as it is promised', PAGES, 'as promised'],
  ['and back, on what all of them have left behind', PAGES.toReversed(), 'any'],
] as const)('%s', (_order, pages, answers) => {
  test.each(pages)('%s', async (_name, walk) => {
    await walk(answers)
  })
})

test('the service beside has met none of them, and nobody used the profile below HOME', async () => {
  const client = new pg.Client({ connectionString: other.url })
  await client.connect()
  const { rows } = await client.query(
    `select (select count(*) from pursestrings.merchants)::int as merchants,
       (select count(*) from pursestrings.devices)::int as devices`,
  )
  await client.end()
  expect(rows).toEqual([{ merchants: 0, devices: 0 }])
  expect(JSON.parse(await readFile(join(settings['HOME'] ?? '', '.config/pursestrings/default.json'), 'utf8'))).toEqual(
    DECOY,
  )
})
