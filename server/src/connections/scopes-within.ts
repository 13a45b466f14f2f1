/**
 * The one rule of scopes (A7): every step from the agent's allowed scopes over what it asks for and what the user grants
 * to what a connection keeps takes a part of the step before, never more. What goes beyond is refused and named.
 */
import type { ErrorEntry } from '@countersign/contract/errors'
import { SCOPES, type Scope } from '@countersign/contract/scopes'
import { Refusal } from '../refusal.ts'

/** In the order of the catalogue, so that equal sets look equal. */
export const scopesWithin = (input: readonly Scope[], whole: readonly Scope[], otherwise: ErrorEntry): Scope[] => {
  const beyond = input.filter((scope) => !whole.includes(scope))
  if (beyond.length === 0) return SCOPES.filter((scope) => input.includes(scope))
  throw new Refusal(otherwise, {
    details: { beyond },
    issues: beyond.map((scope) => ({
      code: otherwise.code,
      field: `scopes.${input.indexOf(scope)}`,
      message: `${scope} isn't one of ${whole.join(', ')}`,
    })),
  })
}

export const sameScopes = (one: readonly Scope[], other: readonly Scope[]): boolean =>
  one.length === other.length && one.every((scope) => other.includes(scope))
