/**
 * The payee that a call of this surface names, with the facts of its version. A version on a mainnet is refused before
 * anything else is said of it (spec 1.8, A19): no call names the network, but the version does.
 */

import type { Intent } from '@countersign/contract/automation-policies/policy-judge'
import { recipientVersionNotActive } from '@countersign/contract/payment-requests/errors'
import { mainnetDisabled, resourceNotFound } from '@countersign/contract/transport-errors'
import { idOf, type Uuid, uuidOf } from '@countersign/contract/wire/ids'
import { networkOf } from '@countersign/contract/wire/networks'
import { checkAmount } from '../payment-requests/check-amount.ts'
import type { VersionFacts } from '../payment-requests/version-facts.ts'
import type { ActiveVersions } from '../recipients/active-versions.ts'
import type { ServedVersion } from '../recipients/find-served-version.ts'
import { Refusal } from '../refusal.ts'
import { payeeDigest } from './payee-digest.ts'

export interface NamedPayee {
  readonly recipient_id: Uuid
  readonly recipient_version_id: Uuid
  /** Undefined when there is no such version, or it never served: only who may know learns so. */
  readonly version: ServedVersion | undefined
}

interface Named {
  readonly recipient_id: string
  readonly recipient_version_id: string
}

export const namedPayee = async (versionFacts: VersionFacts, named: Named): Promise<NamedPayee> => {
  const recipient_version_id = uuidOf('rcv', named.recipient_version_id)
  const version = await versionFacts(recipient_version_id)
  if (version && !networkOf(version.network).testnet) {
    const message = 'is a version on a mainnet network'
    throw new Refusal(mainnetDisabled, {
      issues: [{ code: mainnetDisabled.code, field: 'recipient_version_id', message }],
    })
  }
  return { recipient_id: uuidOf('rcp', named.recipient_id), recipient_version_id, version }
}

/** It must be the recipient's active version now; `active` was read in the caller's transaction. */
export const servedPayee = (
  { recipient_id, recipient_version_id, version }: NamedPayee,
  active: ActiveVersions,
): ServedVersion => {
  if (!active.has(recipient_id)) throw new Refusal(resourceNotFound)
  const active_id = active.get(recipient_id) ?? null
  if (!version || active_id !== recipient_version_id) {
    const active_version_id = active_id === null ? null : idOf('rcv', active_id)
    throw new Refusal(recipientVersionNotActive, { details: { active_version_id } })
  }
  return version
}

export const intentTo = (version: ServedVersion, amount: string): Intent => {
  const { network, asset, contract, issuer, decimals } = version
  const units = checkAmount(amount, version, 'amount')
  return { network, asset, contract, issuer, decimals, units, payee: payeeDigest(version) }
}
