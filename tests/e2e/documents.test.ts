import { globSync } from 'node:fs'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { expectCleanStop } from './clean-stop.ts'
import { type DevRun, ROOT, startDev } from './dev-run.ts'
import { readWalks } from './document-steps.ts'
import { expectPromises, WALK_MS_MAX } from './document-walk.ts'
import { createScratchDatabase, type ScratchDatabase } from './scratch-database.ts'
import { WALKED } from './walked-documents.ts'

vi.setConfig({ testTimeout: WALK_MS_MAX })

test('every document with lines to copy is walked', () => {
  const files = globSync('**/*.md', {
    cwd: ROOT,
    exclude: (path) => /(^|\/)(node_modules|dist|\.pursestrings|site\/src\/content)$/.test(path),
  })
  const written = files.filter((file) => readWalks(file).some(({ steps }) => steps.length > 0))
  expect(written.toSorted()).toEqual([...WALKED.in_place, ...WALKED.in_clone].toSorted())
})

test('the way of a session ends with it closed, as its last two answers show', () => {
  const [session] = readWalks(WALKED.in_place[0])
  const answers = session?.steps.flatMap(({ promised }) => (promised === undefined ? [] : [promised]))
  expect(answers?.slice(-2)).toEqual([
    { ok: true, closed: 1 },
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

  test.each(WALKED.in_place)('the lines of %s give its answers', async (document) => {
    await expectPromises(document, dev)
  })

  test('the service believes the practice ledger from the first payment on', () => {
    expect(dev.said()).toContain('payment_requests.report_status')
    expect(dev.said()).not.toContain('a source of the ledger could not be used')
  })

  test('Ctrl-C leaves nothing', () => expectCleanStop(dev))
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
