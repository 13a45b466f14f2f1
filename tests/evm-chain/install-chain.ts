/** What the chain is made of: anvil's binary and USDC's code, installed and compiled the first time that somebody needs them. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { hashOf, kept } from '../../tools/dev/build-cache.ts'

const run = promisify(execFile)
const HERE = fileURLToPath(new URL('.', import.meta.url))
const MADE_FROM = ['package.json', 'package-lock.json', 'Usdc.sol', 'compile.mjs']

const PLATFORMS = new Set(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'])

export interface ChainParts {
  readonly anvil: string
  /** What is sent to create the contract. */
  readonly creation_code: string
}

export const chainParts = async (): Promise<ChainParts> => {
  if (!PLATFORMS.has(`${process.platform}-${process.arch}`))
    throw new Error(
      `anvil has no program for ${process.platform} on ${process.arch}. Use one of Linux, macOS or Windows (x64).`,
    )
  const hash = hashOf(process.platform, process.arch, ...MADE_FROM.map((name) => readFileSync(join(HERE, name))))
  const folder = await kept('evm-chain', hash, install)
  return { anvil: pathIn(folder), creation_code: await readFile(join(folder, 'usdc.hex'), 'utf8') }
}

const install = async (folder: string): Promise<void> => {
  for (const name of MADE_FROM) await cp(join(HERE, name), join(folder, name))
  // On Windows npm is a .cmd file, which only a shell starts.
  const shell = process.platform === 'win32'
  const flags = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  // Right after another installation npm has ended well and left packages out, for a while.
  for (let tries = 0; !isComplete(folder); tries++) {
    if (tries === INSTALLS_MAX)
      throw new Error(`npm left out packages of ${HERE}. See whether npm's registry answers, and start again.`)
    if (tries > 0) await sleep(2_000 * 2 ** tries)
    await run('npm', flags, { cwd: folder, shell })
  }
  await run(process.execPath, ['compile.mjs'], { cwd: folder })
  for (const name of ['solc', '@openzeppelin']) await rm(join(folder, 'node_modules', name), { recursive: true })
}

const INSTALLS_MAX = 5

const isComplete = (folder: string): boolean =>
  ['solc/package.json', '@openzeppelin/contracts/package.json'].every((name) =>
    existsSync(join(folder, 'node_modules', name)),
  ) && existsSync(pathIn(folder))

const CPU: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/** Its own launcher is a program in between, which would keep the signal to itself. */
const pathIn = (folder: string): string => {
  const windows = process.platform === 'win32'
  const name = `anvil-${process.platform}-${CPU[process.arch] ?? process.arch}`
  return join(folder, 'node_modules/@foundry-rs', name, `bin/anvil${windows ? '.exe' : ''}`)
}
