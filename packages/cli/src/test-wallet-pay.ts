/**
 * The test wallet and agent payments. Where the service names a test ledger it pays there; else it claims each before it names
 * a transaction, as a wallet must before it signs, and the transaction is made up. So it pays on test networks only.
 */
import { createHash, randomBytes } from 'node:crypto'
import { type AgentPayment, isTestnet, type WalletClient } from '@pursestrings/sdk'
import type { ProfileStore } from './profile-store.ts'
import { failed } from './stop.ts'
import { NO_LEDGER } from './test-wallet.ts'
import { handOver } from './test-wallet-evm.ts'
import { payOnLedger } from './test-wallet-ledger.ts'

/** With `lies`, a transaction that no ledger knows, and not a word that it is made up. */
export const pay = async (
  profiles: ProfileStore,
  wallet: WalletClient,
  id: string,
  { lies }: { lies: boolean },
): Promise<AgentPayment> => {
  const paid = { kind: 'agent_payment', id } as const
  if (!lies && ((await payOnLedger(profiles, wallet, paid)) || (await handOver(profiles, wallet, paid))))
    return wallet.agentPayments.read(id)
  const { transaction_hash } = await wallet.payAgentPayment(id, ({ facts, agent_payment }) => {
    const { network } = facts.payment
    if (!isTestnet(network)) {
      throw failed(`This payment is on ${network}.`, 'The test wallet pays on test networks only.')
    }
    const made_up = createHash('sha256').update(`pursestrings test wallet\n${agent_payment.facts_digest}`).digest('hex')
    return Promise.resolve({ transaction_hash: lies ? randomBytes(32).toString('hex') : made_up })
  })
  const reason = lies ? {} : { reason: NO_LEDGER }
  return report(wallet, id, { status: 'settled', transaction_hash, ...reason })
}

export const rejectPayment = (wallet: WalletClient, id: string, reason: string): Promise<AgentPayment> =>
  report(wallet, id, { status: 'rejected', reason })

const report = async (
  wallet: WalletClient,
  id: string,
  reported: { status: 'settled' | 'rejected'; transaction_hash?: string | undefined; reason?: string },
): Promise<AgentPayment> => {
  const { connection_id, facts_digest } = await wallet.agentPayments.read(id)
  const signed = await wallet.signReport({ request_id: id, connection_id, facts_digest }, reported)
  return wallet.agentPayments.reportStatus(id, signed)
}
