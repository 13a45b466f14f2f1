/** An organization together with how its payees are protected and whether its agents are stopped. */
import * as contract from '@pursestrings/contract/merchants/operations'
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { CURRENT } from '@pursestrings/contract/wire/inputs'
import { readMerchant } from '../../organizations/merchants/merchants.reads.ts'
import { renameMerchant } from '../../organizations/merchants/merchants.ts'
import type { Route } from '../../platform/http/route.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { TenantTx, Transactions } from '../../platform/postgres/transaction.ts'
import { type Check, Refusal, unfit } from '../../platform/refusal.ts'
import { readCoolingOff, updateCoolingOff } from './cooling-off.ts'
import { readPayeeApprovals, updatePayeeApprovals } from './payee-approvals.ts'

interface Deps {
  readonly transactions: Transactions
  readonly jobs: Enqueue
  readonly portal_url: string
  readonly stopAgents: (tx: TenantTx, by: { agents: 'active' | 'stopped'; account_id: Uuid }) => Promise<void>
}

const CHANGES = ['name', 'cooling_off_s', 'approvals', 'agents'] as const

/** Each change is a transaction of its own: two in one call could be half done. */
const checkOneChange: Check = ({ body, failed }) => {
  if (failed) return
  const [first, second] = CHANGES.filter((field) => body[field] !== undefined)
  if (first === undefined || second !== undefined) {
    throw unfit(second ?? 'body', 'must have one of `name`, `cooling_off_s`, `approvals` and `agents`')
  }
  if (first === 'name' && body.version === undefined) throw unfit('version', 'is required')
}

const inFull = async (tx: TenantTx) => ({
  merchant: await readMerchant(tx, tx.merchant_id),
  cooling_off: await readCoolingOff(tx),
  payee_change_approvals: await readPayeeApprovals(tx),
})

/** A session sees its own alone. */
const own = ({ merchant_id }: { readonly merchant_id: Uuid }, named: string): Uuid => {
  if (named !== CURRENT && uuidOf('mer', named) !== merchant_id) throw new Refusal(resourceNotFound)
  return merchant_id
}

export const organizationRoutes = (route: Route, deps: Deps): void => {
  const { asTenant } = deps.transactions

  route(contract.readMerchant, ({ caller, params }) => asTenant(own(caller, params.merchant_id), inFull))

  route(
    contract.updateMerchant,
    async ({ caller, params, body: { name, version = 0, cooling_off_s, approvals, agents } }) => {
      const merchant_id = own(caller, params.merchant_id)
      const by = { merchant_id, account_id: caller.account_id, role: caller.role }
      if (name !== undefined) await asTenant(merchant_id, (tx) => renameMerchant(tx, { ...by, name, version }))
      if (cooling_off_s !== undefined) await updateCoolingOff(deps, { ...by, cooling_off_s })
      if (approvals !== undefined) await updatePayeeApprovals(deps, { ...by, approvals })
      if (agents !== undefined) await asTenant(merchant_id, (tx) => deps.stopAgents(tx, { ...by, agents }))
      return asTenant(merchant_id, inFull)
    },
    [checkOneChange],
  )
}
