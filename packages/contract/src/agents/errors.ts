/** What can be refused about agents, and what to do next. */
import { errorEntry } from '../errors.ts'

export const agentTransitionInvalid = errorEntry({
  code: 'agent_transition_invalid',
  status: 409,
  meaning: "The agent can't move from `current_status` to that status; `allowed` lists where it can go.",
  recovery: 'Send one of the statuses in `allowed`.',
  retry: 'never',
})

export const agentCredentialRequired = errorEntry({
  code: 'agent_credential_required',
  status: 409,
  meaning: "The agent can't be activated without an active credential that hasn't expired.",
  recovery: 'Register a credential for the agent, verify it, then send the same call again.',
  retry: 'never',
})

export const agentRetired = errorEntry({
  code: 'agent_retired',
  status: 409,
  meaning: "The agent is retired. That can't be undone.",
  recovery: 'Register a new agent with POST /v1/agents.',
  retry: 'never',
})
