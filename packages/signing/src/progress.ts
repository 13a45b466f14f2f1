/**
 * Every step of a payment, in order, told once it is done. Between any two of them the wallet may be killed: what it does on
 * the next start depends on the journal alone.
 */
export const STEPS = [
  /** The request was read and its signed facts hold. */
  'reviewed',
  /** Accounts, trustlines, balance, memo, time, journal: nothing stands against it. */
  'checked',
  'built',
  'signed',
  /** The signed envelope is kept. Until here nothing exists. */
  'kept',
  /** The service answered that this transaction is the one. */
  'claimed',
  'claim_kept',
  /** The ledger took it. */
  'sent',
  'sent_reported',
  /** Its outcome is known. */
  'settled',
  'outcome_kept',
  'reported',
  'report_kept',
] as const

/** Of an authorization, which somebody else sends: the agent's seller, once the agent has it. */
export const AUTHORIZATION_STEPS = [
  'reviewed',
  /** Terms, the agent's key, balance, time, journal: nothing stands against it. */
  'checked',
  'signed',
  'sealed',
  /** The sealed authorization is kept. Until here nothing exists. */
  'kept',
  'claimed',
  'claim_kept',
  /** The service has it for the agent, and will have no other. */
  'handed_over',
  'hand_over_kept',
  'settled',
  'outcome_kept',
  'reported',
  'report_kept',
] as const
export type Step = (typeof STEPS)[number] | (typeof AUTHORIZATION_STEPS)[number]

export interface Progress {
  readonly step: Step
  readonly request_id: string
  /** From `signed` on. */
  readonly transaction_hash?: string
}

/** Awaited, so that a test can stop the world here. */
export type Tell = (progress: Progress) => void | Promise<void>
