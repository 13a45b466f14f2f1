/**
 * What a user consents to when a policy lets an agent pay by itself. A wallet makes the digest from what it shows, never
 * takes it on trust, and signs it with the key of its device.
 */

import { consentTextOf, payeeText, policyText } from '@pursestrings/protocol/policy-text'
import { hexOf, sha256 } from './bytes.ts'
import { type DeviceKeyPair, signWith } from './device-decision.ts'
import type { AutomationPolicy } from './generated/records.ts'
import { type PrivateKey, signerOf } from './signing-key.ts'
import { FactsMismatchError } from './verify-facts.ts'

/**
 * The digest to opt in with to the terms of the policy itself; throws FactsMismatchError where what is shown is not what
 * its digests say. Wider terms that are proposed beside them have their own: see checkProposal.
 */
export const checkPolicy = async (policy: AutomationPolicy): Promise<string> => {
  const { id, policy_digest, single_tx_limit, cumulative_limit, validity_window, payees } = policy
  if (policy_digest === null || single_tx_limit === null || cumulative_limit === null || validity_window === null) {
    throw new TypeError(`the policy is incomplete: it lacks ${policy.missing.join(', ')}`)
  }
  const pinned = await Promise.all(payees.map((payee) => checkPayee(policy, payee)))
  const terms = { ...policy, policy_id: id, single_tx_limit, cumulative_limit, validity_window, payees: pinned }
  if (hexOf(await sha256(policyText(terms))) === policy_digest) return policy_digest
  throw new FactsMismatchError('digest', "The terms don't match their digest.")
}

/**
 * The digest to opt in with to the terms in `proposed`, which replace those in force; throws as checkPolicy does. Show the
 * user the proposal, not the terms of the policy itself.
 */
export const checkProposal = async (policy: AutomationPolicy): Promise<string> => {
  if (policy.proposed === null) throw new TypeError('nothing is proposed')
  return checkPolicy({ ...policy, ...policy.proposed })
}

const checkPayee = async (
  { network, asset, contract, issuer }: AutomationPolicy,
  { recipient_id, payee_digest, address = '', memo }: AutomationPolicy['payees'][number],
): Promise<{ recipient_id: string; payee_digest: string }> => {
  const optional = { contract: contract ?? null, issuer: issuer ?? null, memo: memo ?? null }
  const digest = hexOf(await sha256(payeeText({ network, asset, address, ...optional })))
  if (digest === payee_digest) return { recipient_id, payee_digest: digest }
  throw new FactsMismatchError('digest', "The address doesn't match the payee's digest.")
}

/** What `automationPolicies.optIn` is given by a device that has a key. */
export const signPolicyConsent = async (
  key: PrivateKey | DeviceKeyPair,
  policy_digest: string,
): Promise<{ policy_digest: string; signature: string }> => {
  const text = consentTextOf(policy_digest)
  const is_pair = typeof key === 'object' && 'private_key' in key
  return { policy_digest, signature: is_pair ? await signWith(key, text) : await signerOf(key)(text) }
}
