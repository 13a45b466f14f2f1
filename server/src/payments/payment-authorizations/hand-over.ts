/**
 * A wallet hands over what it signed, and the agent fetches it. Both name the payment, of either kind; who may is decided by
 * how it is found: by the wallet that was asked, by the connection that asks, or by the project. To others it is not there.
 */
import {
  AUTHORIZATION_KEPT_S,
  authorizationErased,
  authorizationFixed,
  authorizationNotTaken,
  authorizationNotThere,
  authorizationTooEarly,
  type readPaymentAuthorization as readOperation,
} from '@pursestrings/contract/payment-authorizations/operations'
import { idOf, NIL_UUID, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { methodOf } from '@pursestrings/protocol/payment-facts'
import type pg from 'pg'
import type { CallerOf, DeviceCaller } from '../../platform/credentials/callers.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findPayment } from '../agent-payments/reach-payment.ts'
import { findAgentRequest } from '../payment-requests/read-payment-requests.ts'
import type { VersionFacts } from '../payment-requests/version-facts.ts'
import { findWalletRequest } from '../payment-requests/wallet-requests.ts'
import { type AuthorizationRow, findAuthorization, keepAuthorization } from './payment-authorizations.store.ts'

export interface Deps {
  readonly transactions: Transactions
  readonly pool: pg.Pool
  readonly versionFacts: VersionFacts
}

interface HandedOver {
  readonly request_id: string
  readonly sealed: string
  readonly connection_id?: string | undefined
}

interface Payment {
  readonly merchant_id: Uuid
  readonly connection_id: Uuid
  readonly payment_id: Uuid
  readonly recipient_version_id: Uuid
  readonly expires_at: Date
}

const REFUSED = { authorizationErased, authorizationFixed, authorizationTooEarly }

export const putAuthorization = async (deps: Deps, caller: DeviceCaller, given: HandedOver) => {
  const payment = await paymentOfWallet(deps, caller, given)
  const { merchant_id, payment_id, connection_id } = payment
  const version = await deps.versionFacts(payment.recipient_version_id)
  if (!version || methodOf(version.reference) === null) throw new Refusal(authorizationNotTaken)
  const kept_until = keptUntil(payment)
  const sealed = Buffer.from(given.sealed, 'base64url')
  return deps.transactions.asTenant(merchant_id, async (tx) => {
    const { device_id } = caller
    const verdict = await keepAuthorization(tx, { payment_id, connection_id, device_id, sealed, kept_until })
    const refused = Object.values(REFUSED).find(({ code }) => code === verdict)
    if (refused) throw new Refusal(refused)
    return shown(await findAuthorization(tx, payment_id, kept_until))
  })
}

export const readAuthorization = async (deps: Deps, caller: CallerOf<typeof readOperation>, request_id: string) => {
  const payment = await paymentOfAgent(deps, caller, request_id)
  return deps.transactions.asTenant(payment.merchant_id, async (tx) =>
    shown(await findAuthorization(tx, payment.payment_id, keptUntil(payment))),
  )
}

const shown = (found: AuthorizationRow | 'erased' | undefined) => {
  if (found === undefined) throw new Refusal(authorizationNotThere)
  if (found === 'erased') throw new Refusal(authorizationErased)
  const { connection_id, sealed, put_at, kept_until } = found
  return {
    connection_id: idOf('con', connection_id),
    sealed: sealed.toString('base64url'),
    put_at: put_at.toISOString(),
    kept_until: kept_until.toISOString(),
  }
}

const keptUntil = ({ expires_at }: Payment): Date => new Date(expires_at.getTime() + AUTHORIZATION_KEPT_S * 1000)

const paymentOfWallet = async (deps: Deps, caller: DeviceCaller, named: HandedOver): Promise<Payment> => {
  const agent_payment_id = uuidOf('apy', named.request_id)
  if (agent_payment_id !== NIL_UUID)
    return { ...(await findPayment(deps, caller, agent_payment_id)), payment_id: agent_payment_id }
  const row = await findWalletRequest(deps.transactions, caller, named)
  return { ...row, payment_id: row.payment_request_id }
}

const paymentOfAgent = async (
  deps: Deps,
  caller: CallerOf<typeof readOperation>,
  request_id: string,
): Promise<Payment> => {
  if (caller.kind === 'api_key') {
    const payment_id = uuidOf('apy', request_id)
    return { ...(await findPayment(deps, caller, payment_id)), payment_id }
  }
  const row = await findAgentRequest(deps.transactions, caller, request_id)
  return { ...row, payment_id: row.payment_request_id }
}
