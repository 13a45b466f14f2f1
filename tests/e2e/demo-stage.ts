/** A service of the test's own with what `pursestrings demo` sets up: merchant, payee, agent, test wallet, connection. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bundled } from '../../tools/dev/bundled.ts'
import { type DevRun, startDev } from './dev-run.ts'
import { scratchFolder } from './document-walk.ts'
import { createScratchDatabase } from './scratch-database.ts'

const run = promisify(execFile)

export const CLI = await bundled('packages/cli')

export interface Kept {
  readonly base_url: string
  readonly pinned_keys: readonly string[]
  readonly session: { readonly email: string }
  readonly connection: { readonly connection_id: string; readonly connection_token: string }
  readonly payee: { readonly recipient_id: string; readonly recipient_version_id: string }
}

export interface DemoStage {
  readonly dev: DevRun
  /** A folder for the test, removed at the end. */
  readonly folder: string
  /** Where the command's profile is, and the service. */
  readonly environment: Readonly<Record<string, string>>
  profile(): Promise<Kept>
  pursestrings(...words: string[]): Promise<string>
  /** Lets the test wallet answer whatever it is asked in this way, until the stage is taken down. */
  answerEverything(behave: 'approve' | 'lie'): void
  stop(): Promise<void>
}

export const startDemo = async (settings: Readonly<Record<string, string>> = {}): Promise<DemoStage> => {
  const scratch = await scratchFolder()
  const database = await createScratchDatabase()
  const dev = await startDev([], { DATABASE_URL: database.url, RATE_LIMIT_SCALE: '10', ...settings })
  const environment = {
    PURSESTRINGS_CONFIG_DIR: join(scratch.path, 'profiles'),
    PURSESTRINGS_BASE_URL: dev.base_url,
  }
  const env = { ...process.env, ...environment }
  let wallet: ChildProcess | undefined
  const pursestrings = async (...words: string[]): Promise<string> =>
    (await run(process.execPath, [CLI, ...words], { cwd: scratch.path, env })).stdout
  await pursestrings('demo', '--site', dev.site_folder)
  return {
    dev,
    folder: scratch.path,
    environment,
    profile: async () => JSON.parse(await readFile(join(scratch.path, 'profiles/default.json'), 'utf8')) as Kept,
    pursestrings,
    answerEverything(behave) {
      wallet ??= spawn(process.execPath, [CLI, 'wallet', 'run', '--behave', behave], { env, stdio: 'ignore' })
    },
    async stop() {
      if (wallet && wallet.exitCode === null) {
        const ended = once(wallet, 'exit')
        wallet.kill('SIGINT')
        await ended
      }
      await dev.stop()
      await database.drop()
      await scratch[Symbol.asyncDispose]()
    },
  }
}
