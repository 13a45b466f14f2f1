/** Standard error is the only place that is written to: over stdio, standard output belongs to the protocol. */
export const log = (line: string, failure?: unknown): void => {
  const why =
    failure === undefined ? '' : `: ${failure instanceof Error ? (failure.stack ?? failure.message) : 'unknown'}`
  process.stderr.write(`pursestrings-mcp: ${line}${why}\n`)
}
