/** The command line's test wallet in this process, with what it shows. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { failureOf, failureText } from '../../cli/src/failure.ts'
import { createProgram } from '../../cli/src/program.ts'
import type { Drive } from '../src/wallet/drive.ts'

export const ourWallet = (): Drive => {
  const home = mkdtempSync(join(tmpdir(), 'pursestrings-home-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  vi.stubEnv('PURSESTRINGS_CONFIG_DIR', home)
  const run = async (...args: readonly string[]) => {
    const said: string[] = []
    const streams = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, 'write').mockImplementation((text) => said.push(String(text)) > 0),
    )
    try {
      await createProgram().parseAsync([...args], { from: 'user' })
      return { worked: true, text: said.join('') }
    } catch (thrown) {
      return { worked: false, text: [...said, failureText(failureOf(thrown))].join('') }
    } finally {
      for (const stream of streams) stream.mockRestore()
    }
  }
  return async (...words) => {
    const [verb, url = '', key = ''] = words
    if (verb !== 'register') return run('wallet', ...words)
    await run('init', '--base-url', url, '--pin', key)
    return run('wallet', verb)
  }
}
