/** A project proposes. It permits nothing: complete, it awaits the wallet; incomplete, it is a draft. */

import { tooManyPolicies } from '@countersign/contract/automation-policies/errors'
import { type createPolicy as operation } from '@countersign/contract/automation-policies/operations'
import { LIVE_POLICIES_MAX } from '@countersign/contract/automation-policies/records'
import type { BodyOf } from '@countersign/contract/operation'
import { resourceNotFound, validationFailed } from '@countersign/contract/transport-errors'
import { idOf, type Uuid, uuidOf } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import { holdAnyConnection } from '../connections/hold-connection.ts'
import { checkAsset } from '../networks/check-asset.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { readProject } from '../projects/read-project.ts'
import { Refusal } from '../refusal.ts'
import { countLivePolicies, insertPolicy, insertPolicyChange } from './automation-policies.store.ts'
import { givenThresholds } from './given-thresholds.ts'
import type { PolicyRow, Thresholds } from './policy-row.ts'
import { termsView, unfilled } from './policy-view.ts'
import { actorOf, type ProjectCaller } from './reach-policy.ts'

type Body = BodyOf<typeof operation>

const NOTHING: Thresholds = { single_tx_limit: null, cumulative_limit: null, validity_window: null, allowlist: [] }

export const createPolicy = async (tx: TenantTx, caller: ProjectCaller, body: Body): Promise<PolicyRow> => {
  const project_id = await projectOf(tx, caller, body.project_id)
  const connection_id = uuidOf('con', body.connection_id)
  // Held, so that nobody adds another while they are counted.
  const { device_id } = await holdAnyConnection(tx, connection_id, 'alone')
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
