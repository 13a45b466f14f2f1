/**
 * An assertion becomes a token, once on all nodes: the token's row holds its `jti`.
 * A stranger hears one answer whatever it guessed, after the same work; the standing of a key and of its agent is said
 * only once its signature is verified, and only then is the agent's share of calls touched.
 */
import { assertionInvalid, assertionJtiReused, credentialRevoked } from '@pursestrings/contract/agent-auth/records'
import { issueAgentToken } from '../../platform/credentials/agent-token.ts'
import type { Limits } from '../../platform/http/limits.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findAssertionKey, noteKeyUsed } from '../agents/find-assertion-key.ts'
import { readAssertion } from './read-assertion.ts'
import { verifyAssertion } from './verify-assertion.ts'

export interface Exchange {
  readonly transactions: Transactions
  readonly limits: Limits
  readonly base_url: string
}

/** Stands in for a key that does not exist; what it signs is refused all the same. (RFC 8032, 7.1, test 1.) */
const NOBODYS_KEY = Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex')

export const exchangeAssertion = async (
  { transactions, limits, base_url }: Exchange,
  assertion: string,
): Promise<string> => {
  const named = readAssertion(assertion)
  if (!named) throw new Refusal(assertionInvalid)
  const found = await transactions.asSystem((tx) => findAssertionKey(tx, named))
  const { public_key, now, restored_at } = found ?? { public_key: NOBODYS_KEY, now: new Date(0), restored_at: null }
  const jti = await verifyAssertion(assertion, {
    public_key,
    now,
    restored_at,
    agent: named.iss,
    audience: base_url,
  }).catch((error: unknown): never => {
    throw found ? error : new Refusal(assertionInvalid)
  })
  if (!found) throw new Refusal(assertionInvalid)
  if (found.unusable) throw new Refusal(credentialRevoked, { details: { reason: found.unusable } })
  const { agent_id } = named
  limits.takeHere('agent', agent_id)
  return transactions.asTenant(found.merchant_id, async (tx) => {
    const { credential_id, use_is_old } = found
    const token = await issueAgentToken(tx, { agent_id, credential_id, jti })
    if (token === undefined) throw new Refusal(assertionJtiReused)
    if (use_is_old) await noteKeyUsed(tx, { agent_id, credential_id })
    return token
  })
}
