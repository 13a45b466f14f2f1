/** EVM chains: the wallet signs an authorization, and hands it to the agent sealed. Whoever sells sends it. */
import { signAuthorization } from '@pursestrings/evm/sign-authorization'
import { ledgerOf } from '@pursestrings/protocol/networks'
import type { AuthorizationSigner } from '@pursestrings/signing/evm/authorization-signer'
import { createAuthorizer } from '@pursestrings/signing/evm/authorizer'
import { type ChainClient, createChainClient } from '@pursestrings/signing/evm/chain-client'
import { webLock } from '@pursestrings/signing/journal'
import { isKnownAgentKey } from '../../agents/agent-keys.ts'
import { api } from '../../client.ts'
import { openedDevice } from '../../keys/session.ts'
import { journal } from '../../paying/journal.ts'
import { settings } from '../../settings.ts'
import { type LedgerSide, NoLedgerError } from '../sides.ts'
import type { EvmKey } from './own-key.ts'

const chains = new Map<string, ChainClient>()

export const chainOf = async (network: string): Promise<ChainClient> => {
  const rpc_url = (await settings()).chains?.[network]?.rpc_url
  const ledger = ledgerOf(network)
  if (rpc_url === undefined || ledger?.kind !== 'evm') throw new NoLedgerError('this installation names no such chain')
  const chain = chains.get(network) ?? createChainClient({ rpc_url, chain_id: ledger.chain_id })
  chains.set(network, chain)
  return chain
}

const signerOf = (key: EvmKey): AuthorizationSigner => ({
  address: () => Promise.resolve(key.address),
  sign: (authorization, domain) => key.using((bytes) => signAuthorization(authorization, domain, bytes)),
})

export const evmSide: LedgerSide = {
  async payer(network, { wallet = api(), keys, tell, decide } = {}) {
    const [{ service_url }, chain] = await Promise.all([settings(), chainOf(network)])
    return createAuthorizer({
      wallet,
      service: service_url,
      chain,
      journal,
      lock: webLock(),
      signer: keys?.evm && signerOf(keys.evm),
      isKnownAgentKey,
      decide,
      tell,
    })
  },
  account() {
    const { evm_address } = openedDevice()
    if (evm_address === undefined) throw new NoLedgerError('this wallet has no such account yet')
    return evm_address
  },
  networks: async () => Object.keys((await settings()).chains ?? {}),
}
