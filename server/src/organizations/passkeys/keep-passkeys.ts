/**
 * A person's passkeys: added after a confirmation, and removed. Whoever lost one removes it without it, but only after
 * a day and with a letter, so that a stolen session cannot take the second proof away quietly.
 */
import { PASSKEYS_MAX, passkeyKnown, passkeyRefused, tooManyPasskeys } from '@pursestrings/contract/passkeys/records'
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import type { MerchantSession } from '../../platform/credentials/merchant-session.ts'
import {
  insertPasskey,
  issueChallenge,
  type PasskeyRow,
  type Purpose,
  provePasskey,
  removePasskey,
  selectPasskeys,
  spendChallenge,
} from '../../platform/credentials/passkey.ts'
import {
  type AssertionInput,
  type AttestationInput,
  type RelyingParty,
  verifyAttestation,
} from '../../platform/credentials/webauthn.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { SystemTx, Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import { readAccount, readAccountRow } from '../merchant-accounts/accounts.ts'
import { writeLetter } from '../merchant-accounts/letters.ts'
import { grantChoices, type InvitationsFor } from '../merchant-accounts/verify-email.ts'

export interface Deps {
  readonly transactions: Transactions
  readonly jobs: Enqueue
  readonly relying_party: RelyingParty
  readonly invitationsFor: InvitationsFor
}

export const passkeyOnWire = ({ passkey_id, name, created_at, last_used_at, leaves_at }: PasskeyRow) => ({
  passkey_id: idOf('pky', passkey_id),
  name,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
  leaves_at: leaves_at?.toISOString() ?? null,
})

const asked = ({ relying_party }: Deps, { challenge, expires_at }: { challenge: string; expires_at: Date }) => ({
  challenge,
  rp_id: relying_party.rp_id,
  expires_at: expires_at.toISOString(),
})

export const createChallenge = (deps: Deps, account_id: Uuid, purpose: Purpose) =>
  deps.transactions.asSystem(async (tx) => ({
    ...asked(deps, await issueChallenge(tx, purpose, account_id)),
    user_handle: Buffer.from(account_id.replaceAll('-', ''), 'hex').toString('base64url'),
    user_name: (await readAccount(tx, account_id)).email,
    credential_ids: (await selectPasskeys(tx, account_id)).map((passkey) => passkey.credential_id),
  }))

export const createSignInChallenge = (deps: Deps) =>
  deps.transactions.asSystem(async (tx) => asked(deps, await issueChallenge(tx, 'sign_in', null)))

export const signInByPasskey = (deps: Deps, assertion: AssertionInput) =>
  deps.transactions.asSystem(async (tx) => {
    const passkey = await provePasskey(tx, deps.relying_party, assertion, 'sign_in', null)
    if (!passkey) throw new Refusal(passkeyRefused)
    const account = await readAccountRow(tx, passkey.account_id)
    const sign_in = { signed_in_by: 'passkey', passkey_since: passkey.created_at } as const
    return grantChoices(tx, deps.invitationsFor, account, sign_in)
  })

interface NewPasskey {
  readonly name: string
  readonly attestation: AttestationInput
}

export const registerPasskey = (deps: Deps, caller: MerchantSession, { name, attestation }: NewPasskey) =>
  deps.transactions.asSystem(async (tx) => {
    const { account_id } = caller
    const challenge = await spendChallenge(tx, attestation.client_data, 'register', account_id)
    const facts = challenge && (await verifyAttestation(deps.relying_party, challenge, attestation))
    if (!facts) throw new Refusal(passkeyRefused)
    if ((await selectPasskeys(tx, account_id)).length >= PASSKEYS_MAX) throw new Refusal(tooManyPasskeys)
    const row = await insertPasskey(tx, account_id, name, { ...facts, transports: attestation.transports ?? [] })
    if (!row) throw new Refusal(passkeyKnown)
    await tell(tx, deps, caller, row, 'registered', `A passkey called "${name}" was added to your account.`)
    return row
  })

export const leavePasskey = (deps: Deps, caller: MerchantSession, passkey_id: Uuid) =>
  deps.transactions.asSystem(async (tx) => {
    const { account_id, passkey_fresh } = caller
    const row = await removePasskey(tx, account_id, passkey_id, passkey_fresh)
    if (!row) throw new Refusal(resourceNotFound)
    const later = `will be removed from your account at ${row.leaves_at?.toISOString()}. Using it before then keeps it`
    const what = passkey_fresh ? 'was removed from your account' : later
    await tell(tx, deps, caller, row, 'removed', `The passkey called "${row.name}" ${what}.`)
    return row
  })

const tell = async (
  system: SystemTx,
  { jobs }: Deps,
  { account_id, merchant_id }: MerchantSession,
  { passkey_id }: PasskeyRow,
  what: 'registered' | 'removed',
  text: string,
): Promise<void> => {
  const { email } = await readAccount(system, account_id)
  const tx = await system.enterTenant(merchant_id)
  await appendAuditEvent(tx, {
    action: `passkey.${what}`,
    actor: idOf('acc', account_id),
    target: idOf('pky', passkey_id),
  })
  await writeLetter(tx, jobs, {
    to: email as `${string}@${string}`,
    subject: 'Your passkeys on Pursestrings changed',
    text: `${text}\n\nIf this wasn't you, sign out everywhere and tell an owner of your organization.\n`,
  })
}
