/**
 * The personal space of a wallet: the tenant of agents that its user runs without an organization. It has no members, so
 * nobody signs in to it, and what only people can add, such as payees, domains and keys, never comes to be. Its id follows from
 * the wallet's, which makes it one for each wallet, in the wallet's slot.
 */
import { PERSONAL_SPACE_NAME } from '@pursestrings/contract/merchants/records'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import type { SystemTx, TenantTx } from '../../platform/postgres/transaction.ts'
import { appendAuditEvent, type ByOperator } from '../audit-events/append-audit-event.ts'
import { holdMerchant, insertPersonalSpace, setSuspension } from './merchants.store.ts'

/** As `is_personal` and `personal_space_of` have it: the version of the UUID, which is 7 everywhere else. */
const VERSION_AT = 14

const isPersonal = (merchant_id: Uuid): boolean => merchant_id[VERSION_AT] === '8'

const personalSpaceOf = (wallet_id: Uuid): Uuid =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- still a UUID
  `${wallet_id.slice(0, VERSION_AT)}8${wallet_id.slice(VERSION_AT + 1)}` as Uuid

/** Its agents connect to its own wallet alone. */
export const isOfAnotherWallet = (merchant_id: Uuid, wallet_id: Uuid): boolean =>
  isPersonal(merchant_id) && merchant_id !== personalSpaceOf(wallet_id)

/** It is made when it is first needed. Held until the commit: of several at once, the others wait and find it. */
export const enterPersonalSpace = async (system: SystemTx, wallet_id: Uuid): Promise<TenantTx> => {
  const merchant_id = personalSpaceOf(wallet_id)
  const tx = await system.enterTenant(merchant_id)
  if (!(await insertPersonalSpace(tx, PERSONAL_SPACE_NAME))) await holdMerchant(tx)
  else {
    await appendAuditEvent(tx, {
      action: 'merchant.created',
      actor: idOf('dev', wallet_id),
      target: idOf('mer', merchant_id),
      details: { name: PERSONAL_SPACE_NAME },
    })
  }
  return tx
}

/** Who runs the service lets it go on; there is no domain that could be asked for. False where it was not suspended. */
export const restorePersonalSpace = async (tx: TenantTx, { actor, reason }: ByOperator): Promise<boolean> => {
  if (!(await setSuspension(tx, 'active', null))) return false
  const target = idOf('mer', tx.merchant_id)
  await appendAuditEvent(tx, { action: 'merchant.activated', actor, target, details: { reason } })
  return true
}
