import { globSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type DevRun, ROOT, startDev } from './dev-run.ts'
import { readWalks } from './document-steps.ts'
import { expectPromises, scratchFolder, WALK_MS_MAX, WALKED } from './document-walk.ts'
import { createScratchDatabase, type ScratchDatabase } from './scratch-database.ts'

vi.setConfig({ testTimeout: WALK_MS_MAX })

/** Ctrl-C leaves no process and no taken port. */
async function expectCleanStop(dev: DevRun): Promise<void> {
  expect(dev.processes().length).toBeGreaterThanOrEqual(3)
  await dev.stop()
  expect(dev.processes()).toEqual([])
  expect(dev.said()).toMatch(/dev +stopped\n$/)
  await expect(listenOn(Number(new URL(dev.base_url).port))).resolves.toBe('free')
}

function listenOn(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => server.close(() => resolve('free')))
  })
}

test('every document with lines to copy is walked', () => {
  const files = globSync('**/*.md', {
    cwd: ROOT,
    exclude: (path) => /(^|\/)(node_modules|dist|\.countersign|site\/src\/content)$/.test(path),
  })
  const written = files.filter((file) => readWalks(file).some(({ steps }) => steps.length > 0))
  expect(written.toSorted()).toEqual([...WALKED.in_place, ...WALKED.in_clone].toSorted())
})

test('the way of a session ends with it closed, as its last two answers show', () => {
  const [session] = readWalks(WALKED.in_place[0])
  const answers = session?.steps.flatMap(({ promised }) => (promised === undefined ? [] : [promised]))
  expect(answers?.slice(-2)).toEqual([
    { ok: true, closed: true },
    { ok: false, code: 'credential_invalid' },
  ])
})

describe('on a PostgreSQL that is already there', () => {
  let database: ScratchDatabase
  let dev: DevRun
  beforeAll(async () => {
    database = await createScratchDatabase()
    dev = await startDev([], { DATABASE_URL: database.url })
  })
  afterAll(async () => {
    await dev?.stop()
    await database?.drop()
  })

  test.each(WALKED.in_place.slice(1))('the lines of %s give its answers', async (document) => {
    await expectPromises(document, dev)
  })

  test('the service believes the practice ledger from the first payment on', () => {
    expect(dev.said()).toContain('payment_requests.report_status')
    expect(dev.said()).not.toContain('a source of the ledger could not be used')
  })

  test('Ctrl-C leaves nothing', () => expectCleanStop(dev))
})

test('the lines of docs/signing-in.md give its answers on a PostgreSQL that npm run dev starts, and Ctrl-C leaves nothing', async () => {
  await using folder = await scratchFolder()
  // Run by root, PostgreSQL is another user, who must get in.
  await chmod(folder.path, 0o755)
  const settings = { DATABASE_URL: '', NATS_URL: 'nats://127.0.0.1:9', DEV_DATA_DIR: folder.path }
  const dev = await startDev(['--own-postgres'], settings)
  onTestFinished(() => dev.stop())
  await expectPromises(WALKED.in_place[0], dev)
  await expectCleanStop(dev)
  expect(dev.said()).toContain('postgres: started on 127.0.0.1:')
  expect(dev.said()).toContain('nats: none answers')
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
