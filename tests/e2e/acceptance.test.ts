/**
 * The acceptance suite as a stranger has it: its folder and the packed SDK, nothing else of this tree, against a service with api
 * and worker as processes of their own. `npm run check -- --full` runs the published program.
 */
import { execFile } from 'node:child_process'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readJourneys } from '../../tools/generate/journeys.ts'
import { packageServer } from '../../tools/release/package-server.ts'
import { type DevRun, ROOT, startDev } from './dev-run.ts'
import { scratchFolder } from './document-walk.ts'
import { createScratchDatabase, type ScratchDatabase } from './scratch-database.ts'

const run = promisify(execFile)
const FULL = process.env['CHECK_FULL'] === '1'

let database: ScratchDatabase
let dev: DevRun
let folder: Awaited<ReturnType<typeof scratchFolder>>
beforeAll(async () => {
  folder = await scratchFolder()
  database = await createScratchDatabase()
  dev = await startDev([], {
    DATABASE_URL: database.url,
    RATE_LIMIT_SCALE: '10',
    ...(FULL && { DEV_SERVER: join(await packageServer(join(folder.path, 'server')), 'lib/server/src/main.js') }),
  })
})
afterAll(async () => {
  await dev?.stop()
  await database?.drop()
  await folder?.[Symbol.asyncDispose]()
})

const installSdk = async (): Promise<void> => {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder.path], {
    cwd: join(ROOT, 'packages/sdk'),
  })
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as { filename: string }[]
  await writeFile(join(folder.path, 'package.json'), '{ "name": "stranger", "private": true, "type": "module" }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed?.filename}`], { cwd: folder.path })
}

const LEFT_OUT = 'Nobody answers in time, so the request expires'

test('every journey and rule holds for a stranger with the published SDK', async () => {
  await installSdk()
  await cp(join(ROOT, 'tests/acceptance'), join(folder.path, 'acceptance'), { recursive: true })
  const where = ['--base-url', dev.base_url, '--mail-url', dev.mail_url, '--site', dev.site_folder]
  const { stdout: printed } = await run(process.execPath, ['acceptance/run.ts', ...where, '--quick'], {
    cwd: folder.path,
    env: { PATH: process.env['PATH'] },
  }).catch(({ stdout, stderr }: { stdout: string; stderr: string }) => {
    throw new Error(`${stdout}\n${stderr}\n${dev.said()}`)
  })
  const lines = printed.trimEnd().split('\n')
  expect(lines.filter((line) => line.startsWith('skipped'))).toEqual([
    `skipped: ${LEFT_OUT} (takes a minute; left out by --quick)`,
  ])
  const missing = readJourneys(ROOT).filter(({ name }) => !printed.includes(`✔ ${name} (`) && name !== LEFT_OUT)
  expect(missing, 'journeys that docs/journeys.md lists and this run did not perform').toEqual([])
  expect(lines.at(-1)).toMatch(/^\d{2,} passed, 0 failed$/)
})
