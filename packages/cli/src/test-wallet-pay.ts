/**
 * The test wallet and agent payments: it claims each before it names a transaction, as a wallet must before it signs. The
 * transaction is made up, so it pays on test networks only.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { AgentPayment, WalletClient } from '@countersign/sdk'
import { failed } from './stop.ts'
import { NO_LEDGER } from './test-wallet.ts'

/** With `lies`, a transaction that no ledger knows, and not a word that it is made up. */
export const pay = async (wallet: WalletClient, id: string, { lies }: { lies: boolean }): Promise<AgentPayment> => {
  const { transaction_hash } = await wallet.payAgentPayment(id, ({ facts, agent_payment }) => {
    const { network } = facts.payment
    if (!network.endsWith('_testnet')) {
      throw failed(`This payment is about money on ${network}.`, 'The test wallet pays on test networks only.')
    }
    const made_up = createHash('sha256').update(`countersign test wallet\n${agent_payment.facts_digest}`).digest('hex')
    return Promise.resolve({ transaction_hash: lies ? randomBytes(32).toString('hex') : made_up })
  })
  const reason = lies ? {} : { reason: NO_LEDGER }
  return wallet.agentPayments.reportStatus(id, { status: 'settled', transaction_hash, ...reason })
}

export const rejectPayment = (wallet: WalletClient, id: string, reason: string): Promise<AgentPayment> =>
  wallet.agentPayments.reportStatus(id, { status: 'rejected', reason })
