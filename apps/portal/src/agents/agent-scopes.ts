/** What an agent may be allowed, each with the name of its words. */
import type { Agent } from '@pursestrings/sdk'

export type Scope = Agent['allowed_scopes'][number]

export const AGENT_SCOPES = [
  ['payment.requests.create', 'create'],
  ['payment.requests.read', 'read'],
  ['transaction_contexts.create', 'describe'],
  ['transaction_contexts.read', 'readDescriptions'],
] as const satisfies readonly (readonly [Scope, string])[]
