/** What the wallet has of a chain's token, asked of the configured node. */
import { formatUnits } from '@pursestrings/protocol/amount'
import { isNetwork, ledgerOf, networkOf } from '@pursestrings/protocol/networks'
import { openedDevice } from '../../keys/session.ts'
import { chainOf } from './evm-side.ts'

export interface TokenBalance {
  readonly address: string
  readonly asset: string
  readonly available: string
}

export const readTokenBalance = async (network: string): Promise<TokenBalance | null> => {
  const { evm_address: address } = openedDevice()
  const ledger = ledgerOf(network)
  if (address === undefined || !isNetwork(network) || ledger?.kind !== 'evm') return null
  const { asset, decimals } = networkOf(network)
  const units = await (await chainOf(network)).balance(ledger.token.contract, address)
  return { address, asset, available: formatUnits(units, decimals) }
}
