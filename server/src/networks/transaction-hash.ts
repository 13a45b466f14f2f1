/** The one spelling of a transaction's hash: Stellar's is hexadecimal in either case, and kept in lower case. */
import { type Network, networkOf } from '@countersign/contract/wire/networks'

export const transactionHashOn = (network: Network, input: string): string =>
  networkOf(network).address === 'stellar' ? input.toLowerCase() : input
