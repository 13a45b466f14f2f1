/** What was judged, given back and counted again, as the steps that the replay takes, and as the wire shows them. */

import type { PastStep } from '@countersign/contract/automation-policies/policy-replay'
import { formatUnits } from '@countersign/contract/wire/amount'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import type { VersionFacts } from '../payment-requests/version-facts.ts'
import type { ServedVersion } from '../recipients/find-served-version.ts'
import type { DecisionRow, UseChangeRow } from './policy-decisions.store.ts'
import { verdictView } from './policy-view.ts'

type Facts = ReadonlyMap<Uuid, ServedVersion>

export const factsOfPast = async (versionFacts: VersionFacts, decisions: readonly DecisionRow[]): Promise<Facts> => {
  const ids = [...new Set(decisions.map((d) => d.recipient_version_id))]
  const found = await Promise.all(ids.map(async (id) => [id, await versionFacts(id)] as const))
  return new Map(found.flatMap(([id, facts]) => (facts ? [[id, facts] as const] : [])))
}

const factsIn = (facts: Facts, id: Uuid): ServedVersion => {
  const version = facts.get(id)
  if (!version) throw new Error('an intent was judged to a version that never served')
  return version
}

const msOf = (at_us: string): number => Math.floor(Number(at_us) / 1_000)

/** In the order of the policy's row: all times were read while it was held. */
export const stepsOf = (
  decisions: readonly DecisionRow[],
  changes: readonly UseChangeRow[],
  policy_id: Uuid,
  facts: Facts,
): PastStep[] => {
  const timed: { at_us: number; step: PastStep }[] = decisions.map((d) => {
    const { network, asset, contract, issuer, decimals } = factsIn(facts, d.recipient_version_id)
    const intent = { network, asset, contract, issuer, decimals, units: BigInt(d.units), payee: d.payee_digest }
    const step = { kind: 'intent' as const, at: msOf(d.at_us), intent, agent_payment_id: d.agent_payment_id }
    return { at_us: Number(d.at_us), step }
  })
  for (const { kind, agent_payment_id, units, at_us, policy_id: of } of changes) {
    const step = { kind, agent_payment_id, units: BigInt(units), own: of === policy_id }
    timed.push({ at_us: Number(at_us), step })
  }
  return timed.toSorted((a, b) => a.at_us - b.at_us).map(({ step }) => step)
}

export const viewOfPast = (d: DecisionRow, facts: Facts) => {
  const { recipient_id, decimals } = factsIn(facts, d.recipient_version_id)
  return {
    at: new Date(msOf(d.at_us)).toISOString(),
    recipient_id: idOf('rcp', recipient_id),
    recipient_version_id: idOf('rcv', d.recipient_version_id),
    amount: formatUnits(BigInt(d.units), decimals),
    agent_payment_id: d.agent_payment_id === null ? null : idOf('apy', d.agent_payment_id),
    live: verdictView(d),
  }
}
