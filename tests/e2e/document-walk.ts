/** Walks a document as its reader would: in a shell of its own, with a home of its own, and nothing left behind. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { until } from '../../server/test/until.ts'
import { freePort } from '../../tools/dev/free-port.ts'
import { type DevRun, processesWith, ROOT } from './dev-run.ts'
import { answerOf, asPromised, type Ran, readWalks, runSteps, type Step } from './document-steps.ts'

/** A machine that is busy starts programs slowly, and these lines start many. */
export const WALK_MS_MAX = 240_000

export const scratchFolder = async (): Promise<AsyncDisposable & { readonly path: string }> => {
  const path = await mkdtemp(join(tmpdir(), 'pursestrings-e2e-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

type Settings = Readonly<Record<string, string>>

const NPM_AS_NEW: Settings = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) => /^npm_config_/i.test(name))
    .map((name) => [name, '']),
)

/** What a reader's shell would not have, and what tells the lines where this run is. */
const settingsFor = async ({ base_url, mail_url, site_folder }: DevRun): Promise<Settings> => ({
  BASE: base_url,
  MAIL: mail_url,
  SITE: site_folder,
  PORT: String(await freePort()),
  PURSESTRINGS_BASE_URL: base_url,
  DEV_SITE_DIR: site_folder,
  PURSESTRINGS_CONFIG_DIR: '',
  PURSESTRINGS_PROFILE: '',
  XDG_CONFIG_HOME: '',
  BASE_URL: '',
  // What npm would ask the network for, or leave behind, is not the document's doing; and neither is what it was set to for whoever
  // runs the tests, of which it would warn in every answer.
  ...NPM_AS_NEW,
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
})

interface Where {
  readonly cwd?: string
  readonly settings?: Settings
  /** `any`: it is enough that every line succeeds. */
  readonly answers?: 'as promised' | 'any'
}

/** Every answer of the document is what the lines above it print, in every walk; no file and no process is left. */
export const expectPromises = async (
  document: string,
  dev: DevRun,
  { cwd = ROOT, settings = {}, answers = 'as promised' }: Where = {},
): Promise<readonly (readonly Ran[])[]> => {
  const ran: (readonly Ran[])[] = []
  for (const { steps } of readWalks(document)) ran.push(await expectWalk(steps, dev, { cwd, settings, answers }))
  return ran
}

const expectWalk = async (
  steps: readonly Step[],
  dev: DevRun,
  { cwd, settings, answers }: Required<Where>,
): Promise<readonly Ran[]> => {
  await using home = await scratchFolder()
  await using scratch = await scratchFolder()
  const run = randomUUID()
  const environment = {
    ...(await settingsFor(dev)),
    HOME: home.path,
    TMPDIR: scratch.path,
    PURSESTRINGS_WALK: run,
    ...settings,
  }
  const ran = await runSteps(steps, { cwd, environment })
  if (answers === 'as promised') {
    const given = steps.map((step, i) => asPromised(answerOf(ran[i] as Ran, step), step.promised))
    expect(given).toEqual(steps.map(({ promised }) => promised))
  }
  expect(await readdir(scratch.path)).toEqual([])
  await until(() => processesWith(`PURSESTRINGS_WALK=${run}`).length === 0)
  return ran
}
