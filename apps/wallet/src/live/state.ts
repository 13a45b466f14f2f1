/** Whether what this tab shows is kept up to date. */
import { useSyncExternalStore } from 'react'

let failures = 0
const listeners = new Set<() => void>()

/** Tries in a row that did not connect. */
export const failuresNow = (): number => failures

export const setFailures = (count: number): void => {
  failures = count
  for (const tell of listeners) tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useFailures = (): number => useSyncExternalStore(subscribe, failuresNow)

const onNetwork = (listener: () => void) => {
  for (const kind of ['online', 'offline']) addEventListener(kind, listener)
  return () => {
    for (const kind of ['online', 'offline']) removeEventListener(kind, listener)
  }
}
export const useOnline = (): boolean => useSyncExternalStore(onNetwork, () => navigator.onLine)

let tryAgain = (): void => {}
/** What "try now" does; set by whoever waits. */
export const onTry = (again: () => void): void => {
  tryAgain = again
}
export const tryNow = (): void => tryAgain()
