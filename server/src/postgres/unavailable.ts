/** Which failures say "the database is not there right now" instead of "the statement is wrong". */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: string }
  if (/is not currently accepting connections/.test(error.message)) return true
  if (code !== undefined) return /^(08|57P0[123]|53|25006|55P03|57014|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/.test(code)
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
    error.message,
  )
}
