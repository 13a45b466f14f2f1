/** What the chain is made of: anvil's binary and USDC's code, installed and compiled the first time that somebody needs them. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { hashOf, kept } from '../../tools/dev/build-cache.ts'

const run = promisify(execFile)
const HERE = fileURLToPath(new URL('.', import.meta.url))
const MADE_FROM = ['package.json', 'package-lock.json', 'Usdc.sol', 'compile.mjs']

export interface ChainParts {
  readonly anvil: string
  /** What is sent to create the contract. */
  readonly creation_code: string
}

export const chainParts = async (): Promise<ChainParts> => {
  const hash = hashOf(process.platform, process.arch, ...MADE_FROM.map((name) => readFileSync(join(HERE, name))))
  const folder = await kept('evm-chain', hash, install)
  return { anvil: binaryIn(folder), creation_code: await readFile(join(folder, 'usdc.hex'), 'utf8') }
}

const install = async (folder: string): Promise<void> => {
  for (const name of MADE_FROM) await cp(join(HERE, name), join(folder, name))
  // On Windows npm is a .cmd file, which only a shell starts.
  const shell = process.platform === 'win32'
  const flags = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  await run('npm', flags, { cwd: folder, shell })
  await run(process.execPath, ['compile.mjs'], { cwd: folder })
  for (const name of ['solc', '@openzeppelin']) await rm(join(folder, 'node_modules', name), { recursive: true })
}

const CPU: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/** Its own launcher is a program in between, which would keep the signal to itself. */
const binaryIn = (folder: string): string => {
  const windows = process.platform === 'win32'
  const name = `@foundry-rs/anvil-${windows ? 'win32' : process.platform}-${CPU[process.arch] ?? process.arch}`
  try {
    return createRequire(join(folder, 'package.json')).resolve(`${name}/bin/anvil${windows ? '.exe' : ''}`)
  } catch (cause) {
    throw new Error(
      `anvil has no binary for ${process.platform} on ${process.arch}. Use one of Linux, macOS or Windows (x64).`,
      { cause },
    )
  }
}
