/** The quickstarts, word for word, in a tree as `git clone` and `npm install` leave it, one reader after the other. */
import { chmod } from 'node:fs/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { expectCleanStop } from './clean-stop.ts'
import { type Clone, makeClone } from './clone.ts'
import { type DevRun, startDev } from './dev-run.ts'
import { readWalks } from './document-steps.ts'
import { expectPromises, scratchFolder, WALK_MS_MAX } from './document-walk.ts'
import { createScratchDatabase, type ScratchDatabase } from './scratch-database.ts'
import { WALKED } from './walked-documents.ts'

vi.setConfig({ testTimeout: WALK_MS_MAX })

const AGENT = 'docs/quickstart-agent.md'
const OPERATOR = 'docs/install.md'
const FIVE_MINUTES_MS = 300_000

const begun = Date.now()
let database: ScratchDatabase
let clone: Clone
let dev: DevRun
beforeAll(async () => {
  clone = await makeClone()
  database = await createScratchDatabase()
  dev = await startDev([], { DATABASE_URL: database.url }, clone.folder)
})
afterAll(async () => {
  await dev?.stop()
  await database?.drop()
  await clone?.remove()
})

test('from a clone to the first approved payment it takes less than five minutes', async () => {
  const [walk] = readWalks(AGENT)
  const approved = walk?.steps.findIndex(({ lines }) => lines.includes('wallet approve')) ?? -1
  const [ran] = await expectPromises(AGENT, dev, { cwd: clone.folder })
  const took_ms = (ran?.[approved]?.ended ?? Number.NaN) - begun
  console.log(`from clone to approved payment: ${(took_ms / 1000).toFixed(1)} s, without npm install`)
  expect(took_ms).toBeLessThan(FIVE_MINUTES_MS)
})

test.each(WALKED.in_clone.filter((document) => document !== AGENT && document !== OPERATOR))(
  'the lines of %s give its answers',
  async (document) => {
    await expectPromises(document, dev, { cwd: clone.folder })
  },
)

test("the operator's lines run in production, with a login that owns nothing", async () => {
  const own = await createScratchDatabase()
  const logins = await own.createLogins()
  try {
    const settings = { DATABASE_OWNER_URL: own.url, ...logins, DNS_SERVERS: '127.0.0.1,127.0.0.2' }
    await expectPromises(OPERATOR, dev, { cwd: clone.folder, settings })
  } finally {
    await own.drop()
  }
})

test('the lines of docs/authentication.md give its answers on a PostgreSQL that npm run dev starts, and Ctrl-C leaves nothing', async () => {
  await using folder = await scratchFolder()
  // Run by root, PostgreSQL is another user, who must get in.
  await chmod(folder.path, 0o755)
  const settings = { DATABASE_URL: '', NATS_URL: 'nats://127.0.0.1:9', DEV_DATA_DIR: folder.path }
  const own = await startDev(['--own-postgres'], settings)
  onTestFinished(() => own.stop())
  await expectPromises(WALKED.in_place[0], own)
  await expectCleanStop(own)
  expect(own.said()).toContain('postgres: started on 127.0.0.1:')
  expect(own.said()).toContain('nats: none answers')
})
