/** Keys of one purpose as they are at this moment. Whoever needs one for several signatures asks once. */
import type { FactsKey } from './read-facts-keys.ts'

export interface KeySet {
  /** The one that signs. */
  readonly first: FactsKey | undefined
  /** All that are published, the newest first: one that is to sign soon stands before the first. */
  readonly all: readonly FactsKey[]
}

/** The same object for as long as nothing changed. */
export type KeySource = () => KeySet

export const fixedKeys = (keys: readonly FactsKey[]): KeySource => {
  const set = { first: keys[0], all: keys }
  return () => set
}

export const sourceOf = (keys: readonly FactsKey[] | KeySource): KeySource =>
  typeof keys === 'function' ? keys : fixedKeys(keys)
