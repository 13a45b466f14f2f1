/**
 * Where Pursestrings decided to differ from the specification. A service that does the same is called different, and not
 * missing; a service that does anything else is missing it.
 */
export const DECISIONS = {
  'domain-look': 'The domain record also shows what the last look found; nothing else of it changes.',
  'unknown-fields': 'Unknown fields are refused, so that no misspelt field passes silently.',
} as const

export type Decision = keyof typeof DECISIONS
