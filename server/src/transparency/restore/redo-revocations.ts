/**
 * What was revoked after the backup is revoked again, each as its owner would: whoever follows it hears of it, and the audit log
 * names the operator. What the backup does not have can't open anything, and counts as done.
 */
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { NoResultError } from 'kysely'
import { revokeCredential } from '../../connections/agents/revoke-credential.ts'
import { revokeDevice, revokeForMerchant } from '../../connections/connections/revoke-connections.ts'
import { walletOf } from '../../connections/devices/devices.ts'
import { appendAuditEvent } from '../../organizations/audit-events/append-audit-event.ts'
import { revokeMerchantKey } from '../../organizations/merchant-keys/merchant-keys.ts'
import { removeMembership } from '../../organizations/merchants/change-membership.ts'
import { revokeApiKey } from '../../organizations/projects/api-keys.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { TenantTx, Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Revocation } from './service-head.ts'

interface Deps {
  readonly transactions: Transactions
  readonly jobs: Enqueue
  readonly actor: string
}

type Ids = Readonly<Record<string, Uuid>>
type Redo = (tx: TenantTx, ids: Ids, deps: Deps) => Promise<unknown>

const id = (ids: Ids, name: string): Uuid => {
  const value = ids[name]
  if (value === undefined) throw new Error(`a revocation in the mirror names no ${name}`)
  return value
}

const OF_TENANT: Readonly<Record<string, Redo>> = {
  connection: (tx, ids, { actor }) => revokeForMerchant(tx, { connection_id: id(ids, 'connection_id'), actor }),
  agent_credential: (tx, ids, { actor }) =>
    revokeCredential(tx, { agent_id: id(ids, 'agent_id'), credential_id: id(ids, 'credential_id') }, actor),
  api_key: (tx, ids, { actor }) =>
    revokeApiKey(tx, { project_id: id(ids, 'project_id'), api_key_id: id(ids, 'api_key_id') }, actor),
  merchant_key: (tx, ids, { jobs, actor }) =>
    revokeMerchantKey(tx, jobs, {
      merchant_key_id: id(ids, 'merchant_key_id'),
      actor,
      email: 'The operator of the service, after restoring a backup,',
    }),
  membership: async (tx, ids, { actor }) => {
    const account_id = id(ids, 'account_id')
    if (!(await removeMembership(tx, account_id))) return
    await appendAuditEvent(tx, { action: 'member.removed', actor, target: idOf('mbr', account_id) })
  },
}

const redoDevice = async ({ asSystem, asWallet }: Transactions, device_id: Uuid): Promise<void> => {
  const wallet_id = await asSystem((tx) => walletOf(tx, device_id))
  await asWallet({ device_id, wallet_id }, revokeDevice)
}

/** False where it can't be done as things are, as for the only owner that the backup knows. */
export const redoRevocation = async (deps: Deps, { kind, ids: named }: Revocation): Promise<boolean> => {
  const ids = named as Ids
  const redo = OF_TENANT[kind]
  try {
    if (kind === 'device') await redoDevice(deps.transactions, id(ids, 'device_id'))
    else if (redo) await deps.transactions.asTenant(id(ids, 'merchant_id'), (tx) => redo(tx, ids, deps))
    else return false
    return true
  } catch (error) {
    if (error instanceof NoResultError) return true
    if (error instanceof Refusal) return error.entry === resourceNotFound
    throw error
  }
}
