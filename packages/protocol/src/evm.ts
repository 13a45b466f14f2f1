/** What the table of networks says of EVM ledgers on which a token is paid by an authorization that the payer signs (EIP-3009). */
import type { Method, Reference } from './payment-facts.ts'

export interface EvmToken {
  /** EIP-55 spelling. */
  readonly contract: string
  /** Of the domain that is signed for (EIP-712). */
  readonly name: string
  readonly version: string
}

export const BASE_SEPOLIA_USDC = {
  contract: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  name: 'USDC',
  version: '2',
} as const satisfies EvmToken

/** Every signature is made for one chain and one token. Nobody reads a link with an authorization in it. */
export const evm = ({ chain_id, token }: { chain_id: number; token: EvmToken }) => ({
  kind: 'evm' as const,
  reference: 'authorization_nonce' as const satisfies Reference,
  method: 'evm.eip3009' as const satisfies Method,
  chain_id,
  token,
  link: (): undefined => undefined,
})
