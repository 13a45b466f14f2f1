/** What an operator sees of the service's keys, and takes away by hand. */
import { logKey } from '../log/prove.ts'
import { loggedOf, type RotationDeps, removeUnused } from './rotate-keys.ts'
import { isSigning, openSigning } from './sealed-key.ts'
import { type By, deleteKey, type Purpose, recordChange, selectKeys } from './service-keys.store.ts'

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
