/**
 * Which failures say "the database cannot do this right now" instead of "the statement is wrong". The victim of a deadlock
 * and of a serialization failure was rolled back whole: the same call may be sent again. 23S01 is our own: the record is being
 * moved to another cell (docs/scale.md).
 */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: string }
  if (/is not currently accepting connections/.test(error.message)) return true
  if (code !== undefined)
    return /^(08|57P0[123]|53|25006|55P03|57014|40001|40P01|23S01|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/.test(code)
  return (
    isSilence(error) ||
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      error.message,
    )
  )
}

/** Nothing came within a pool's `silence_ms`: whatever else is sent over this connection would wait as long. */
export const isSilence = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout'

/** What to look for in PostgreSQL's manual, or the system's own word; neither holds a value of anybody's. */
export const troubleCode = (error: unknown): string => (error as { code?: string }).code ?? 'no_code'
