import * as contract from '@pursestrings/contract/agent-auth/operations'
import { AGENT_TOKEN_LIFETIME_S } from '../../platform/credentials/agent-token.ts'
import type { Route } from '../../platform/http/route.ts'
import { type Exchange, exchangeAssertion } from './exchange-assertion.ts'

export const agentAuthRoutes = (route: Route, deps: Exchange): void => {
  route(contract.exchangeAssertion, async ({ body }) => ({
    agent_token: await exchangeAssertion(deps, body.assertion),
    token_type: 'Bearer' as const,
    expires_in: AGENT_TOKEN_LIFETIME_S,
  }))
}
