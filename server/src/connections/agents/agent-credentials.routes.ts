import * as contract from '@pursestrings/contract/agent-credentials/operations'
import { idOf, uuidOf } from '@pursestrings/contract/wire/ids'
import { beforeCursor, pageOf } from '../../platform/http/page.ts'
import type { Route } from '../../platform/http/route.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { activateCredential } from './activate-credential.ts'
import { type CredentialName, credentialOnWire, selectCredentials } from './agent-credentials.store.ts'
import { readAgent } from './agents.ts'
import { readCredential } from './read-credential.ts'
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

  route(contract.listCredentials, async ({ caller, params, query }) => {
    const { before, limit } = beforeCursor('crd', query)
    const rows = await transactions.asTenant(caller.merchant_id, async (tx) => {
      const { agent_id } = await readAgent(tx, uuidOf('agt', params.agent_id))
      return selectCredentials(tx, agent_id, before, limit + 1)
    })
    const { records, next_cursor } = pageOf(rows, limit, (last) => idOf('crd', last.credential_id))
    return { credentials: records.map(credentialOnWire), next_cursor }
  })

  route(contract.readCredential, async ({ caller, params }) => {
    const row = await transactions.asTenant(caller.merchant_id, (tx) => readCredential(tx, nameOf(params)))
    return { credential: credentialOnWire(row) }
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
