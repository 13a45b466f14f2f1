/** The members of an organization as the API shows them: the person's mailbox, the role, and when they were last here. */
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { lastSeenOf } from '../credentials/merchant-session.ts'
import { countPasskeys } from '../credentials/passkey.ts'
import { readEmails } from '../merchant-accounts/read-account.ts'
import { membersOfMerchant } from '../merchants/merchants.reads.ts'
import type { SystemTx } from '../postgres/transaction.ts'

/** In the order of their ids. */
export const membersOf = async (tx: SystemTx, merchant_id: Uuid) => {
  const members = await membersOfMerchant(tx, merchant_id)
  const emails = await readEmails(
    tx,
    members.map((member) => member.account_id),
  )
  const passkeys = await countPasskeys(
    tx,
    members.map((member) => member.account_id),
  )
  const seen = await lastSeenOf(tx, merchant_id)
  return members.map(({ account_id, role, created_at, last_signed_in_at }) => ({
    // A person is a member of an organization once, so the account's own digits tell which member it is.
    member_id: idOf('mbr', account_id),
    account_id: idOf('acc', account_id),
    email: emails.get(account_id) ?? '',
    role,
    passkey_count: passkeys.get(account_id) ?? 0,
    joined_at: created_at.toISOString(),
    last_active_at: (seen.get(account_id) ?? last_signed_in_at)?.toISOString() ?? null,
  }))
}
