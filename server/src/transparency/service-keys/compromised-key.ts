/**
 * A key that somebody else may have. From now on it is not published, so nobody accepts what it signs, and the payee log says so
 * for whoever checks what it signed before. If it was in use, another one signs at once: one that nobody vouches for, since the
 * stolen key's word is worth nothing. Whoever pinned the stolen key has to pin the new one.
 */
import type { Sealer } from '../../platform/keys/key-store.ts'
import { logCompromised, logKey } from '../log/prove.ts'
import { KEYS_TOPIC } from './keyring.ts'
import { loggedOf, type RotationDeps, removeUnused } from './rotate-keys.ts'
import { isSigning, newSigningKey, openSigning, sealSigning } from './sealed-key.ts'
import {
  type By,
  deleteKey,
  holdKeys,
  insertKey,
  type KeyRow,
  markKey,
  type Purpose,
  promoteKey,
  recordChange,
  selectKeys,
} from './service-keys.store.ts'

/** Says what came of it. */
export const markCompromised = async (
  { transactions, sealer, issuer, notify }: RotationDeps,
  purpose: 'facts' | 'receipt',
  kid: string,
  by: By,
): Promise<string> => {
  const named = `${purpose} ${kid}`
  const fresh = newSigningKey(purpose, issuer, undefined)
  const sealed = await sealSigning(sealer, purpose, fresh)
  return transactions.asSystem(async (tx) => {
    await holdKeys(tx)
    const rows = (await selectKeys(tx)).filter((one) => one.purpose === purpose)
    const row = rows.find((one) => one.kid === kid)
    if (!row) return `there is no key ${named}`
    if (row.state === 'next') return `${named} has signed nothing yet: use \`admin keys retire\``
    const { private_key: _gone, ...shown } = await openSigning(sealer, row)
    const left = row.state === 'current' ? await sealSigning(sealer, purpose, shown) : row
    if (!(await markKey(tx, row, left))) return `${named} is marked already`
    await recordChange(tx, row, 'compromised', by)
    await logCompromised(tx, purpose, kid)
    tx.afterCommit(() => notify(KEYS_TOPIC))
    if (row.state === 'retired') return `${named} counts no more`
    const next = await usable(sealer, rows)
    if (next) await promoteKey(tx, next)
    else {
      await insertKey(tx, sealed, 'current')
      await logKey(tx, loggedOf(purpose, fresh), 'added')
    }
    const signs = next ?? sealed
    await recordChange(tx, signs, 'current', by)
    return `${named} counts no more; ${signs.kid} signs now. Publish its thumbprint: whoever pinned the old key needs it`
  })
}

/** The next key, if it can sign: what does not open here is not used, whoever wrote it. */
const usable = async (sealer: Sealer, rows: readonly KeyRow[]): Promise<KeyRow | undefined> => {
  const next = rows.find(({ state }) => state === 'next')
  const key = next && (await openSigning(sealer, next).catch(() => undefined))
  return key?.private_key ? next : undefined
}

// What an operator sees of the service's keys, and takes away by hand.

export const listKeys = async ({ transactions, sealedRows }: RotationDeps): Promise<string> => {
  const [rows, sealed] = await transactions.asSystem(
    async (tx) => [await selectKeys(tx), await sealedRows(tx)] as const,
  )
  const at = (time: Date | null) => time?.toISOString() ?? '-'
  return rows
    .map(({ purpose, kid, state, not_before, not_after, compromised_at, sealed_by }) =>
      [
        `${purpose}  ${kid}  ${compromised_at ? 'compromised' : state}  from ${at(not_before)} to ${at(not_after)}  sealed by ${sealed_by}`,
        ...(purpose === 'webhook' ? [`${sealed.get(kid) ?? 0} rows`] : []),
      ].join('  '),
    )
    .join('\n')
}

/** Says what came of it. Nothing that signed, signs or sealed anything goes. */
export const retireByHand = async (deps: RotationDeps, purpose: Purpose, kid: string, by: By): Promise<string> => {
  const { transactions, sealer } = deps
  const row = (await transactions.asSystem(selectKeys)).find((one) => one.purpose === purpose && one.kid === kid)
  const named = `${purpose} ${kid}`
  if (!row) return `there is no key ${named}`
  if (row.state === 'current') return `${named} is in use: rotate first, and it retires when the next one takes over`
  if (row.state === 'retired') {
    if (isSigning(purpose)) return `${named} is retired already; its public part stays, for what it signed`
    return (await removeUnused(deps, row, by)) ? `${named} is gone` : `${named} still opens rows: reseal first`
  }
  const key = isSigning(purpose) ? await openSigning(sealer, row).catch(() => undefined) : undefined
  return transactions.asSystem(async (tx) => {
    if (!(await deleteKey(tx, row))) return `${named} has moved on meanwhile`
    await recordChange(tx, row, 'gone', by)
    if (key && isSigning(purpose)) await logKey(tx, loggedOf(purpose, key), 'retired')
    return `${named} is gone`
  })
}
