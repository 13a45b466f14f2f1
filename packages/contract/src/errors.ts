/**
 * What a refusal is: one code per meaning, with its status, what to do next and whether a retry is safe.
 * A resource's `errors.ts` declares its own entries; the catalogue is the union over the operation list.
 */
import type { Module } from './tiers.ts'

/** One code and what it means. */
export interface ErrorEntry<Code extends string = string> {
  readonly code: Code
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 410 | 413 | 415 | 422 | 429 | 431 | 500 | 503
  /** Only where a module causes it and an operation of a lower tier answers with it; for others see `tierOfError`. */
  readonly tier?: Module
  /** What happened, as a sentence. */
  readonly meaning: string
  /** What the caller does next, as a sentence. */
  readonly recovery: string
  /** May the very same call, with the same idempotency key, be sent again? `later` waits for Retry-After first. */
  readonly retry: 'never' | 'safe' | 'later'
  /** The field that this code is always about; the answer names it. */
  readonly field?: string
}

export const errorEntry = <const Code extends string>(entry: ErrorEntry<Code>): ErrorEntry<Code> => Object.freeze(entry)

/** One problem of an input; an answer lists all of them, so that one pass fixes them all (specification 7). */
export interface Issue {
  readonly code: string
  readonly field: string
  readonly message: string
}
