/** A wallet as a process: it approves what its person tells it to, pays within its limits by itself, and goes on where its journal says. */
import { addressOfKey } from '@pursestrings/evm/address'
import { signAuthorization } from '@pursestrings/evm/sign-authorization'
import { createWalletClient } from '@pursestrings/sdk'
import { createAuthorizer } from '@pursestrings/signing/evm/authorizer'
import { createChainClient } from '@pursestrings/signing/evm/chain-client'
import { journalIn } from '@pursestrings/signing/journal'
import { fileLock, fileStore } from '@pursestrings/signing/node/file-store'
import { CHAIN_ID } from '../eip712.ts'
import type { WalletDid, WalletOrder, WalletOrders } from './orders.ts'

const orders = JSON.parse(process.argv[2] ?? '{}') as WalletOrders
const { base_url, audience, pinned_keys, device_id, token, connection_id, rpc_url, folder, agent_key, agreed } = orders
const key = Uint8Array.from(Buffer.from(orders.key, 'hex'))
const wallet = createWalletClient({ base_url, audience, pinned_keys, device_id, token })
const payer = createAuthorizer({
  wallet,
  service: audience,
  chain: createChainClient({ rpc_url, chain_id: CHAIN_ID }),
  journal: journalIn(fileStore(folder)),
  lock: fileLock(folder),
  signer: {
    address: () => Promise.resolve(addressOfKey(key)),
    sign: (authorization, domain) => Promise.resolve(signAuthorization(authorization, domain, key)),
  },
  isKnownAgentKey: (_connection_id, known) => known === agent_key,
})

const done = async (order: WalletOrder): Promise<string> => {
  if (order.does === 'resume') return (await payer.resume()).map(({ result }) => result.is).join(' ')
  const { request_id, facts_digest, kind } = order
  if (order.does === 'approve') {
    const within = order.by_policy && agreed ? { within: agreed } : {}
    const result = await payer.pay({ request_id, connection_id, facts_digest, kind, ...within })
    return result.is === 'refused' ? `refused: ${result.findings.map(({ code }) => code).join(' ')}` : result.is
  }
  if (kind === 'agent_payment') await wallet.agentPayments.reportStatus(request_id, { status: 'rejected' })
  else await wallet.paymentRequests.reportStatus(request_id, { status: 'rejected', connection_id })
  return 'rejected'
}

process.on('message', (order: WalletOrder) => {
  void done(order)
    .catch((failure: unknown) => `failed: ${failure instanceof Error ? failure.message : String(failure)}`)
    .then((result) => process.send?.({ id: order.id, result } satisfies WalletDid))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
