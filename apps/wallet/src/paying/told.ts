/** What the engine tells while it works, for the page that shows it: by request, in this tab, gone with it. */
import { useSyncExternalStore } from 'react'
import type { PayingStep, Told } from './steps-of.ts'

const NOTHING: Told = { times: {} }
let all: ReadonlyMap<string, Told> = new Map()
const listeners = new Set<() => void>()

interface About {
  readonly connection_id: string
  readonly request_id: string
  readonly kind?: 'payment_request' | 'agent_payment' | undefined
}
export const keyOf = ({ connection_id, request_id, kind = 'payment_request' }: About): string =>
  `${kind} ${connection_id} ${request_id}`

const change = (key: string, next: (now: Told) => Told): void => {
  all = new Map(all).set(key, next(all.get(key) ?? NOTHING))
  for (const tell of listeners) tell()
}

export const toldOf = (key: string): Told => all.get(key) ?? NOTHING

export const tellStep = (key: string, step: PayingStep): void =>
  change(key, ({ times, ...rest }) => ({ ...rest, times: { [step]: Date.now(), ...times } }))

export const tellUnknown = (key: string, again_at: number): void =>
  change(key, ({ unknown, ...rest }) => ({ ...rest, unknown: { looked: (unknown?.looked ?? 0) + 1, again_at } }))

export const tellKnown = (key: string): void => change(key, ({ times }) => ({ times }))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTold = (key: string): Told => useSyncExternalStore(subscribe, () => toldOf(key))
