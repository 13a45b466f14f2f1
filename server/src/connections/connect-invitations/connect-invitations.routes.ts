import * as contract from '@pursestrings/contract/connect-invitations/operations'
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { idOf, NIL_UUID, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import type { ClaimCaller } from '../../platform/credentials/callers.ts'
import type { Limits } from '../../platform/http/limits.ts'
import { beforeCursor, pageOf } from '../../platform/http/page.ts'
import type { Route } from '../../platform/http/route.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { withAgentKeys } from '../agents/agent-keys.ts'
import {
  type InvitationRow,
  invitationOnWire,
  selectInvitation,
  selectInvitations,
} from './connect-invitations.store.ts'
import { claimConnectKey, issueConnectKey } from './connect-keys.ts'
import { enrollAgent } from './enroll-agent.ts'
import { approveInvitation, exchangeInvitation, rejectInvitation } from './invitations.ts'

interface Deps {
  readonly transactions: Transactions
  readonly limits: Limits
  readonly base_url: string
}

const idIn = (params: { connect_invitation_id: string }): Uuid => uuidOf('cki', params.connect_invitation_id)

/** A claim token opens its own invitation: under any other name there is none, by the same way as an absent one. */
const own = ({ connect_invitation_id }: ClaimCaller, id: Uuid): Uuid => (id === connect_invitation_id ? id : NIL_UUID)

export const connectInvitationRoutes = (route: Route, deps: Deps): void => {
  const { transactions } = deps

  /** For the wallet, which keeps the keys of the agent that it approves. */
  const toDecide = async (rows: readonly InvitationRow[]) => {
    const shown = rows.map(invitationOnWire)
    if (!shown.some(({ status }) => status === 'pending')) return shown
    return transactions.asSystem(async (tx) => {
      const told: (typeof shown)[number][] = []
      for (const one of shown) told.push(one.status === 'pending' ? await withAgentKeys(tx, one) : one)
      return told
    })
  }

  route(contract.issueConnectKey, async ({ caller }) => ({
    connect_key: await transactions.asWallet(caller, issueConnectKey),
  }))

  route(contract.claimConnectKey, async ({ caller, body }) => {
    const { invitation, claim_token } = await claimConnectKey(deps, caller, body)
    return { connect_invitation: invitationOnWire(invitation), claim_token }
  })

  route(contract.enrollAgent, async ({ body, reply }) => {
    const { agent_id, invitation, claim_token } = await enrollAgent(deps, body, reply.request.ip)
    return { agent_id: idOf('agt', agent_id), connect_invitation: invitationOnWire(invitation), claim_token }
  })

  route(contract.listInvitations, async ({ caller, query }) => {
    const { before, limit } = beforeCursor('cki', query)
    const rows = await transactions.asWallet(caller, (tx) => selectInvitations(tx, before, limit + 1))
    const { records, next_cursor } = pageOf(rows, limit, (last) => idOf('cki', last.connect_invitation_id))
    return { connect_invitations: await toDecide(records), next_cursor }
  })

  route(contract.readInvitation, async ({ caller, params }) => {
    const id = idIn(params)
    const by_wallet = caller.kind === 'device_token'
    const row = by_wallet
      ? await transactions.asWallet(caller, (tx) => selectInvitation(tx, id))
      : await transactions.asTenant(caller.merchant_id, (tx) => selectInvitation(tx, own(caller, id)))
    if (!row) throw new Refusal(resourceNotFound)
    const [connect_invitation = invitationOnWire(row)] = by_wallet ? await toDecide([row]) : []
    return { connect_invitation }
  })

  route(contract.approveInvitation, async ({ caller, params, body }) => {
    const id = idIn(params)
    const row = await transactions.asWallet(caller, (tx) => approveInvitation(tx, id, body))
    return { connect_invitation: invitationOnWire(row) }
  })

  route(contract.rejectInvitation, async ({ caller, params }) => {
    const row = await transactions.asWallet(caller, (tx) => rejectInvitation(tx, idIn(params)))
    return { connect_invitation: invitationOnWire(row) }
  })

  route(contract.exchangeInvitation, ({ caller, params }) =>
    transactions.asTenant(caller.merchant_id, (tx) => exchangeInvitation(tx, own(caller, idIn(params)))),
  )
}
