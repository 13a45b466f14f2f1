/** A project proposes. It permits nothing: complete, it awaits the wallet; incomplete, it is a draft. */
import { tooManyPolicies } from '@pursestrings/contract/automation-policies/errors'
import type { createPolicy as createPolicyOperation } from '@pursestrings/contract/automation-policies/operations'
import { LIVE_POLICIES_MAX } from '@pursestrings/contract/automation-policies/records'
import type { Issue } from '@pursestrings/contract/errors'
import type { BodyOf } from '@pursestrings/contract/operation'
import { resourceNotFound, validationFailed } from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { parseAmount } from '@pursestrings/protocol/amount'
import type { Network } from '@pursestrings/protocol/network-names'
import { networkOf } from '@pursestrings/protocol/networks'
import { holdAnyConnection } from '../../connections/connections/hold-connection.ts'
import { appendAuditEvent } from '../../organizations/audit-events/append-audit-event.ts'
import { readProject } from '../../organizations/projects/projects.ts'
import { activeVersions } from '../../payees/recipients/recipients.reads.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { checkAsset } from '../../rules/networks/check-asset.ts'
import { countLivePolicies, insertPolicy, insertPolicyChange } from './automation-policies.store.ts'
import type { PolicyRow, Thresholds } from './policy-row.ts'
import { termsView, unfilled } from './policy-view.ts'
import { actorOf, type ProjectCaller } from './reach-policy.ts'

// Thresholds as a caller writes them, as whole units, times and recipients of the tenant; or every reason why not.

type Input = Pick<
  BodyOf<typeof createPolicyOperation>,
  'single_tx_limit' | 'cumulative_limit' | 'validity_window' | 'allowlist'
>

const REASONS = {
  not_an_amount: 'is not an amount',
  too_many_decimals: 'has more decimals than the asset',
  too_large: 'is more than the ledger can move',
}

/** Only what was given is among the keys. */
export const givenThresholds = async (
  tx: TenantTx,
  input: Input,
  { network, decimals }: { readonly network: Network; readonly decimals: number },
): Promise<Partial<Thresholds>> => {
  const issues: Issue[] = []
  const taken: { -readonly [K in keyof Thresholds]?: Thresholds[K] } = {}
  for (const field of ['single_tx_limit', 'cumulative_limit'] as const) {
    const text = input[field]
    if (text === undefined) continue
    const parsed = parseAmount(text, { decimals, max_units: networkOf(network).max_units })
    if (parsed.ok) taken[field] = parsed.units
    else issues.push({ code: parsed.reason, field, message: REASONS[parsed.reason] })
  }
  if (input.validity_window) {
    const [from, to] = [Date.parse(input.validity_window.from), Date.parse(input.validity_window.to)]
    if (from < to) taken.validity_window = { from, to }
    else issues.push({ code: 'out_of_range', field: 'validity_window', message: 'must end after it begins' })
  }
  if (input.allowlist) {
    const ids = input.allowlist.map((id) => uuidOf('rcp', id))
    const known = await activeVersions(tx, ids)
    ids.forEach((id, i) => {
      if (known.has(id)) return
      issues.push({ code: 'unknown_recipient', field: `allowlist.${i}`, message: "isn't one of your payees" })
    })
    taken.allowlist = [...new Set(ids)]
  }
  if (issues.length > 0) {
    throw new Refusal(validationFailed, { issues, message: issues.map((i) => `${i.field} ${i.message}`).join('; ') })
  }
  return taken
}

type Body = BodyOf<typeof createPolicyOperation>

const NOTHING: Thresholds = { single_tx_limit: null, cumulative_limit: null, validity_window: null, allowlist: [] }

export const createPolicy = async (tx: TenantTx, caller: ProjectCaller, body: Body): Promise<PolicyRow> => {
  const project_id = await projectOf(tx, caller, body.project_id)
  const connection_id = uuidOf('con', body.connection_id)
  // Held, so that nobody adds another while they are counted.
  const { device_id } = await holdAnyConnection(tx, connection_id)
  if ((await countLivePolicies(tx, connection_id)) >= LIVE_POLICIES_MAX) throw new Refusal(tooManyPolicies)
  const counted = countedIn(body)
  const thresholds = { ...NOTHING, ...(await givenThresholds(tx, body, counted)) }
  const status = unfilled(thresholds).length > 0 ? 'draft' : 'awaiting_consent'
  const { name } = body
  const policy = await insertPolicy(tx, { project_id, connection_id, device_id, name, status, ...counted, thresholds })
  const actor = actorOf(caller)
  const terms = termsView(policy)
  await insertPolicyChange(tx, policy, { change: 'created', actor, terms })
  const target = idOf('pol', policy.policy_id)
  await appendAuditEvent(tx, { action: 'automation_policy.created', actor, target, details: { name, ...terms } })
  return policy
}

const projectOf = async (tx: TenantTx, caller: ProjectCaller, named: string | undefined): Promise<Uuid> => {
  if (caller.kind === 'api_key') {
    if (named !== undefined && uuidOf('prj', named) !== caller.project_id) throw new Refusal(resourceNotFound)
    return caller.project_id
  }
  if (named === undefined) {
    const message = 'is required with a session: it says whose the policy is'
    throw new Refusal(validationFailed, { issues: [{ code: 'required', field: 'project_id', message }] })
  }
  return (await readProject(tx, uuidOf('prj', named))).project_id
}

const countedIn = ({ network, asset, contract, issuer }: Body) => {
  const verdict = checkAsset(network, { asset, contract, issuer })
  if (!verdict.ok) {
    const issue = { code: 'asset_unknown', field: 'asset', message: verdict.reason }
    throw new Refusal(validationFailed, { issues: [issue], message: verdict.reason })
  }
  return {
    network,
    asset: verdict.asset,
    contract: verdict.contract,
    issuer: verdict.issuer,
    decimals: verdict.decimals,
  }
}
