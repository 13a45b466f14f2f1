/** Where the recipients of a policy are paid now, also those that are only proposed: what an opt-in would pin. */

import type { CountedIn } from '@countersign/contract/automation-policies/policy-judge'
import type { Uuid } from '@countersign/contract/wire/ids'
import type { VersionFacts } from '../payment-requests/version-facts.ts'
import type { ActiveVersions } from '../recipients/active-versions.ts'
import type { ServedVersion } from '../recipients/find-served-version.ts'
import { payeeDigest } from './payee-digest.ts'
import { type PolicyRow, recipientsOf } from './policy-row.ts'

export interface Payee {
  readonly recipient_id: Uuid
  /** Undefined where no version serves, or the one that does is paid in something else. */
  readonly paid?: { readonly recipient_version_id: Uuid; readonly payee_digest: string; readonly facts: ServedVersion }
}

export const payeesOf = (
  versionFacts: VersionFacts,
  policy: CountedIn & Pick<PolicyRow, 'allowlist' | 'proposed'>,
  active: ActiveVersions,
): Promise<Payee[]> =>
  Promise.all(
    recipientsOf(policy).map(async (recipient_id) => {
      const recipient_version_id = active.get(recipient_id)
      const facts = recipient_version_id == null ? undefined : await versionFacts(recipient_version_id)
      if (recipient_version_id == null || !facts || !isCountedAlike(facts, policy)) return { recipient_id }
      return { recipient_id, paid: { recipient_version_id, payee_digest: payeeDigest(facts), facts } }
    }),
  )

const isCountedAlike = (a: CountedIn, b: CountedIn): boolean =>
  a.network === b.network &&
  a.asset === b.asset &&
  a.contract === b.contract &&
  a.issuer === b.issuer &&
  a.decimals === b.decimals
