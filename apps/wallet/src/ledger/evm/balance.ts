/** What the wallet has of a chain's token, asked of the configured node. */
import { formatUnits } from '@pursestrings/protocol/amount'
import { isNetwork, ledgerOf, networkOf } from '@pursestrings/protocol/networks'
import { openedDevice } from '../../keys/session.ts'
import { settings } from '../../settings.ts'
import { chainOf } from './evm-side.ts'

export interface TokenBalance {
  readonly address: string
  readonly asset: string
  readonly available: string
}

const TIMEOUT_MS = 60_000

/** Test money, for the asking, where this installation names somebody who gives it. */
export const askForTestTokens = async (network: string): Promise<void> => {
  const { evm_address = '' } = openedDevice()
  const friendbot_url = (await settings()).chains?.[network]?.friendbot_url
  if (friendbot_url === undefined) throw new Error('nobody hands out test money here')
  const url = new URL(friendbot_url)
  url.searchParams.set('addr', evm_address)
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!answer.ok) throw new Error(`test money was refused: ${answer.status}`)
}

export const readTokenBalance = async (network: string): Promise<TokenBalance | null> => {
  const { evm_address: address } = openedDevice()
  const ledger = ledgerOf(network)
  if (address === undefined || !isNetwork(network) || ledger?.kind !== 'evm') return null
  const { asset, decimals } = networkOf(network)
  const units = await (await chainOf(network)).balance(ledger.token.contract, address)
  return { address, asset, available: formatUnits(units, decimals) }
}
