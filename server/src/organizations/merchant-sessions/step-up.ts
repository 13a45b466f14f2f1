/**
 * Somebody confirms that it is them, for one of their sessions: with a passkey, or with a code by mail if they have none. A
 * browser may so confirm for a command line, whose session it names.
 */
import { STEP_UP_CODE_LIFETIME_S, stepUpCodeRefused } from '@pursestrings/contract/merchant-sessions/records'
import { passkeyRefused } from '@pursestrings/contract/passkeys/records'
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import type { MerchantCaller } from '../../platform/credentials/callers.ts'
import { confirmSession, selectSession } from '../../platform/credentials/merchant-session.ts'
import { provePasskey } from '../../platform/credentials/passkey.ts'
import { issueStepUpCode, spendStepUpCode } from '../../platform/credentials/step-up-code.ts'
import type { AssertionInput, RelyingParty } from '../../platform/credentials/webauthn.ts'
import { type Mail, sendUnlessGone } from '../../platform/egress/letter.ts'
import type { Limits } from '../../platform/http/limits.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { TenantTx, Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import { readAccount } from '../merchant-accounts/accounts.ts'
import { sessionOnWire } from './open-merchant-session.ts'

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
    const passkey = await provePasskey(system, relying_party, assertion, 'step_up', account_id)
    if (!passkey) throw new Refusal(passkeyRefused)
    await confirm(await system.enterTenant(merchant_id), caller, session_id, passkey.created_at)
  })

const provenByCode = async ({ transactions }: StepUpDeps, caller: MerchantCaller, session_id: Uuid, code: string) => {
  const proven = await transactions.asTenant(caller.merchant_id, async (tx) => {
    // Committed either way, since a wrong code counts.
    if (caller.has_passkey || !(await spendStepUpCode(tx, session_id, code))) return false
    await confirm(tx, caller, session_id, null)
    return true
  })
  if (!proven) throw new Refusal(stepUpCodeRefused)
}

const confirm = async (
  tx: TenantTx,
  { account_id }: MerchantCaller,
  session_id: Uuid,
  passkey_since: Date | null,
): Promise<void> => {
  if (!(await confirmSession(tx, { account_id, session_id }, passkey_since))) throw new Refusal(resourceNotFound)
  await appendAuditEvent(tx, {
    action: 'merchant_session.confirmed',
    actor: idOf('acc', account_id),
    target: idOf('ses', session_id),
    details: { by: passkey_since ? 'passkey' : 'mail' },
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
  await transactions.asSystem(async (tx) => {
    await jobs.enqueue(tx, 'step-up-mail', { merchant_id, session_id, email })
    await limits.take('mailbox', email)
  })
  return { expires_in: STEP_UP_CODE_LIFETIME_S }
}

// Makes the code that confirms a session, and sends it. A retry makes another, which replaces it.

interface Asked {
  readonly merchant_id: Uuid
  readonly session_id: Uuid
  readonly email: string
}

export const sendStepUpMails = (
  jobs: Jobs,
  { transactions, mail }: { transactions: Transactions; mail: Mail },
): Promise<void> =>
  jobs.work('step-up-mail', async ({ merchant_id, session_id, email }: Asked) => {
    const code = await transactions.asSystem((tx) => issueStepUpCode(tx, merchant_id, session_id))
    await sendUnlessGone(mail, {
      to: email,
      subject: 'Your code for Pursestrings',
      text: `Your code to confirm a change is:

${code}

It works once, for ${STEP_UP_CODE_LIFETIME_S / 60} minutes, and only where you're signed in. Don't share it.

If you didn't request it, somebody may be using your session: sign out everywhere.
`,
    })
  })
