/** Wallets that each do one thing wrong: the kit names exactly what they break. */
import { expect, test } from 'vitest'
import { notMet } from '../src/report.ts'
import { runWallet } from '../src/wallet/run-wallet.ts'
import { carelessWallet, FAULTS, type WalletFault } from './careless-wallet.ts'

test.each(Object.entries(FAULTS) as [WalletFault, readonly string[]][])('one that %s breaks %j', async (fault, at) => {
  const found = notMet(await runWallet({ drive: carelessWallet(fault), slow_ms: 200 }))
  expect(found.toSorted()).toEqual([...at].toSorted())
})
