import * as contract from '@pursestrings/contract/agent-credentials/operations'
import { idOf, uuidOf } from '@pursestrings/contract/wire/ids'
import type { Route } from '../../platform/http/route.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { activateCredential } from './activate-credential.ts'
import { type CredentialName, credentialOnWire } from './agent-credentials.store.ts'
import { registerCredential } from './register-credential.ts'
import { revokeCredential } from './revoke-credential.ts'

const nameOf = (params: { agent_id: string; credential_id: string }): CredentialName => ({
  agent_id: uuidOf('agt', params.agent_id),
  credential_id: uuidOf('crd', params.credential_id),
})

export const agentCredentialRoutes = (route: Route, { transactions }: { transactions: Transactions }): void => {
  route(contract.registerCredential, ({ caller: { merchant_id, account_id }, params, body }) => {
    const input = { ...body, agent_id: uuidOf('agt', params.agent_id), account_id }
    return transactions.asTenant(merchant_id, (tx) => registerCredential(tx, input))
  })

  route(contract.activateCredential, async ({ caller: { merchant_id, account_id }, params, body }) => {
    const input = { ...body, account_id }
    const row = await transactions.asTenant(merchant_id, (tx) => activateCredential(tx, nameOf(params), input))
    return { credential: credentialOnWire(row) }
  })

  route(contract.revokeCredential, async ({ caller: { merchant_id, account_id }, params }) => {
    const row = await transactions.asTenant(merchant_id, (tx) =>
      revokeCredential(tx, nameOf(params), idOf('acc', account_id)),
    )
    return { credential: credentialOnWire(row) }
  })
}
