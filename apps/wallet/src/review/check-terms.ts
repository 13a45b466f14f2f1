/**
 * What stands against the agent's words about what is paid for, and whether this device knows the key that the approval would be sealed to.
 * Asks nobody. Loaded only where a payment is made by an authorization.
 */
import { checkTerms, type TermsFinding } from '@pursestrings/signing/evm/check-terms'
import type { CheckedFacts } from '@pursestrings/ui/checked-facts'
import { isKnownAgentKey } from '../agents/agent-keys.ts'
import type { Payment } from '../requests/payment.ts'

export interface TermsCheck {
  readonly findings: readonly TermsFinding[]
  readonly agent_key: string | undefined
  readonly is_known: boolean
}

export const readTerms = async (facts: CheckedFacts, terms: Payment['terms']): Promise<TermsCheck> => {
  const agent_key = terms?.seal.agent_key
  return {
    findings: await checkTerms(facts, terms),
    agent_key,
    is_known: agent_key !== undefined && isKnownAgentKey(facts.connection_id, agent_key),
  }
}
