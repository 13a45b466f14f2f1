/** What the user's decision about a payment rests on, of both kinds. */

export interface Decided {
  readonly status: string
  readonly transaction_hash: string | null
  /** Null where nobody decided, or it was not kept yet how. */
  readonly device_signed: boolean | null
}

/** Ends that may have come without anybody deciding. */
const UNDECIDED: ReadonlySet<string> = new Set(['pending', 'intent_created', 'expired', 'canceled', 'failed'])

/** What was decided before it was kept how: by the token, where it was decided at all. */
export const decisionOf = ({ device_signed, status, transaction_hash }: Decided) => {
  if (device_signed !== null) return device_signed ? ('device_signed' as const) : ('device_token' as const)
  return UNDECIDED.has(status) && transaction_hash === null ? ('none' as const) : ('device_token' as const)
}
