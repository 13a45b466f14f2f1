/**
 * The keys that pay without asking, for a time that the person chose: in this tab's memory, never in a store, gone with the tab, the
 * lock or the time. Neither can be taken out of WebCrypto.
 */
import { useSyncExternalStore } from 'react'
import type { SigningKeys } from './vault.ts'

interface Held {
  readonly keys: SigningKeys
  /** By this device's clock, in milliseconds. */
  readonly until: number
}

let held: Held | undefined
const listeners = new Set<() => void>()

const change = (next: Held | undefined): void => {
  if (next === held) return
  held = next
  for (const tell of listeners) tell()
}

export const holdKeys = (keys: SigningKeys, minutes: number): void =>
  change({ keys, until: Date.now() + minutes * 60_000 })
export const dropHeldKeys = (): void => change(undefined)

/** Undefined once their time is over. */
export const heldKeys = (): SigningKeys | undefined => {
  if (held !== undefined && Date.now() >= held.until) dropHeldKeys()
  return held?.keys
}

export const onHeldKeys = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Until when; undefined while nothing is held. */
export const useHeldUntil = (): number | undefined => useSyncExternalStore(onHeldKeys, () => held?.until)
