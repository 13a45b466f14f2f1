/** How many operators must say the same. One alone is enough only where there is but one, and then it is shown as one. */
import type { Network } from '@countersign/contract/wire/networks'
import { type LedgerSourceSetting, operatorsOf } from './read-ledger-sources.ts'

export const quorumOf = (
  sources: readonly LedgerSourceSetting[],
  network: Network,
  /** 0: nobody said. */
  setting: number,
): number => setting || Math.min(2, operatorsOf(sources, network).size)
