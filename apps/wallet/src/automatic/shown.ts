/** Every payment that was made without asking while this tab was open, shown from the moment it is signed on. */
import { useSyncExternalStore } from 'react'

export interface Shown {
  readonly id: string
  readonly connection_id: string
  readonly policy_id: string
  readonly payee: string
  readonly amount: string
  readonly asset: string
  /** Signed and on its way; handed to the agent; on the ledger; certain never to be; or not known yet. */
  readonly is: 'paying' | 'handed_over' | 'paid' | 'not_paid' | 'unknown'
}

const SHOWN_MAX = 3
let all: readonly Shown[] = []
const listeners = new Set<() => void>()

const change = (next: readonly Shown[]): void => {
  all = next
  for (const tell of listeners) tell()
}

/** Newest first; the same payment stands once. */
export const show = (one: Shown): void =>
  change(
    all.some(({ id }) => id === one.id)
      ? all.map((before) => (before.id === one.id ? one : before))
      : [one, ...all].slice(0, SHOWN_MAX),
  )
export const endShown = (id: string, is: Shown['is']): void =>
  change(all.map((one) => (one.id === id ? { ...one, is } : one)))
export const hideShown = (id: string): void => change(all.filter((one) => one.id !== id))
export const forgetShown = (): void => change([])

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useShown = (): readonly Shown[] => useSyncExternalStore(subscribe, () => all)
