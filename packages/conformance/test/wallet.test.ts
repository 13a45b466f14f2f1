/** The kit against wallets: one that does everything right, a careless one, and our own. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { failureOf, failureText } from '../../cli/src/failure.ts'
import { createProgram } from '../../cli/src/program.ts'
import { linesOf, notMet } from '../src/report.ts'
import type { Drive } from '../src/wallet/drive.ts'
import { runWallet } from '../src/wallet/run-wallet.ts'
import { carelessWallet, FAULTS, type WalletFault } from './careless-wallet.ts'

/** The command line's test wallet in this process, with what it shows. */
const ourWallet = (): Drive => {
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

afterEach(() => vi.unstubAllEnvs())

test('a wallet that does everything right breaks no sentence', async () => {
  expect(notMet(await runWallet({ drive: carelessWallet(), slow_ms: 200 }))).toEqual([])
})

test("the command line's own wallet breaks no sentence", async () => {
  const book = await runWallet({ drive: ourWallet(), slow_ms: 200 })
  expect([notMet(book), linesOf(book).at(-1)]).toEqual([[], expect.stringContaining(' 0 not met')])
}, 60_000)

test('each fault of a careless one is named', async () => {
  const faults: readonly WalletFault[] = [
    'grants all that there is',
    'prints its token',
    'leaves the memo out',
    'takes any statement',
    'believes every key that is served',
    "takes any service's facts",
    'reports a no as failed',
    'signs another status',
    'pays again what is pending again',
    'comes back at once',
    'prints whatever the agent says',
    'keeps a token after 401',
    'follows where it is led',
  ]
  const found = notMet(await runWallet({ drive: carelessWallet(...faults), slow_ms: 200 }))
  expect(found.toSorted()).toEqual([...new Set(faults.flatMap((one) => FAULTS[one]))].toSorted())
})

test('a command that starts no wallet is told', async () => {
  const drive = () => Promise.resolve({ worked: false, text: 'not found' })
  await expect(runWallet({ drive })).rejects.toThrow("The wallet didn't register at")
})
