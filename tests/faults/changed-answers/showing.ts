/** What a client shows: something that it does with answers of the service, and all that a payer gets to see of it. */
export interface Shown {
  /** Everything in words: what is printed, and what an error says. */
  readonly text: string
  /** What is handed over as data, such as a tool's result or the output of --json. */
  readonly json?: unknown
}

export interface Showing {
  readonly client: 'wallet' | 'mcp' | 'cli' | 'python' | 'control'
  readonly name: string
  /** The requests that it may show; where it is about one, that one. */
  readonly of: readonly string[]
  /** As a new client, which has nothing in memory. */
  run(base_url: string): Promise<Shown>
}

export const errorText = (failure: unknown): string => (failure instanceof Error ? failure.message : String(failure))
