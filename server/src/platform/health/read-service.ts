/** What everybody may know of the service: networks, where it looks at ledgers, thumbprints of its keys. */
import type { AnswerOf } from '@pursestrings/contract/operation'
import type { readService as contract } from '@pursestrings/contract/service/operations'
import type { Extensions } from '@pursestrings/contract/tiers'
import type { Network } from '@pursestrings/protocol/network-names'
import { networkOf } from '@pursestrings/protocol/networks'
import type { FactsKeys } from '../../transparency/facts-keys/facts-keys.ts'
import { thumbprintOf } from '../../transparency/facts-keys/facts-keys.ts'
import type { KeySource } from '../../transparency/facts-keys/read-facts-keys.ts'
import { type LedgerSourceSetting, operatorsOf, quorumOf } from '../egress/ledger/read-ledger-sources.ts'

export interface ServiceFacts {
  readonly version: string
  readonly base_url: string
  readonly wallet_url: string | undefined
  readonly networks_enabled: readonly Network[]
  readonly facts_keys: FactsKeys
  readonly receipt_keys: KeySource
  readonly ledger_sources: readonly LedgerSourceSetting[]
  readonly ledger_quorum: number
  readonly extensions: Extensions
}

export const serviceView = (facts: ServiceFacts): AnswerOf<typeof contract> => {
  const { version, base_url, wallet_url = null, networks_enabled, facts_keys, receipt_keys, extensions } = facts
  const receipt = extensions === 'all' ? receipt_keys().first : undefined
  return {
    service: {
      name: 'Pursestrings',
      version,
      base_url,
      wallet_url,
      networks: networks_enabled.map((network) => ({
        network,
        testnet: networkOf(network).testnet,
        ledger: ledgerOf(facts, network),
      })),
      extensions,
      facts_key: { kid: facts_keys.kid, thumbprint: facts_keys.thumbprint },
      receipt_key: receipt === undefined ? null : { kid: receipt.kid, thumbprint: thumbprintOf(receipt) },
    },
  }
}

function ledgerOf({ ledger_sources, ledger_quorum }: ServiceFacts, network: Network) {
  const own = ledger_sources.filter((source) => source.network === network)
  if (own.length === 0) return null
  const rpc_url = own.find(({ api }) => api === 'rpc' || api === 'jsonrpc')?.url
  const horizon_url = own.find(({ api }) => api === 'horizon')?.url
  const friendbot_url = own.find((source) => source.friendbot_url !== undefined)?.friendbot_url
  return {
    ...(rpc_url !== undefined && { rpc_url }),
    ...(horizon_url !== undefined && { horizon_url }),
    ...(friendbot_url !== undefined && { friendbot_url }),
    observers: [...operatorsOf(own, network)],
    quorum: quorumOf(own, network, ledger_quorum),
    simulated: own.some(({ simulated }) => simulated),
  }
}
