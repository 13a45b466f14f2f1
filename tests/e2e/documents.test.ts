import { globSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ROOT, startDev } from './dev-run.ts'
import { readSteps } from './document-steps.ts'
import { expectPromises, scratchFolder, WALK_MS_MAX, WALKED } from './document-walk.ts'
import { createScratchDatabase } from './scratch-database.ts'

vi.setConfig({ testTimeout: WALK_MS_MAX })

/** Runs a document's lines against a `npm run dev` of its own; answers with what that said. */
async function walk(document: string, flags: string[], environment: Record<string, string>): Promise<string> {
  const dev = await startDev(flags, environment)
  onTestFinished(() => dev.stop())
  await expectPromises(document, dev)
  expect(dev.processes().length).toBeGreaterThanOrEqual(3)
  await dev.stop()
  expect(dev.processes()).toEqual([])
  expect(dev.said()).toMatch(/dev +stopped\n$/)
  await expect(listenOn(Number(new URL(dev.base_url).port))).resolves.toBe('free')
  return dev.said()
}

function listenOn(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => server.close(() => resolve('free')))
  })
}

test('every document with lines to copy is walked', () => {
  const files = globSync('**/*.md', { cwd: ROOT, exclude: (path) => /(^|\/)(node_modules|\.countersign)$/.test(path) })
  const written = files.filter((file) => readSteps(file).length > 0)
  expect(written.toSorted()).toEqual([...WALKED.in_place, ...WALKED.in_clone].toSorted())
})

test('the way of a session ends with it closed, as its last two answers show', () => {
  const answers = readSteps(WALKED.in_place[0]).flatMap(({ promised }) => (promised === undefined ? [] : [promised]))
  expect(answers.slice(-2)).toEqual([
    { ok: true, closed: true },
    { ok: false, code: 'credential_invalid' },
  ])
})

test.each(WALKED.in_place.slice(1))(
  'the lines of %s give its answers on a PostgreSQL that is already there, and Ctrl-C leaves nothing',
  async (document) => {
    const database = await createScratchDatabase()
    onTestFinished(() => database.drop())
    await walk(document, [], { DATABASE_URL: database.url })
  },
)

test('the lines of docs/signing-in.md give its answers on a PostgreSQL that npm run dev starts, and Ctrl-C leaves nothing', async () => {
  await using folder = await scratchFolder()
  // Run by root, PostgreSQL is another user, who must get in.
  await chmod(folder.path, 0o755)
  const said = await walk(WALKED.in_place[0], ['--own-postgres'], {
    DATABASE_URL: '',
    NATS_URL: 'nats://127.0.0.1:9',
    DEV_DATA_DIR: folder.path,
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
