/** When a delivery is tried again: the schedule of the contract, with jitter so that many do not march in step. */
import { WEBHOOK_JITTER, WEBHOOK_SCHEDULE_S } from '@countersign/contract/webhook-deliveries/webhook-events'

export interface NextAttempt {
  readonly step: number
  readonly delay_s: number
}

/** What follows the attempt at `step`, or nothing after the last. `random` is from 0 to 1. */
export const nextAttempt = (step: number, random: number): NextAttempt | undefined => {
  const delay_s = WEBHOOK_SCHEDULE_S[step + 1]
  if (delay_s === undefined) return undefined
  return { step: step + 1, delay_s: delay_s * (1 + WEBHOOK_JITTER * (2 * random - 1)) }
}
