import * as contract from '@countersign/contract/agent-credentials/operations'
import { idOf, uuidOf } from '@countersign/contract/wire/ids'
import type { Door } from '../http/door.ts'
import { beforeCursor, pageOf } from '../http/page.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { activateCredential } from './activate-credential.ts'
import { type CredentialName, credentialOnWire, selectCredentials } from './agent-credentials.store.ts'
import { readAgent } from './read-agent.ts'
import { readCredential } from './read-credential.ts'
import { registerCredential } from './register-credential.ts'
import { revokeCredential } from './revoke-credential.ts'

const nameOf = (params: { agent_id: string; credential_id: string }): CredentialName => ({
  agent_id: uuidOf('agt', params.agent_id),
  credential_id: uuidOf('crd', params.credential_id),
})

export const agentCredentialRoutes = (door: Door, { transactions }: { transactions: Transactions }): void => {
  door(contract.registerCredential, ({ caller: { merchant_id, account_id }, params, body }) => {
    const given = { ...body, agent_id: uuidOf('agt', params.agent_id), account_id }
    return transactions.asTenant(merchant_id, (tx) => registerCredential(tx, given))
  })

  door(contract.listCredentials, async ({ caller, params, query }) => {
    const { before, limit } = beforeCursor('crd', query)
    const rows = await transactions.asTenant(caller.merchant_id, async (tx) => {
      const { agent_id } = await readAgent(tx, uuidOf('agt', params.agent_id))
      return selectCredentials(tx, agent_id, before, limit + 1)
    })
    const { records, next_cursor } = pageOf(rows, limit, (last) => idOf('crd', last.credential_id))
    return { credentials: records.map(credentialOnWire), next_cursor }
  })

  door(contract.readCredential, async ({ caller, params }) => {
    const row = await transactions.asTenant(caller.merchant_id, (tx) => readCredential(tx, nameOf(params)))
    return { credential: credentialOnWire(row) }
  })

  door(contract.activateCredential, async ({ caller: { merchant_id, account_id }, params, body }) => {
    const given = { ...body, account_id }
    const row = await transactions.asTenant(merchant_id, (tx) => activateCredential(tx, nameOf(params), given))
    return { credential: credentialOnWire(row) }
  })

  door(contract.revokeCredential, async ({ caller: { merchant_id, account_id }, params }) => {
    const row = await transactions.asTenant(merchant_id, (tx) => revokeCredential(tx, nameOf(params), account_id))
    return { credential: credentialOnWire(row) }
  })
}
