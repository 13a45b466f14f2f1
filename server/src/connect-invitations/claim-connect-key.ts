/**
 * An agent shows a Connect Key: the key is spent and the invitation made in one transaction (I2, A5). A mistyped key is
 * told by its check symbol, costs no query and counts as nothing. A well-formed one that opens nothing counts against the
 * agent and its organization, and against nobody else; with 80 bits that is a courtesy to wallets, not the protection.
 */

import { readConnectKey } from '@countersign/contract/connect-invitations/connect-key'
import { connectKeyUnknown, scopesNotAllowed } from '@countersign/contract/connect-invitations/errors'
import type { claimConnectKey as operation } from '@countersign/contract/connect-invitations/operations'
import { CLAIM_TOKEN_LIFETIME_S } from '@countersign/contract/connect-invitations/records'
import type { BodyOf } from '@countersign/contract/operation'
import { validationFailed } from '@countersign/contract/transport-errors'
import { scopesWithin } from '../connections/scopes-within.ts'
import { sourceOf } from '../connections/source.ts'
import type { AgentCaller } from '../credentials/callers.ts'
import { issueClaimToken } from '../credentials/claim-token.ts'
import type { Limits } from '../http/limits.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { insertInvitation } from './connect-invitations.store.ts'
import { spendConnectKey } from './connect-keys.store.ts'

interface Deps {
  readonly transactions: Transactions
  readonly limits: Limits
}

export const claimConnectKey = async (
  { transactions, limits }: Deps,
  { merchant_id, agent_id, allowed_scopes }: AgentCaller,
  { connect_key, scopes }: BodyOf<typeof operation>,
) => {
  const requested_scopes = scopesWithin(scopes, allowed_scopes, scopesNotAllowed)
  const key = readConnectKey(connect_key)
  if (key === undefined) throw mistyped()
  await limits.refuseIfSpent('wrong_connect_key', agent_id)
  await limits.refuseIfSpent('wrong_connect_key_merchant', merchant_id)
  const claimed = await transactions.asSystem(async (system) => {
    const device_id = await spendConnectKey(system, key)
    if (device_id === undefined) return undefined
    const tx = await system.enterTenant(merchant_id)
    const source = await sourceOf(tx, agent_id)
    const invitation = await insertInvitation(tx, { agent_id, device_id, source, requested_scopes })
    const until = new Date(invitation.created_at.getTime() + CLAIM_TOKEN_LIFETIME_S * 1000)
    const claim_token = await issueClaimToken(tx, invitation.connect_invitation_id, until)
    return { invitation, claim_token }
  })
  if (claimed) return claimed
  await limits.take('wrong_connect_key', agent_id)
  await limits.take('wrong_connect_key_merchant', merchant_id)
  throw new Refusal(connectKeyUnknown)
}

const mistyped = () =>
  new Refusal(validationFailed, {
    issues: [{ code: 'mistyped', field: 'connect_key', message: 'is mistyped: its check character is wrong' }],
  })
