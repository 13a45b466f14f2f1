/** What can be refused about agents, and what to do next. */
import { errorEntry } from '../errors.ts'

export const agentTransitionInvalid = errorEntry({
  code: 'agent_transition_invalid',
  status: 409,
  meaning: 'The agent cannot move to that status; `current_status` and `allowed` say from where and to which it can.',
  recovery: 'Send one of the `allowed` statuses, or none.',
  retry: 'never',
})

export const agentCredentialRequired = errorEntry({
  code: 'agent_credential_required',
  status: 409,
  meaning: 'An agent becomes active only while it has an active credential that has not expired.',
  recovery: 'Register a credential for the agent, prove it, and send the same call again.',
  retry: 'never',
})

export const agentRetired = errorEntry({
  code: 'agent_retired',
  status: 409,
  meaning: 'The agent is retired, which is final.',
  recovery: 'Register a new agent with POST /v1/agents.',
  retry: 'never',
})
