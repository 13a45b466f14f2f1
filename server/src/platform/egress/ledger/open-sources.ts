/** The sources that settings name, ready to be asked. */
import type { Network } from '@pursestrings/protocol/network-names'
import { stellarPassphrase } from '@pursestrings/protocol/networks'
import type { HttpsClient } from '../https-client.ts'
import { horizonSource } from './horizon-source.ts'
import { ledgerHttp } from './ledger-http.ts'
import type { LedgerSource } from './ledger-source.ts'
import { type LedgerSourceSetting, quorumOf } from './read-ledger-sources.ts'
import { rpcSource } from './rpc-source.ts'

export interface ObservedNetwork {
  readonly network: Network
  readonly passphrase: string
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

export const openNetworks = ({ sources, quorum, https, now }: Setting): ObservedNetwork[] =>
  [...new Set(sources.map(({ network }) => network))].map((network) => {
    const own = sources.filter((source) => source.network === network)
    const passphrase = stellarPassphrase(network) ?? ''
    return {
      network,
      passphrase,
      quorum: quorumOf(own, network, quorum),
      simulated: own.some(({ simulated }) => simulated),
      sources: own.map((source) => {
        const http = ledgerHttp(https, source.name)
        return source.api === 'rpc'
          ? rpcSource(source, { http, passphrase, now })
          : horizonSource(source, { http, passphrase })
      }),
    }
  })
