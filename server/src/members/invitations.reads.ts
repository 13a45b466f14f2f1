/** The organizations that a mailbox is invited to, for whoever signs in with it. */
import type { Role } from '@countersign/contract/members/roles'
import type { Uuid } from '@countersign/contract/wire/ids'
import { type Merchant, merchantsById } from '../merchants/merchants.reads.ts'
import type { SystemTx } from '../postgres/transaction.ts'
import { selectOpenTo } from './invitations.store.ts'

export interface Invitation {
  readonly member_invitation_id: Uuid
  readonly role: Role
  readonly name: string
  readonly merchant: Merchant
}

export const invitationsFor = async (tx: SystemTx, email: string): Promise<Invitation[]> => {
  const rows = await selectOpenTo(tx, email)
  const merchants = await merchantsById(
    tx,
    rows.map((row) => row.merchant_id),
  )
  return rows.flatMap(({ merchant_id, ...invitation }) => {
    const merchant = merchants.find((m) => m.merchant_id === merchant_id)
    return merchant ? [{ ...invitation, name: merchant.name, merchant }] : []
  })
}
