/** What the settings of the ledger must keep to together. */
import type { KeyObject } from 'node:crypto'
import { isValidator } from './ledgers.ts'
import { type LedgerSourceSetting, operatorsOf } from './read-ledger-sources.ts'

interface Key {
  readonly kid: string
  readonly public_key: KeyObject
}

interface LedgerPart {
  readonly ENVIRONMENT: string
  readonly LEDGER_QUORUM: number
  readonly DEMO_SHOP_URL?: string
  readonly sources: readonly LedgerSourceSetting[]
  readonly validators: readonly string[]
  readonly receipt_keys: readonly Key[]
  readonly facts_keys: readonly Key[]
  /** The service makes its receipt keys itself. */
  readonly makes_keys: boolean
}

/** A practice ledger says whatever its machine likes, so production never listens to one. */
export const ledgerFaults = ({
  sources,
  validators,
  receipt_keys,
  facts_keys,
  makes_keys,
  ...s
}: LedgerPart): string[] => {
  const faults: string[] = []
  const practice = sources.filter(({ simulated, operator }) => simulated || operator === 'ledger-double')
  if (s.ENVIRONMENT === 'production' && practice.length > 0)
    faults.push(`LEDGER_SOURCES names a practice ledger (${practice.map(({ name }) => name).join(', ')})`)
  if (s.DEMO_SHOP_URL !== undefined && (s.ENVIRONMENT === 'production' || practice.length === 0))
    faults.push('DEMO_SHOP_URL is for development with a practice ledger only')
  if (sources.some(({ simulated }) => simulated) && sources.some(({ simulated }) => !simulated))
    faults.push('LEDGER_SOURCES mixes a practice ledger with real ones')
  for (const network of new Set(sources.map((source) => source.network))) {
    const { size } = operatorsOf(sources, network)
    if (s.LEDGER_QUORUM > size)
      faults.push(`LEDGER_QUORUM is ${s.LEDGER_QUORUM}, but ${network} has ${size} operators in LEDGER_SOURCES`)
  }
  if (!validators.every(isValidator)) faults.push('LEDGER_VALIDATORS must be public keys (G…)')
  if (sources.length > 0 && receipt_keys.length === 0 && !makes_keys)
    faults.push('RECEIPT_KEYS must be set with LEDGER_SOURCES: what the ledger says is signed with its own key')
  const known = new Set(facts_keys.map(({ kid }) => kid))
  const same = receipt_keys.some(
    ({ kid, public_key }) => known.has(kid) || facts_keys.some((key) => key.public_key.equals(public_key)),
  )
  if (same) faults.push('RECEIPT_KEYS must not share a key or a kid with FACTS_KEYS: a key has one purpose')
  return faults
}
