/**
 * The user's consent, in the wallet (spec 4.6, contract 6): to exactly the terms and payees that the digest names, signed
 * where the device has a key. What it rests on is looked at first and held while it is written: if anything has moved
 * meanwhile, there is nothing that was consented to.
 */

import {
  consentOutdated,
  consentSignatureInvalid,
  policyIncomplete,
  policyState,
} from '@countersign/contract/automation-policies/errors'
import type { optIn as operation } from '@countersign/contract/automation-policies/operations'
import type { Threshold } from '@countersign/contract/automation-policies/policy-judge'
import { consentTextOf } from '@countersign/contract/automation-policies/policy-text'
import type { BodyOf } from '@countersign/contract/operation'
import type { Uuid } from '@countersign/contract/wire/ids'
import { isSignedBy } from '../agents/is-signed-by.ts'
import type { DeviceCaller } from '../credentials/callers.ts'
import { decisionKeyOf } from '../devices/decision-key.ts'
import type { VersionFacts } from '../payment-requests/version-facts.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { activeVersions, holdActiveVersions } from '../recipients/active-versions.ts'
import { Refusal } from '../refusal.ts'
import { insertPolicyChange, updatePolicy } from './automation-policies.store.ts'
import { type Payee, payeesOf } from './payees.ts'
import type { Consent, PolicyRow } from './policy-row.ts'
import { missingOf, pinned, policyDigest, termsView } from './policy-view.ts'
import { actorOf, withPolicy } from './reach-policy.ts'

interface Deps {
  readonly transactions: Transactions
  readonly versionFacts: VersionFacts
}

interface Input {
  readonly caller: DeviceCaller
  readonly policy_id: Uuid
  readonly body: BodyOf<typeof operation>
}

export const optIn = async (
  { transactions, versionFacts }: Deps,
  { caller, policy_id, body }: Input,
): Promise<{ policy: PolicyRow; payees: readonly Payee[] }> => {
  const public_key = await transactions.asWallet(caller.device_id, decisionKeyOf)
  const seen = await withPolicy(transactions, { caller, policy_id, hold: false }, async (tx, policy) => ({
    policy,
    active: await activeVersions(tx, policy.allowlist),
  }))
  const payees = await payeesOf(versionFacts, seen.policy, seen.active)
  return withPolicy(transactions, { caller, policy_id, hold: true }, async (tx, policy) => {
    if (policy.status === 'withdrawn') {
      throw new Refusal(policyState, { details: { current_status: policy.status, allowed: [] } })
    }
    const active = await holdActiveVersions(tx, policy.allowlist)
    const moved = [...active].some(([id, version]) => seen.active.get(id) !== version)
    if (policy.version !== seen.policy.version || moved) throw new Refusal(consentOutdated)
    const missing = missingOf(policy, payees)
    if (missing.length > 0) throw incomplete(missing)
    if (policyDigest(policy, payees) !== body.policy_digest) throw new Refusal(consentOutdated)
    checkSignature(public_key, body)
    if (policy.status === 'active' && policy.consent?.policy_digest === body.policy_digest) return { policy, payees }
    const consent: Consent = {
      policy_version: policy.version,
      policy_digest: body.policy_digest,
      payees: pinned(payees),
      public_key: public_key?.toString('base64url') ?? null,
      signature: body.signature ?? null,
      consented_at: policy.now.toISOString(),
    }
    const consented = await updatePolicy(tx, policy_id, { status: 'active', consent })
    await insertPolicyChange(tx, consented, {
      change: 'consented',
      actor: actorOf(caller),
      terms: termsView(consented),
    })
    return { policy: consented, payees }
  })
}

const incomplete = (missing: readonly Threshold[]): Refusal =>
  new Refusal(policyIncomplete, {
    details: { missing },
    issues: missing.map((field) => ({
      code: 'missing',
      field,
      message: field === 'allowlist' ? 'needs a payee, and each an active version in this asset' : 'is not filled',
    })),
  })

/** One without a key cannot sign: what it sent would look like a proof and be none. */
const checkSignature = (public_key: Buffer | null, { policy_digest, signature }: Input['body']): void => {
  if (public_key === null && signature === undefined) return
  const text = consentTextOf(policy_digest)
  if (!public_key || signature === undefined || !isSignedBy(public_key, text, signature)) {
    throw new Refusal(consentSignatureInvalid)
  }
}
