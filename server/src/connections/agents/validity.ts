/** When a credential may serve: it ends in the future, begins before it ends, and lives 400 days at most. */
import { CREDENTIAL_LIFETIME_DAYS_MAX } from '@pursestrings/contract/agent-credentials/records'
import type { Issue } from '@pursestrings/contract/errors'

const LIFETIME_MAX_MS = CREDENTIAL_LIFETIME_DAYS_MAX * 86_400_000

interface Input {
  readonly not_before?: string
  readonly expires_at: string
}

interface Validity {
  readonly not_before: Date
  readonly expires_at: Date
  readonly issues: readonly Issue[]
}

/** `now` is the database's. */
export const validityOf = (input: Input, now: Date): Validity => {
  const not_before = input.not_before === undefined ? now : new Date(input.not_before)
  const expires_at = new Date(input.expires_at)
  const [from, to] = [not_before.getTime(), expires_at.getTime()]
  const issues: Issue[] = []
  const wrong = (field: string, code: string, message: string) => issues.push({ code, field, message })
  // A leap second fits the format and no clock of ours.
  if (Number.isNaN(from)) wrong('not_before', 'invalid_format', 'is no time that can be kept')
  if (Number.isNaN(to)) wrong('expires_at', 'invalid_format', 'is no time that can be kept')
  if (to <= now.getTime()) wrong('expires_at', 'out_of_range', 'must be in the future')
  if (to <= from) wrong('expires_at', 'out_of_range', 'must be after not_before')
  if (to - Math.min(from, now.getTime()) > LIFETIME_MAX_MS) {
    wrong(
      'expires_at',
      'out_of_range',
      `must be at most ${CREDENTIAL_LIFETIME_DAYS_MAX} days from now and from not_before`,
    )
  }
  return { not_before, expires_at, issues }
}
