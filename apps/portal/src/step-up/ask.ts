/**
 * Changes that need a confirmation wait here for the dialog, one at a time. The client puts them in, `StepUp` takes them out.
 */
import type { ApiError } from '@pursestrings/sdk'

export interface Asked {
  /** The operation that was refused, such as `members.remove`. */
  readonly operation: string
  readonly by: 'passkey' | 'mail'
  readonly answer: (confirmed: boolean) => void
}

let asked: Asked | undefined
let turn: Promise<unknown> = Promise.resolve()
const listeners = new Set<() => void>()

const show = (next: Asked | undefined): void => {
  asked = next
  for (const listener of listeners) listener()
}

export const askToConfirm = (operation: string, { details }: ApiError): Promise<boolean> => {
  const by = Array.isArray(details['ways']) && details['ways'].includes('passkey') ? 'passkey' : 'mail'
  const mine = turn.then(() => new Promise<boolean>((answer) => show({ operation, by, answer })))
  turn = mine.finally(() => show(undefined))
  return mine
}

export const whatIsAsked = (): Asked | undefined => asked

export const onAsked = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
