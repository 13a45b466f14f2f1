/**
 * Somebody confirms that it is them, for one of their sessions: with a passkey, or with a code by mail if they have none. A
 * browser may so confirm for a command line, whose session it names.
 */
import { stepUpCodeRefused } from '@countersign/contract/merchant-sessions/errors'
import { STEP_UP_CODE_LIFETIME_S } from '@countersign/contract/merchant-sessions/records'
import { passkeyRefused } from '@countersign/contract/passkeys/errors'
import { resourceNotFound } from '@countersign/contract/transport-errors'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import type { MerchantCaller } from '../credentials/callers.ts'
import { confirmSession, type SignInMethod, selectSession } from '../credentials/merchant-session.ts'
import { provePasskey } from '../credentials/passkey.ts'
import { spendStepUpCode } from '../credentials/step-up-code.ts'
import type { AssertionInput, RelyingParty } from '../credentials/webauthn.ts'
import type { Limits } from '../http/limits.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import { readAccount } from '../merchant-accounts/read-account.ts'
import type { TenantTx, Transactions } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { sessionOnWire } from './session-on-wire.ts'

export interface StepUpDeps {
  readonly transactions: Transactions
  readonly jobs: Enqueue
  readonly limits: Limits
  readonly relying_party: RelyingParty
}

interface Proof {
  readonly assertion?: AssertionInput
  readonly code?: string
}

export const stepUp = async (deps: StepUpDeps, caller: MerchantCaller, session_id: Uuid, proof: Proof) => {
  const { merchant_id, account_id } = caller
  await deps.transactions.asTenant(merchant_id, (tx) => ownSession(tx, caller, session_id))
  if (proof.assertion) await provenByPasskey(deps, caller, session_id, proof.assertion)
  else await provenByCode(deps, caller, session_id, proof.code ?? '')
  const row = await deps.transactions.asTenant(merchant_id, (tx) => selectSession(tx, account_id, session_id))
  if (!row) throw new Refusal(resourceNotFound)
  return { session: sessionOnWire(row, caller) }
}

const provenByPasskey = (
  { transactions, relying_party }: StepUpDeps,
  caller: MerchantCaller,
  session_id: Uuid,
  assertion: AssertionInput,
) =>
  transactions.asSystem(async (system) => {
    const { account_id, merchant_id } = caller
    if (!(await provePasskey(system, relying_party, assertion, 'step_up', account_id)))
      throw new Refusal(passkeyRefused)
    await confirm(await system.enterTenant(merchant_id), caller, session_id, 'passkey')
  })

const provenByCode = async ({ transactions }: StepUpDeps, caller: MerchantCaller, session_id: Uuid, code: string) => {
  const proven = await transactions.asTenant(caller.merchant_id, async (tx) => {
    // Committed either way, since a wrong code counts.
    if (caller.has_passkey || !(await spendStepUpCode(tx, session_id, code))) return false
    await confirm(tx, caller, session_id, 'mail')
    return true
  })
  if (!proven) throw new Refusal(stepUpCodeRefused)
}

const confirm = async (tx: TenantTx, { account_id }: MerchantCaller, session_id: Uuid, by: SignInMethod) => {
  if (!(await confirmSession(tx, { account_id, session_id }, by))) throw new Refusal(resourceNotFound)
  await appendAuditEvent(tx, {
    action: 'merchant_session.confirmed',
    actor: idOf('acc', account_id),
    target: idOf('ses', session_id),
    details: { by },
  })
}

const ownSession = async (tx: TenantTx, { account_id }: MerchantCaller, session_id: Uuid): Promise<void> => {
  if (!(await selectSession(tx, account_id, session_id))) throw new Refusal(resourceNotFound)
}

/** The code is made by the worker, so that it never rests in a job. */
export const sendStepUpCode = async (
  { transactions, jobs, limits }: StepUpDeps,
  caller: MerchantCaller,
  session_id: Uuid,
) => {
  const { merchant_id, account_id } = caller
  await transactions.asTenant(merchant_id, (tx) => ownSession(tx, caller, session_id))
  const { email } = await transactions.asSystem((tx) => readAccount(tx, account_id))
  await limits.take('mailbox', email)
  await transactions.asSystem((tx) => jobs.enqueue(tx, 'step-up-mail', { merchant_id, session_id, email }))
  return { expires_in: STEP_UP_CODE_LIFETIME_S }
}
