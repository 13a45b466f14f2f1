/** The filters as the address keeps them, and as the service takes them. */
const DAY_MS = 86_400_000
export const SPANS = { day: 1, week: 7, month: 30 } as const
export type Span = keyof typeof SPANS

export const NAMES = ['when', 'actor', 'action', 'target'] as const

export const filterOf = (query: URLSearchParams) => {
  const [actor, action, target] = ['actor', 'action', 'target'].map((name) => query.get(name) ?? undefined)
  const days = SPANS[query.get('when') as Span]
  return {
    ...(actor !== undefined && { actor }),
    ...(action !== undefined && { action }),
    ...(target !== undefined && { target }),
    ...(days !== undefined && { from: new Date(Date.now() - days * DAY_MS).toISOString() }),
  }
}

/** The filters as they are written in the address, for whoever exports what they show. */
export const wordsOf = (query: URLSearchParams): string =>
  NAMES.flatMap((name) => (query.has(name) ? [`${name}: ${query.get(name)}`] : [])).join(', ')
