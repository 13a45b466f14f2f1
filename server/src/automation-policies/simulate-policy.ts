/** A dry run: the same judge, with what is used now; nothing is stored, reserved or counted. */

import type { simulatePolicy as operation } from '@countersign/contract/automation-policies/operations'
import { type JudgedPolicy, judgeIntent } from '@countersign/contract/automation-policies/policy-judge'
import type { BodyOf } from '@countersign/contract/operation'
import { formatUnits } from '@countersign/contract/wire/amount'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import type { VersionFacts } from '../payment-requests/version-facts.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { activeVersions } from '../recipients/active-versions.ts'
import { asInForce, judgedPolicy } from './judged-policy.ts'
import { intentTo, namedPayee, servedPayee } from './named-payee.ts'
import { payeesOf } from './payees.ts'
import { asProposed, recipientsOf } from './policy-row.ts'
import { verdictView } from './policy-view.ts'
import { type PolicyCaller, withPolicy } from './reach-policy.ts'

interface Deps {
  readonly transactions: Transactions
  readonly versionFacts: VersionFacts
}

interface Input {
  readonly caller: PolicyCaller
  readonly policy_id: Uuid
  readonly body: BodyOf<typeof operation>
}

export const simulatePolicy = async ({ transactions, versionFacts }: Deps, { caller, policy_id, body }: Input) => {
  const payee = await namedPayee(versionFacts, body)
  const { policy, active } = await withPolicy(transactions, { caller, policy_id, hold: false }, async (tx, found) => ({
    policy: found,
    active: await activeVersions(tx, [...new Set([...recipientsOf(found), payee.recipient_id])]),
  }))
  const intent = intentTo(servedPayee(payee, active), body.amount)
  const at = body.at === undefined ? policy.now : new Date(body.at)
  const judge = (by: JudgedPolicy) => verdictView(judgeIntent(by, policy.used, intent, at.getTime()))
  return {
    id: idOf('pol', policy_id),
    status: policy.status,
    at: at.toISOString(),
    used: formatUnits(policy.used, policy.decimals),
    verdict: judge(judgedPolicy(policy)),
    if_in_force: judge(asInForce(asProposed(policy) ?? policy, await payeesOf(versionFacts, policy, active))),
  }
}
