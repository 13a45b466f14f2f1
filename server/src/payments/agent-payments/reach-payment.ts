/** Who can reach a payment: its project, its organization, and the wallet that is to pay. To others it is not there. */
import { credentialInvalid, resourceNotFound } from '@pursestrings/contract/transport-errors'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import type { DeferredCaller } from '../../platform/credentials/callers.ts'
import { noteDeviceUse } from '../../platform/credentials/device-token.ts'
import { noteKeyUse } from '../../platform/credentials/merchant-key.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type PolicyCaller, reachOf } from '../automation-policies/reach-policy.ts'
import { type AgentPaymentRow, type Look, readAgentPayment } from './agent-payments.store.ts'

interface Deps {
  readonly pool: pg.Pool
  readonly transactions: Transactions
}

export type PaymentReader = PolicyCaller | DeferredCaller<'api_key' | 'device_token'>

/** As it stands. */
export const findPayment = async (
  deps: Deps,
  caller: PaymentReader,
  agent_payment_id: Uuid,
): Promise<Look & AgentPaymentRow> => {
  const found = await look(deps, caller, agent_payment_id)
  if (found.verdict === 'credential_invalid') throw new Refusal(credentialInvalid)
  if (found.verdict !== 'found') throw new Refusal(resourceNotFound, { authenticated: true })
  return found
}

const look = async ({ pool, transactions }: Deps, caller: PaymentReader, agent_payment_id: Uuid) => {
  if ('owner_id' in caller) {
    const { kind, token_hash } = caller
    const found = await readAgentPayment(pool, { kind, token_hash, agent_payment_id })
    const { unnoted_id } = found
    if (unnoted_id !== null && kind === 'device_token') {
      await transactions.asSystem((tx) => noteDeviceUse(tx, unnoted_id))
    } else if (unnoted_id !== null) {
      await noteUseOfKey({ transactions }, caller, unnoted_id)
    }
    return found
  }
  if (caller.kind === 'device_token') {
    return transactions.asWallet(caller, ({ client }) => readAgentPayment(client, { agent_payment_id }))
  }
  const { project_id } = reachOf(caller)
  return transactions.asTenant(caller.merchant_id, ({ client }) =>
    readAgentPayment(client, { project_id, agent_payment_id }),
  )
}

export const noteUseOfKey = (
  { transactions }: Pick<Deps, 'transactions'>,
  { share_key }: Pick<DeferredCaller, 'share_key'>,
  api_key_id: Uuid,
) => transactions.asSystem((tx) => noteKeyUse(tx, { merchant_id: share_key as Uuid, api_key_id }))
