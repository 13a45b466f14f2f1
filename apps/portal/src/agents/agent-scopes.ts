/** What an agent may be allowed, each with the name of its words. */
import type { Agent } from '@pursestrings/sdk'
import { useModules } from '../frame/use-service.ts'

export type Scope = Agent['allowed_scopes'][number]

const AGENT_SCOPES = [
  ['payment.requests.create', 'create'],
  ['payment.requests.read', 'read'],
  ['transaction_contexts.create', 'describe'],
  ['transaction_contexts.read', 'readDescriptions'],
  ['payees.resolve', 'findPayees'],
] as const satisfies readonly (readonly [Scope, string])[]

/** A new agent has these, unless somebody ticks more. */
export const USUAL_SCOPES: readonly Scope[] = AGENT_SCOPES.map(([scope]) => scope).filter(
  (scope) => scope !== 'payees.resolve',
)

/** Those that the service knows: the last is of a module. */
export const useAgentScopes = () => {
  const modules = useModules()
  return AGENT_SCOPES.filter(([scope]) => modules || scope !== 'payees.resolve')
}
