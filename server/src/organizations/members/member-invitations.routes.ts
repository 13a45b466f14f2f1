import * as contract from '@pursestrings/contract/member-invitations/operations'
import { idOf, uuidOf } from '@pursestrings/contract/wire/ids'
import { beforeCursor, pageOf } from '../../platform/http/page.ts'
import type { Route } from '../../platform/http/route.ts'
import { invitationOnWire, selectInvitations } from './invitations.store.ts'
import { type Deps, inviteMember, withdrawInvitation } from './invitations.ts'

export const memberInvitationRoutes = (route: Route, deps: Deps): void => {
  route(contract.createInvitation, async ({ caller, body }) => ({
    member_invitation: invitationOnWire(await inviteMember(deps, caller, body)),
  }))

  route(contract.listInvitations, async ({ caller, query }) => {
    const { before, limit } = beforeCursor('miv', query)
    const rows = await deps.transactions.asTenant(caller.merchant_id, (tx) => selectInvitations(tx, before, limit + 1))
    const { records, next_cursor } = pageOf(rows, limit, (last) => idOf('miv', last.member_invitation_id))
    return { member_invitations: records.map(invitationOnWire), next_cursor }
  })

  route(contract.withdrawInvitation, async ({ caller, params }) => {
    const id = uuidOf('miv', params.member_invitation_id)
    return { member_invitation: invitationOnWire(await withdrawInvitation(deps, caller, id)) }
  })
}
