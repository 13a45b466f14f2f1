/** The payees of a policy: named by the caller, and pinned by the digest of where each was paid. */
import { hash } from 'node:crypto'
import { recipientVersionNotActive } from '@pursestrings/contract/payment-requests/errors'
import { mainnetDisabled, resourceNotFound } from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { networkOf } from '@pursestrings/protocol/networks'
import type { CountedIn, Intent } from '@pursestrings/protocol/policy-judge'
import { type PayeeFacts, payeeText } from '@pursestrings/protocol/policy-text'
import type { ActiveVersions, ServedVersion } from '../../payees/recipients/recipients.reads.ts'
import { Refusal } from '../../platform/refusal.ts'
import { checkAmount } from '../payment-requests/check-create.ts'
import type { KnownVersion, VersionFacts } from '../payment-requests/version-facts.ts'
import { type PolicyRow, recipientsOf } from './policy-row.ts'

/** Where money goes, as one digest: every encoding of one address is one payee, another address is another. */
export const payeeDigest = (facts: PayeeFacts): string => hash('sha256', payeeText(facts), 'hex')

/** Where the recipients of a policy are paid now, also those that are only proposed: what an opt-in would pin. */
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

/**
 * The payee that a call of this surface names, with the facts of its version. A version on a mainnet is refused before
 * anything else is said of it (specification 1.8): no call names the network, but the version does.
 */
export interface NamedPayee<V extends ServedVersion = KnownVersion> {
  readonly recipient_id: Uuid
  readonly recipient_version_id: Uuid
  /** Undefined when there is no such version, or it never served: only who may know learns so. */
  readonly version: V | undefined
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

/** The active version of one recipient, as a statement found it. */
export const activeAmong = (
  { has_recipient, active_version_id }: { readonly has_recipient: boolean; readonly active_version_id: Uuid | null },
  recipient_id: Uuid,
): ActiveVersions => new Map(has_recipient ? [[recipient_id, active_version_id]] : [])

/** It must be the recipient's active version now; `active` was read in the caller's transaction. */
export const servedPayee = <V extends ServedVersion>(
  { recipient_id, recipient_version_id, version }: NamedPayee<V>,
  active: ActiveVersions,
): V => {
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
