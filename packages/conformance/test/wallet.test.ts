/** The kit against wallets: one that does everything right, a careless one, and our own. */
import { afterEach, expect, test, vi } from 'vitest'
import { linesOf, notMet } from '../src/report.ts'
import { runWallet } from '../src/wallet/run-wallet.ts'
import { carelessWallet, FAULTS, type WalletFault } from './careless-wallet.ts'
import { ourWallet } from './our-wallet.ts'

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
