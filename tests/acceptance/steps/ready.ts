/** Everything up to an agent that can ask a wallet for payments to a payee. */
import type { AgentClient, MerchantClient, PaymentInput, PaymentWanted, WalletClient } from '@pursestrings/sdk'
import type { Place } from '../place.ts'
import { registerAgent } from './agent.ts'
import { type Connect, connectByKey } from './connect.ts'
import { type Payee, preparePayee, signInAsMerchant } from './merchant.ts'
import { registerWallet } from './wallet.ts'

/** An organization with a payee. */
export interface Shop {
  readonly merchant: MerchantClient
  readonly payee: Payee
}

export interface Ready extends Shop {
  readonly agent: AgentClient
  readonly wallet: WalletClient
  readonly connection_id: string
  /** Asks for 12.5 XLM, unless `more` says otherwise. */
  ask(task_ref: string, more?: Partial<PaymentWanted>): Promise<PaymentInput>
}

export const openShop = async (place: Place): Promise<Shop> => {
  const merchant = await signInAsMerchant(place)
  return { merchant, payee: await preparePayee(place, merchant) }
}

export interface Pairing {
  readonly connect?: Connect
  readonly wallet?: WalletClient
}

/** A new agent of the shop and a new wallet, connected. */
export const getReady = async (
  place: Place,
  { connect = connectByKey, wallet: known }: Pairing = {},
  shop?: Shop,
): Promise<Ready> => {
  const { merchant, payee } = shop ?? (await openShop(place))
  const [agent, wallet] = [await registerAgent(place, merchant), known ?? (await registerWallet(place))]
  const connection_id = await connect(agent, wallet)
  const { recipient_id, recipient_version_id } = payee
  return {
    merchant,
    agent,
    wallet,
    payee,
    connection_id,
    ask: (task_ref, more = {}) =>
      agent.requestPayment({ task_ref, recipient_id, recipient_version_id, amount: '12.5', ...more }),
  }
}
