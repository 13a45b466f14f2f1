import * as contract from '@pursestrings/contract/automation-policies/operations'
import { HISTORY_LISTED_MAX } from '@pursestrings/contract/automation-policies/records'
import { idOf, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { type ActiveVersions, activeVersions } from '../../payees/recipients/recipients.reads.ts'
import { beforeCursor, pageOf } from '../../platform/http/page.ts'
import type { Route } from '../../platform/http/route.ts'
import type { TenantTx, Transactions } from '../../platform/postgres/transaction.ts'
import type { VersionFacts } from '../payment-requests/version-facts.ts'
import { selectPolicies, selectPolicyChanges } from './automation-policies.store.ts'
import { createPolicy } from './create-policy.ts'
import { dropProposal, movePolicy } from './move-policy.ts'
import { optIn } from './opt-in.ts'
import { backtestPolicy, simulatePolicy } from './past-intents.ts'
import { selectUsage } from './policy-decisions.store.ts'
import { payeesOf } from './policy-payees.ts'
import { type PolicyRow, recipientsOf } from './policy-row.ts'
import { policyView, usageView } from './policy-view.ts'
import { type PolicyCaller, reachOf, withPolicy } from './reach-policy.ts'
import { updatePolicy } from './update-policy.ts'

interface Deps {
  readonly transactions: Transactions
  readonly versionFacts: VersionFacts
}

const idIn = (params: { policy_id: string }): Uuid => uuidOf('pol', params.policy_id)

export const automationPolicyRoutes = (route: Route, { transactions, versionFacts }: Deps): void => {
  const deps = { transactions, versionFacts }
  const withPayees = async (tx: TenantTx, policy: PolicyRow) => ({
    policy,
    active: await activeVersions(tx, recipientsOf(policy)),
  })
  const shown = async ({ policy, active }: { policy: PolicyRow; active: ActiveVersions }) =>
    policyView(policy, await payeesOf(versionFacts, policy, active))
  /** Of many, whichever tenants they belong to. */
  const shownEach = async (policies: readonly PolicyRow[]) => {
    const active = new Map<Uuid, Uuid | null>()
    for (const [merchant_id, rows] of Map.groupBy(policies, (row) => row.merchant_id)) {
      const ids = [...new Set(rows.flatMap(recipientsOf))]
      for (const [id, version] of await transactions.asTenant(merchant_id, (tx) => activeVersions(tx, ids))) {
        active.set(id, version)
      }
    }
    return Promise.all(policies.map((policy) => shown({ policy, active })))
  }
  const move = async (caller: PolicyCaller, policy_id: Uuid, change: Parameters<typeof movePolicy>[3]) =>
    shown(
      await withPolicy(
        transactions,
        { caller, policy_id, hold: true, activates: change === 'resumed' },
        async (tx, policy) => withPayees(tx, await movePolicy(tx, policy, caller, change)),
      ),
    )

  route(contract.createPolicy, async ({ caller, body }) =>
    shown(
      await transactions.asTenant(caller.merchant_id, async (tx) =>
        withPayees(tx, await createPolicy(tx, caller, body)),
      ),
    ),
  )

  route(contract.listPolicies, async ({ caller, query }) => {
    const { before, limit } = beforeCursor('pol', query)
    const page = { before, limit: limit + 1, status: query.status }
    const rows =
      caller.kind === 'device_token'
        ? await transactions.asWallet(caller, (tx) => selectPolicies(tx, {}, page))
        : await transactions.asTenant(caller.merchant_id, (tx) => selectPolicies(tx, reachOf(caller), page))
    const { records, next_cursor } = pageOf(rows, limit, (last) => idOf('pol', last.policy_id))
    return { automation_policies: await shownEach(records), next_cursor }
  })

  route(contract.readPolicy, async ({ caller, params }) => {
    const reached = { caller, policy_id: idIn(params), hold: false }
    const { policy, active, changes, usage } = await withPolicy(transactions, reached, async (tx, found) => ({
      ...(await withPayees(tx, found)),
      changes: await selectPolicyChanges(tx, found.policy_id, HISTORY_LISTED_MAX),
      usage: await selectUsage(tx, found.policy_id),
    }))
    const view = policyView(policy, await payeesOf(versionFacts, policy, active), changes)
    return { ...view, usage: usageView(policy, usage) }
  })

  route(contract.updatePolicy, async ({ caller, params, body }) =>
    shown(
      await withPolicy(transactions, { caller, policy_id: idIn(params), hold: true }, async (tx, policy) =>
        withPayees(tx, await updatePolicy(tx, policy, caller, body)),
      ),
    ),
  )

  route(contract.dropProposal, async ({ caller, params, body }) =>
    shown(
      await withPolicy(transactions, { caller, policy_id: idIn(params), hold: true }, async (tx, policy) =>
        withPayees(tx, await dropProposal(tx, policy, caller, body.version)),
      ),
    ),
  )

  route(contract.withdrawPolicy, ({ caller, params }) => move(caller, idIn(params), 'withdrawn'))
  route(contract.setPolicyStatus, ({ caller, params, body: { status } }) =>
    move(caller, idIn(params), status === 'paused' ? 'paused' : 'resumed'),
  )

  route(contract.optIn, async ({ caller, params, body }) => {
    const { policy, payees } = await optIn(deps, { caller, policy_id: idIn(params), body })
    return policyView(policy, payees)
  })

  route(contract.simulatePolicy, ({ caller, params, body }) =>
    simulatePolicy(deps, { caller, policy_id: idIn(params), body }),
  )
  route(contract.backtestPolicy, ({ caller, params, body }) =>
    backtestPolicy(deps, { caller, policy_id: idIn(params), body }),
  )
}
