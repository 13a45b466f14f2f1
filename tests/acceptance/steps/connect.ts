/** The two ways in which an agent and a wallet get connected. Each gives the connection's id. */
import assert from 'node:assert/strict'
import type { AgentClient, Scope, WalletClient } from '@pursestrings/sdk'
import { SCOPES } from './agent.ts'

export type Connect = (agent: AgentClient, wallet: WalletClient, scopes?: readonly Scope[]) => Promise<string>

/** The user hands the agent a key, and approves what it then asks for. */
export const connectByKey: Connect = async (agent, wallet, scopes = SCOPES) => {
  const { connect_key } = await wallet.connectKeys.issue()
  let approved: PromiseLike<unknown> | undefined
  const { connection } = await agent.connect({
    connect_key: connect_key.key,
    scopes,
    poll_ms: 50,
    onClaimed: ({ connect_invitation_id }) => {
      approved = wallet.connectInvitations.approve(connect_invitation_id, { scopes })
    },
  })
  await approved
  assert.equal(connection.status, 'active')
  return connection.connection_id
}

/** The agent shows a code, the user types it, sees the same two words and approves. */
export const connectByPairing: Connect = async (agent, wallet, scopes = SCOPES) => {
  const approve = async (typed: string, words: string) => {
    const seen = await wallet.pairing.lookUp({ code: typed.toLowerCase() })
    assert.equal(seen.check_phrase, words)
    await wallet.pairing.approve(seen.pairing_session.pairing_session_id, { code: typed, scopes })
  }
  let approved: Promise<void> | undefined
  const { connection } = await agent.pair({
    scopes,
    poll_ms: 50,
    show: ({ code, check_phrase }) => {
      approved = approve(code, check_phrase)
    },
  })
  await approved
  return connection.connection_id
}
