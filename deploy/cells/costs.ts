/** What one call costs a cell's database, in ms of one core, as measured (docs/scale.md says where and how well). */
export const COSTS_MS = {
  /** Creates travel together: so much for the statement, and so much for each of them. */
  create_statement: 0.85,
  create_each: 0.11,
  /** As one statement for several reports. As separate transactions it is 2.5 to 3.5. */
  report: 0.3,
  look: 0.09,
  read: 0.11,
  delivery: 0.13,
  /** Numbered for every feed, and counted in lists and overviews. */
  event: 0.18,
} as const

/** What follows a create: a life is one create and all of these. */
export const LIFE = { report: 3, event: 4, look: 6, read: 2, delivery: 4 } as const
