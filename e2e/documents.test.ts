import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startDev } from './dev-run.ts'
import { asPromised, readSteps, runSteps } from './document-steps.ts'
import { createScratchDatabase } from './scratch-database.ts'

/** Runs a document's lines against a `npm run dev` of its own; answers with what that said. */
async function walk(document: string, flags: string[], environment: Record<string, string>): Promise<string> {
  const steps = readSteps(document)
  const dev = await startDev(flags, environment)
  onTestFinished(() => dev.stop())
  const scratch = await scratchFolder()
  const settings = { BASE: dev.base_url, MAIL: dev.mail_url, SITE: dev.site_folder, TMPDIR: scratch }
  const printed = await runSteps(steps, settings)
  const answers = printed.map((text) => (text.trim() === '' ? undefined : JSON.parse(text)))
  expect(answers.map((answer, i) => asPromised(answer, steps[i]?.promised))).toEqual(
    steps.map(({ promised }) => promised),
  )
  expect(await readdir(scratch)).toEqual([])
  expect(dev.processes().length).toBeGreaterThanOrEqual(3)
  await dev.stop()
  expect(dev.processes()).toEqual([])
  expect(dev.said()).toMatch(/dev +stopped\n$/)
  await expect(listenOn(Number(new URL(dev.base_url).port))).resolves.toBe('free')
  return dev.said()
}

async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-e2e-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

function listenOn(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => server.close(() => resolve('free')))
  })
}

test("README's journey ends in a closed session, as its last two answers show", () => {
  const promised = readSteps('README.md').flatMap((step) => (step.promised === undefined ? [] : [step.promised]))
  expect(promised.slice(-2)).toEqual([
    { ok: true, closed: true },
    { ok: false, code: 'credential_invalid' },
  ])
})

test.each(['README.md', 'docs/merchants.md', 'docs/agents.md'])(
  'the lines of %s give its answers on a PostgreSQL that is already there, and Ctrl-C leaves nothing',
  async (document) => {
    const database = await createScratchDatabase()
    onTestFinished(() => database.drop())
    await walk(document, [], { DATABASE_URL: database.url })
  },
)

test("README's lines give README's answers on a PostgreSQL that npm run dev starts, and Ctrl-C leaves nothing", async () => {
  const folder = await scratchFolder()
  // Run by root, PostgreSQL is another user, who must get in.
  await chmod(folder, 0o755)
  const said = await walk('README.md', ['--own-postgres'], {
    DATABASE_URL: '',
    NATS_URL: 'nats://127.0.0.1:9',
    DEV_DATA_DIR: folder,
  })
  expect(said).toContain('postgres: started on 127.0.0.1:')
  expect(said).toContain('nats: none answers')
})

test('a taken port is named together with the way to choose another', async () => {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await expect(startDev([], { PORT: String(port) })).rejects.toThrow(
    `port ${port} is taken. Choose another: PORT=${port + 1} npm run dev`,
  )
})
