/** Networks and rails as fields of a record. */
import { NETWORK_NAMES, RAILS } from '@pursestrings/protocol/network-names'
import { Type } from 'typebox'

export const NetworkName = Type.Enum([...NETWORK_NAMES], {
  type: 'string',
  description: 'the ledger on which the payment is made',
  examples: ['stellar_testnet'],
})
export const RailName = Type.Enum([...RAILS], {
  type: 'string',
  description: 'how the asset moves on its network',
  examples: ['stellar_xlm'],
})
