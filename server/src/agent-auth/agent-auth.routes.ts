import * as contract from '@countersign/contract/agent-auth/operations'
import { AGENT_TOKEN_LIFETIME_S } from '../credentials/agent-token.ts'
import type { Door } from '../http/door.ts'
import { type Exchange, exchangeAssertion } from './exchange-assertion.ts'

export const agentAuthRoutes = (door: Door, means: Exchange): void => {
  door(contract.exchangeAssertion, async ({ body }) => ({
    agent_token: await exchangeAssertion(means, body.assertion),
    token_type: 'Bearer' as const,
    expires_in: AGENT_TOKEN_LIFETIME_S,
  }))
}
