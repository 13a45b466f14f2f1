/**
 * How a payment carries the digest of its facts, so that the ledger itself shows which request was paid. A payee with a memo
 * of its own has no room for it.
 */
export const REFERENCES = ['memo_hash'] as const
export type Reference = (typeof REFERENCES)[number]
