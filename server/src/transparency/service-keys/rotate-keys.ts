/**
 * How a key is replaced. The next one is made and put on record; once every process has published it and everybody can see it
 * in the payee log, it signs, and the one before is retired: its private part is gone, its public part stays. A key that seals
 * goes away once nothing is sealed with it. What an older key-encryption key sealed is sealed again. Each step looks first, and
 * changes only what is still as it was: workers may do it side by side.
 */
import { canonicalJson } from '@pursestrings/protocol/canonical'
import type { Sealer } from '../../platform/keys/key-store.ts'
import type { SystemTx, Transactions } from '../../platform/postgres/transaction.ts'
import { type FactsKey, publicJwk } from '../facts-keys/read-facts-keys.ts'
import { isKeyPublished, logKey } from '../log/prove.ts'
import { KEYS_TOPIC } from './keyring.ts'
import {
  isSigning,
  newSealingKey,
  newSigningKey,
  openSealing,
  openSigning,
  rewrap,
  sealSealing,
  sealSigning,
} from './sealed-key.ts'
import {
  type By,
  deleteKey,
  holdKeys,
  insertKey,
  type KeyRow,
  keepRewrapped,
  PURPOSES,
  type Purpose,
  promoteKey,
  recordChange,
  retireKey,
  selectKeys,
} from './service-keys.store.ts'

const DAY_S = 86_400
const USED_S: Readonly<Record<Purpose, number>> = { facts: 7 * DAY_S, receipt: 7 * DAY_S, webhook: 90 * DAY_S }
/** Every process reads the keys 240 times meanwhile, and what caches hold of the published ones is older than it may be. */
export const LEAD_S = 3_600
/** For a process that missed that another key seals now. */
const GONE_AFTER_S = DAY_S

export interface RotationDeps {
  readonly transactions: Transactions
  readonly sealer: Sealer
  readonly issuer: string
  readonly time_scale: number
  readonly notify: (topic: string) => void
  /** How many rows each sealing key sealed. */
  readonly sealedRows: (tx: SystemTx) => Promise<ReadonlyMap<string, number>>
}

const SERVICE: By = { actor: 'service', reason: 'its time has come' }

/** What was done, in words. */
export const rotateKeys = async (deps: RotationDeps): Promise<string[]> => {
  const done: string[] = []
  const is = (seconds: number | null, after_s: number) => (seconds ?? 0) >= after_s / deps.time_scale
  for (const purpose of PURPOSES) {
    const { current, next, retired } = await keysOf(deps, purpose)
    if (current && next && is(next.made_s, LEAD_S) && (await promote(deps, current, next)))
      done.push(`${purpose} ${next.kid} replaced ${current.kid}`)
    if (current && !next && is(current.used_s, USED_S[purpose]) && (await makeNext(deps, purpose, SERVICE)))
      done.push(`${purpose} has a next key`)
    for (const row of purpose === 'webhook' ? retired : []) {
      if (is(row.retired_s, GONE_AFTER_S) && (await removeUnused(deps, row, SERVICE)))
        done.push(`${purpose} ${row.kid} is gone`)
    }
  }
  const rewrapped = await rewrapKeys(deps)
  return rewrapped === 0 ? done : [...done, `${rewrapped} keys were sealed again`]
}

const keysOf = async ({ transactions }: RotationDeps, purpose: Purpose) => {
  const rows = (await transactions.asSystem(selectKeys)).filter((row) => row.purpose === purpose)
  const inState = (state: KeyRow['state']) => rows.filter((row) => row.state === state)
  return { current: inState('current')[0], next: inState('next')[0], retired: inState('retired') }
}

export const loggedOf = (purpose: 'facts' | 'receipt', key: FactsKey) => ({
  purpose,
  kid: key.kid,
  jwk: canonicalJson(publicJwk(key, purpose)),
})

/** Its id; undefined where there is one already. */
export const makeNext = async (deps: RotationDeps, purpose: Purpose, by: By): Promise<string | undefined> => {
  const { transactions, sealer, issuer, notify } = deps
  const { current, next } = await keysOf(deps, purpose)
  if (!current || next) return undefined
  const key = isSigning(purpose) ? newSigningKey(purpose, issuer, await openSigning(sealer, current)) : undefined
  const sealed =
    key && isSigning(purpose) ? await sealSigning(sealer, purpose, key) : await sealSealing(sealer, newSealingKey())
  return transactions.asSystem(async (tx) => {
    await holdKeys(tx)
    if (!(await insertKey(tx, sealed, 'next'))) return undefined
    await recordChange(tx, sealed, 'next', by)
    if (key && isSigning(purpose)) await logKey(tx, loggedOf(purpose, key), 'added')
    tx.afterCommit(() => notify(KEYS_TOPIC))
    return sealed.kid
  })
}

class Moved extends Error {}

const promote = async (deps: RotationDeps, current: KeyRow, next: KeyRow): Promise<boolean> => {
  const { transactions, sealer, notify } = deps
  const { purpose } = current
  // What does not open here is not used, whoever wrote it.
  const old = isSigning(purpose) ? await retiredOf(sealer, purpose, current, next) : undefined
  if (!old) await openSealing(sealer, next)
  try {
    return await transactions.asSystem(async (tx) => {
      if (isSigning(purpose) && !(await isKeyPublished(tx, purpose, next.kid))) return false
      await holdKeys(tx)
      if (!(await retireKey(tx, current, old?.sealed ?? current)) || !(await promoteKey(tx, next))) throw new Moved()
      if (old) await logKey(tx, old.logged, 'retired')
      await recordChange(tx, current, 'retired', SERVICE)
      await recordChange(tx, next, 'current', SERVICE)
      tx.afterCommit(() => notify(KEYS_TOPIC))
      return true
    })
  } catch (error) {
    if (error instanceof Moved) return false
    throw error
  }
}

/** The current one without its private part; only where the next one can sign. */
const retiredOf = async (sealer: Sealer, purpose: 'facts' | 'receipt', current: KeyRow, next: KeyRow) => {
  const { private_key } = await openSigning(sealer, next)
  if (!private_key) throw new Error(`the next key for ${purpose} cannot sign`)
  const { private_key: _gone, ...shown } = await openSigning(sealer, current)
  return { sealed: await sealSigning(sealer, purpose, shown), logged: loggedOf(purpose, shown) }
}

/** A key that seals, once nothing is sealed with it. */
export const removeUnused = ({ transactions, sealedRows }: RotationDeps, row: KeyRow, by: By): Promise<boolean> =>
  transactions.asSystem(async (tx) => {
    if (((await sealedRows(tx)).get(row.kid) ?? 0) > 0 || !(await deleteKey(tx, row))) return false
    await recordChange(tx, row, 'gone', by)
    return true
  })

/** How many were sealed by another key-encryption key than the first one, and are no more. */
const rewrapKeys = async ({ transactions, sealer }: RotationDeps): Promise<number> => {
  const rows = await transactions.asSystem(selectKeys)
  let n = 0
  for (const row of rows.filter(({ sealed_by }) => sealed_by !== sealer.key_id)) {
    const rewrapped = await rewrap(sealer, row).catch(() => undefined)
    if (rewrapped && (await transactions.asSystem((tx) => keepRewrapped(tx, row, rewrapped)))) n++
  }
  return n
}
