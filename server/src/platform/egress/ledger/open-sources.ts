/** The sources that settings name, ready to be asked. */
import type { Network } from '@pursestrings/protocol/network-names'
import type { HttpsClient } from '../https-client.ts'
import { ledgerHttp } from './ledger-http.ts'
import type { LedgerSource } from './ledger-source.ts'
import { type LedgerReading, ledgerModuleOf } from './ledgers.ts'
import { type LedgerSourceSetting, quorumOf } from './read-ledger-sources.ts'

export interface ObservedNetwork {
  readonly network: Network
  readonly reading: LedgerReading
  readonly sources: readonly LedgerSource[]
  readonly quorum: number
  readonly simulated: boolean
}

interface Setting {
  readonly sources: readonly LedgerSourceSetting[]
  readonly quorum: number
  readonly https: HttpsClient
  readonly now: () => number
}

export const openNetworks = ({ sources, quorum, https, now }: Setting): Promise<ObservedNetwork[]> =>
  Promise.all(
    [...new Set(sources.map(({ network }) => network))].map(async (network) => {
      const own = sources.filter((source) => source.network === network)
      const reading = await ledgerModuleOf(network)?.reading()
      if (reading === undefined) throw new Error(`settings name sources of ${network}, which nobody here can read`)
      return {
        network,
        reading,
        quorum: quorumOf(own, network, quorum),
        simulated: own.some(({ simulated }) => simulated),
        sources: own.map((source) => reading.openSource(source, { http: ledgerHttp(https, source.name), now })),
      }
    }),
  )
