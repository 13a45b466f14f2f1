import * as contract from '@pursestrings/contract/agents/operations'
import { idOf, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { beforeCursor, pageOf } from '../../platform/http/page.ts'
import type { Route } from '../../platform/http/route.ts'
import type { TenantTx, Transactions } from '../../platform/postgres/transaction.ts'
import { credentialOnWire, selectCredentials } from './agent-credentials.store.ts'
import { agentOnWire, selectAgents } from './agents.store.ts'
import { createAgent, readAgent, updateAgent } from './agents.ts'

interface Deps {
  readonly transactions: Transactions
  /** When an agent last asked for a payment. */
  readonly lastAskedAt: (tx: TenantTx, agent_id: Uuid) => Promise<Date | null>
}

export const agentRoutes = (route: Route, { transactions, lastAskedAt }: Deps): void => {
  route(contract.createAgent, async ({ caller: { merchant_id, account_id }, body }) => {
    const agent = await transactions.asTenant(merchant_id, (tx) => createAgent(tx, { ...body, account_id }))
    return { agent: agentOnWire(agent) }
  })

  route(contract.listAgents, async ({ caller, query }) => {
    const { before, limit } = beforeCursor('agt', query)
    const rows = await transactions.asTenant(caller.merchant_id, (tx) => selectAgents(tx, before, limit + 1))
    const { records, next_cursor } = pageOf(rows, limit, (last) => idOf('agt', last.agent_id))
    return { agents: records.map(agentOnWire), next_cursor }
  })

  route(contract.readAgent, ({ caller, params }) =>
    transactions.asTenant(caller.merchant_id, async (tx) => {
      const agent = await readAgent(tx, uuidOf('agt', params.agent_id))
      const last_asked_at = await lastAskedAt(tx, agent.agent_id)
      const credentials = await selectCredentials(tx, agent.agent_id, contract.CREDENTIALS_SHOWN_MAX)
      return {
        agent: agentOnWire(agent),
        credentials: credentials.map(credentialOnWire),
        last_asked_at: last_asked_at?.toISOString() ?? null,
      }
    }),
  )

  route(contract.updateAgent, async ({ caller: { merchant_id, account_id }, params, body }) => {
    const input = { ...body, agent_id: uuidOf('agt', params.agent_id), account_id }
    return { agent: agentOnWire(await transactions.asTenant(merchant_id, (tx) => updateAgent(tx, input))) }
  })
}
