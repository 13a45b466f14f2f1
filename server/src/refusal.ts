/** An answer we meant to give, thrown by verbs and guards. Anything else that is thrown is a bug and answers 500. */
import type { ErrorEntry, Issue } from '@countersign/contract/errors'

export class Refusal extends Error {
  readonly entry: ErrorEntry
  readonly issues: readonly Issue[]
  readonly details: Readonly<Record<string, unknown>>
  constructor(
    entry: ErrorEntry,
    rest: { message?: string; issues?: readonly Issue[]; details?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(rest.message ?? `${entry.meaning} ${entry.recovery}`)
    this.entry = entry
    this.issues = rest.issues ?? []
    this.details = rest.details ?? {}
  }
}
