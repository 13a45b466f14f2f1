/**
 * The first keys of each purpose: those that were settings until now, so that nothing that was signed or sealed is lost, or new
 * ones. A process that starts finds them or makes them, so none ever runs without.
 */

import type { Sealer } from '../../platform/keys/key-store.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { wordFor } from '../facts-keys/facts-keys.ts'
import type { FactsKey } from '../facts-keys/read-facts-keys.ts'
import { newSealingKey, newSigningKey, type SecretKey, sealSealing, sealSigning } from './sealed-key.ts'
import {
  holdKeys,
  insertKey,
  type NewKey,
  PURPOSES,
  type Purpose,
  recordChange,
  selectKeys,
} from './service-keys.store.ts'

/** As they are set; the first signs or seals. */
export interface GivenKeys {
  readonly facts: readonly FactsKey[]
  readonly receipt: readonly FactsKey[]
  readonly webhook: readonly SecretKey[]
}

interface Deps {
  readonly transactions: Transactions
  readonly sealer: Sealer
  readonly issuer: string
  readonly given: GivenKeys
}

const SERVICE = { actor: 'service', reason: 'the first start with this key store' }

/** The purposes that had none. */
export const makeFirstKeys = async (deps: Deps): Promise<readonly Purpose[]> => {
  const { transactions } = deps
  const known = await transactions.asSystem(selectKeys)
  const lacking = PURPOSES.filter((purpose) => !known.some((row) => row.purpose === purpose))
  if (lacking.length === 0) return []
  const first_keys = await Promise.all(
    lacking.map(async (purpose) => [purpose, await sealedFor(deps, purpose)] as const),
  )
  return transactions.asSystem(async (tx) => {
    await holdKeys(tx)
    const there = await selectKeys(tx)
    const mine = first_keys.filter(([purpose]) => !there.some((row) => row.purpose === purpose))
    for (const [, [current, ...older]] of mine) {
      // The newest last: rows are numbered as they come.
      for (const key of older.toReversed()) await insertKey(tx, key, 'retired')
      if (current && (await insertKey(tx, current, 'current'))) await recordChange(tx, current, 'current', SERVICE)
    }
    return mine.map(([purpose]) => purpose)
  })
}

const sealedFor = ({ sealer, given, issuer }: Deps, purpose: Purpose): Promise<NewKey[]> => {
  if (purpose === 'webhook') {
    const keys = given.webhook.length > 0 ? given.webhook : [newSealingKey()]
    return Promise.all(keys.map((key) => sealSealing(sealer, key)))
  }
  const keys = given[purpose].length > 0 ? given[purpose] : [newSigningKey(purpose, issuer, undefined)]
  return Promise.all(
    keys.map((key, at) => {
      const endorsement_jws = wordFor(key, keys.slice(at + 1), { purpose, issuer })
      const { private_key, ...shown } = { ...key, ...(endorsement_jws !== undefined && { endorsement_jws }) }
      // One that signs no more needs no private part.
      return sealSigning(sealer, purpose, at === 0 && private_key ? { ...shown, private_key } : shown)
    }),
  )
}
