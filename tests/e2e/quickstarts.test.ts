/** The quickstarts, word for word, in a tree as `git clone` and `npm install` leave it, one reader after the other. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Clone, makeClone } from './clone.ts'
import { type DevRun, ROOT, startDev } from './dev-run.ts'
import { readWalks } from './document-steps.ts'
import { expectPromises, WALK_MS_MAX, WALKED } from './document-walk.ts'
import { createScratchDatabase, type ScratchDatabase } from './scratch-database.ts'

vi.setConfig({ testTimeout: WALK_MS_MAX })

const AGENT = 'docs/quickstart-agent.md'
const OPERATOR = 'docs/quickstart-operator.md'
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

test('the programs that the quickstarts show are those of examples/', () => {
  const shown = ['agent', 'merchant', 'wallet', 'operator'].flatMap((reader) => {
    const text = readFileSync(join(ROOT, `docs/quickstart-${reader}.md`), 'utf8')
    return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, program = '']) => program)
  })
  const programs = ['agent/ask.ts', 'wallet/wallet.ts'].map((file) =>
    readFileSync(join(ROOT, 'examples', file), 'utf8'),
  )
  expect(shown.length).toBe(programs.length)
  for (const program of shown) expect(programs.some((whole) => whole.includes(program))).toBe(true)
})

test('the lines that README shows are run by a quickstart', () => {
  const quickstart = readFileSync(join(ROOT, AGENT), 'utf8')
  const lines = readFileSync(join(ROOT, 'README.md'), 'utf8').match(/^(npm|npx) .+$/gm) ?? []
  expect(lines.length).toBeGreaterThanOrEqual(5)
  for (const line of lines) expect(quickstart).toContain(line.replace(/ task-….*$/, ''))
})
