/** All that the service keeps of a person, by the mailbox, for whoever asks for their own data. */
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { deedsOf } from '../audit-events/deeds-of.ts'
import { passkeysOf } from '../credentials/forget-person.ts'
import { accountOfMailbox } from '../merchant-accounts/read-account.ts'
import { allMerchantIds, merchantsOfAccount } from '../merchants/merchants.reads.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { selectAllTo } from './invitations.store.ts'

/** Undefined where nothing is kept. */
export const exportPerson = async (transactions: Transactions, mailbox: string) => {
  const email = mailbox.toLowerCase()
  const found = await transactions.asSystem(async (tx) => {
    const account = await accountOfMailbox(tx, email)
    const invitations = await selectAllTo(tx, email)
    if (!account) return { account, invitations, passkeys: [], organizations: [], merchant_ids: [] }
    const organizations = await merchantsOfAccount(tx, account.account_id)
    const passkeys = await passkeysOf(tx, account.account_id)
    // Also of organizations that the person has left.
    return { account, invitations, passkeys, organizations, merchant_ids: await allMerchantIds(tx) }
  })
  const { account, invitations } = found
  if (!account && invitations.length === 0) return undefined
  return {
    account: account && { account_id: idOf('acc', account.account_id), email, created_at: account.created_at },
    organizations: found.organizations.map(({ merchant_id, name, role }) => ({
      merchant_id: idOf('mer', merchant_id),
      name,
      role,
    })),
    invitations: invitations.map(({ merchant_id, ...invitation }) => ({
      merchant_id: idOf('mer', merchant_id),
      ...invitation,
    })),
    passkeys: found.passkeys,
    audit_events: account ? await allDeedsOf(transactions, account.account_id, found.merchant_ids) : [],
  }
}

const allDeedsOf = async (transactions: Transactions, account_id: Uuid, merchant_ids: readonly Uuid[]) => {
  const deeds: object[] = []
  for (const merchant_id of merchant_ids) {
    const rows = await transactions.asTenant(merchant_id, (tx) => deedsOf(tx, account_id))
    deeds.push(
      ...rows.map(({ action, target, details, occurred_at }) => ({
        merchant_id: idOf('mer', merchant_id),
        action,
        target,
        details,
        occurred_at,
      })),
    )
  }
  return deeds
}
