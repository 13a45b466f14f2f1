/**
 * The user's consent, in the wallet (specification 4.6): to exactly the terms and payees that the digest names, signed
 * where the device has a key. What it rests on is looked at first and held while it is written: if anything has moved
 * meanwhile, there is nothing that was consented to.
 */
import {
  consentOutdated,
  consentSignatureInvalid,
  policyIncomplete,
  policyState,
} from '@pursestrings/contract/automation-policies/errors'
import type { optIn as operation } from '@pursestrings/contract/automation-policies/operations'
import type { BodyOf } from '@pursestrings/contract/operation'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { DeviceJwk } from '@pursestrings/protocol/device-statements'
import type { Threshold } from '@pursestrings/protocol/policy-judge'
import { consentTextOf } from '@pursestrings/protocol/policy-text'
import { decisionKeyOf } from '../../connections/devices/devices.ts'
import { isSignedWith } from '../../connections/devices/signed-statement.ts'
import { activeVersions, holdActiveVersions } from '../../payees/recipients/recipients.reads.ts'
import type { DeviceCaller } from '../../platform/credentials/callers.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { VersionFacts } from '../payment-requests/version-facts.ts'
import { insertPolicyChange, updatePolicy } from './automation-policies.store.ts'
import { type Payee, payeesOf } from './policy-payees.ts'
import { asProposed, type Consent, type PolicyRow, recipientsOf, thresholdsOf } from './policy-row.ts'
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
  const keys = await transactions.asWallet(caller, decisionKeyOf)
  const seen = await withPolicy(transactions, { caller, policy_id, hold: false }, async (tx, policy) => ({
    policy,
    active: await activeVersions(tx, recipientsOf(policy)),
  }))
  const payees = await payeesOf(versionFacts, seen.policy, seen.active)
  return withPolicy(transactions, { caller, policy_id, hold: true, activates: true }, async (tx, policy) => {
    if (policy.status === 'withdrawn') {
      throw new Refusal(policyState, { details: { current_status: policy.status, allowed: [] } })
    }
    const active = await holdActiveVersions(tx, recipientsOf(policy))
    const moved = [...active].some(([id, version]) => seen.active.get(id) !== version)
    if (policy.version !== seen.policy.version || moved) throw new Refusal(consentOutdated)
    const agreed = agreedTo(policy, payees, body.policy_digest)
    checkSignature(keys, body)
    if (policy.status === 'active' && policy.consent?.policy_digest === body.policy_digest) return { policy, payees }
    const consent: Consent = {
      policy_version: policy.version,
      policy_digest: body.policy_digest,
      payees: pinned(agreed, payees),
      public_key: keys.active ? textOf(keys.active.jwk) : null,
      signature: body.signature ?? null,
      consented_at: policy.now.toISOString(),
    }
    const replaces = agreed !== policy && { thresholds: thresholdsOf(agreed), proposed: null }
    const consented = await updatePolicy(tx, policy_id, { status: 'active', consent, ...replaces })
    await insertPolicyChange(tx, consented, {
      change: 'consented',
      actor: actorOf(caller),
      terms: termsView(consented),
    })
    return { policy: consented, payees }
  })
}

/** The terms that the digest names: those proposed, or those of the policy. Nothing else is consented to. */
const agreedTo = (policy: PolicyRow, payees: readonly Payee[], digest: string): PolicyRow => {
  const proposed = asProposed(policy)
  const agreed = [proposed, policy].find((terms) => terms && policyDigest(terms, payees) === digest)
  if (agreed) return agreed
  const missing = missingOf(proposed ?? policy, payees)
  throw missing.length > 0 ? incomplete(missing) : new Refusal(consentOutdated)
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

/** Raw in base64url: the 32 bytes of Ed25519, or the 65 of P-256. */
const textOf = (jwk: DeviceJwk): string =>
  jwk.kty === 'OKP'
    ? jwk.x
    : Buffer.concat([Buffer.of(4), Buffer.from(jwk.x, 'base64url'), Buffer.from(jwk.y, 'base64url')]).toString(
        'base64url',
      )

/**
 * One that never had a key cannot sign: what it sent would look like a proof and be none. One whose key was revoked cannot
 * consent: whoever revoked it may have the token alone.
 */
const checkSignature = (
  { active, had }: Awaited<ReturnType<typeof decisionKeyOf>>,
  { policy_digest, signature }: Input['body'],
): void => {
  if (!had && signature === undefined) return
  const text = consentTextOf(policy_digest)
  if (!active || signature === undefined || !isSignedWith(active, text, signature)) {
    throw new Refusal(consentSignatureInvalid)
  }
}
