import * as contract from '@pursestrings/contract/pairing/operations'
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import type { Limits } from '../../platform/http/limits.ts'
import type { Route } from '../../platform/http/route.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { selectSession, sessionOnWire } from './pairing.store.ts'
import { approvePairing, exchangePairing, isCode, lookUpPairing, rejectPairing, startPairing } from './pairing.ts'

interface Deps {
  readonly transactions: Transactions
  readonly limits: Limits
  readonly base_url: string
}

const idIn = (params: { pairing_session_id: string }): Uuid => uuidOf('prs', params.pairing_session_id)

export const pairingRoutes = (route: Route, deps: Deps): void => {
  const { transactions, base_url } = deps

  route(contract.startPairing, ({ caller, body }) =>
    transactions.asTenant(caller.merchant_id, (tx) => startPairing(tx, caller, { scopes: body.scopes, base_url })),
  )

  route(contract.readPairing, async ({ caller: { merchant_id, agent_id }, params, query }) => {
    const row = await transactions.asTenant(merchant_id, (tx) => selectSession(tx, idIn(params), agent_id))
    if (!row || (query.code !== undefined && !isCode(query.code, row.code_hash))) throw new Refusal(resourceNotFound)
    return { pairing_session: sessionOnWire(row) }
  })

  route(contract.lookUpPairing, ({ caller: { device_id, wallet_id }, body: { code }, reply }) =>
    lookUpPairing(deps, { code, device_id, wallet_id, address: reply.request.ip }),
  )

  route(contract.approvePairing, ({ caller, params, body }) =>
    approvePairing(transactions, { pairing_session_id: idIn(params), wallet: caller, ...body }),
  )

  route(contract.rejectPairing, async ({ caller, params, body }) => {
    const row = await rejectPairing(transactions, { pairing_session_id: idIn(params), wallet: caller, ...body })
    return { pairing_session: sessionOnWire(row) }
  })

  route(contract.exchangePairing, ({ caller: { merchant_id, agent_id }, params }) =>
    transactions.asTenant(merchant_id, (tx) => exchangePairing(tx, idIn(params), agent_id)),
  )
}
