/**
 * The service's keys in the memory of one process. It reads again in time: a key is published, and opens, in every process well
 * before it signs or seals in any. A row that the key store does not open is no key; what is known already goes on.
 */
import type { Sealer } from '../../platform/keys/key-store.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import type { FactsKey, KeySet, KeySource } from '../facts-keys/read-facts-keys.ts'
import { openSealing, openSigning, type SecretKey } from './sealed-key.ts'
import { type KeyRow, type Purpose, selectKeys } from './service-keys.store.ts'

export interface Keyring {
  readonly facts: KeySource
  readonly receipt: KeySource
  /** The one that seals first; all of them open. */
  readonly sealing: () => readonly SecretKey[]
  refresh(): Promise<void>
}

export const KEYS_TOPIC = 'keys'

/** What is told goes to the log of the process. */
interface Telling {
  error(about: object, message: string): void
}

interface Deps {
  readonly transactions: Transactions
  readonly sealer: Sealer
  readonly log: Telling
}

export const openKeyring = async ({ transactions, sealer, log }: Deps): Promise<Keyring> => {
  const [facts, receipt, webhook] = [
    openedRows(sealer, openPublished, log),
    openedRows(sealer, openPublished, log),
    openedRows(sealer, openSealing, log),
  ]
  let [facts_set, receipt_set]: KeySet[] = []
  let sealing: readonly SecretKey[] | undefined
  const read = async (): Promise<void> => {
    const rows = await transactions.asSystem(selectKeys)
    const of = (purpose: Purpose) => rows.filter((row) => row.purpose === purpose && row.compromised_at === null)
    facts_set = setOf(await facts(of('facts')), facts_set)
    receipt_set = setOf(await receipt(of('receipt')), receipt_set)
    sealing = sealingOf(await webhook(of('webhook')), sealing)
  }
  await read()
  if (!facts_set || !receipt_set || !sealing)
    throw new Error(
      'KEY_STORE does not open the keys in the database: its key_encryption_keys are not those that sealed them',
    )
  // One after the other: an older answer must not come after a newer one.
  let reading: Promise<void> | undefined
  return {
    facts: () => facts_set as KeySet,
    receipt: () => receipt_set as KeySet,
    sealing: () => sealing as readonly SecretKey[],
    async refresh() {
      await reading?.catch(() => {})
      reading ??= read().finally(() => {
        reading = undefined
      })
      await reading
    },
  }
}

interface Opened<Key> {
  readonly row: KeyRow
  readonly key: Key
}

/** Each row is opened once, and again when it retires; what does not open is told once, and left out. */
const openedRows = <Key>(sealer: Sealer, open: (sealer: Sealer, row: KeyRow) => Promise<Key>, log: Telling) => {
  let known = new Map<string, Opened<Key>>()
  const reported = new Set<string>()
  return async (rows: readonly KeyRow[]): Promise<Opened<Key>[]> => {
    const opened = new Map<string, Opened<Key>>()
    for (const row of rows) {
      const { purpose, kid } = row
      const before = known.get(kid)
      try {
        const same = before && (before.row.state === 'retired') === (row.state === 'retired')
        opened.set(kid, { row, key: same ? before.key : await open(sealer, row) })
      } catch (err) {
        if (before) opened.set(kid, { row, key: before.key })
        else if (!reported.has(kid))
          log.error({ err, purpose, kid }, 'a key in the database does not open: it is not used')
        reported.add(kid)
      }
    }
    known = opened
    return [...opened.values()]
  }
}

/** One that is retired signs no more, whatever its row still holds. */
const openPublished = async (sealer: Sealer, row: KeyRow): Promise<FactsKey> => {
  const { private_key, ...shown } = await openSigning(sealer, row)
  return row.state === 'retired' || !private_key ? shown : { ...shown, private_key }
}

/** The same as before where nothing changed, or where no key could sign. */
const setOf = (opened: readonly Opened<FactsKey>[], before: KeySet | undefined): KeySet | undefined => {
  const first = opened.find(({ row, key }) => row.state === 'current' && key.private_key)?.key
  if (!first) return before
  const all = opened.map(({ key }) => key)
  const same =
    before?.first === first && before.all.length === all.length && all.every((key, i) => key === before.all[i])
  return same ? before : { first, all }
}

const sealingOf = (
  opened: readonly Opened<SecretKey>[],
  before: readonly SecretKey[] | undefined,
): readonly SecretKey[] | undefined => {
  const current = opened.find(({ row }) => row.state === 'current')
  return current ? [current.key, ...opened.filter((one) => one !== current).map(({ key }) => key)] : before
}
