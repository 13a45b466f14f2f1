/** The one spelling of a transaction's hash: Stellar's is hexadecimal in either case, and kept in lower case. */
import { NETWORKS, type Network, networkOf } from '@countersign/contract/wire/networks'

const isLowerCase = (network: Network): boolean => networkOf(network).address === 'stellar'

export const transactionHashOn = (network: Network, input: string): string =>
  isLowerCase(network) ? input.toLowerCase() : input

/** For statements that learn the network themselves. */
export const LOWER_CASE_NETWORKS: readonly Network[] = (Object.keys(NETWORKS) as Network[]).filter(isLowerCase)
