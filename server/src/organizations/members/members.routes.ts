import * as contract from '@pursestrings/contract/members/operations'
import { roleNotAllowed } from '@pursestrings/contract/transport-errors'
import { idOf, uuidOf } from '@pursestrings/contract/wire/ids'
import { beforeCursor, pageOf } from '../../platform/http/page.ts'
import type { Route } from '../../platform/http/route.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { changeMember, membersOf } from './members.ts'

export const memberRoutes = (route: Route, deps: { transactions: Transactions; jobs: Enqueue }): void => {
  route(contract.listMembers, async ({ caller: { merchant_id }, query }) => {
    const { before: after, limit } = beforeCursor('mbr', query)
    const members = await deps.transactions.asSystem((tx) => membersOf(tx, merchant_id))
    const rest = after === undefined ? members : members.filter((m) => m.member_id > idOf('mbr', after))
    const { records, next_cursor } = pageOf(rest, limit, (last) => last.member_id)
    return { members: records, next_cursor }
  })

  route(contract.updateMember, async ({ caller: { merchant_id, account_id: by }, params, body }) => {
    const account_id = uuidOf('mbr', params.member_id)
    return { member: await changeMember(deps, { merchant_id, by, account_id, role: body.role }) }
  })

  route(contract.removeMember, async ({ caller: { merchant_id, account_id: by, role }, params }) => {
    const account_id = uuidOf('mbr', params.member_id)
    const role_needed = 'owner'
    if (account_id !== by && role !== role_needed) throw new Refusal(roleNotAllowed, { details: { role, role_needed } })
    await changeMember(deps, { merchant_id, by, account_id, role: null })
    return { removed: true as const }
  })
}
