/** A sentence or table row of the specification, in our words, and whether a service can be judged by it. */
export interface Sentence {
  /** The number of the statement, or its section with a word for it. */
  readonly at: string
  readonly says: string
  readonly kind: Kind
}

export type Kind =
  /** What a caller can see of a service; the kit looks. */
  | 'judged'
  /** "Not shown", or says what other sentences say: nothing is required of a service. */
  | 'left open'
  /** A duty of whoever calls. */
  | 'for the caller'
  /** Inside the service or its operator's duty; no caller can see it. */
  | 'not visible'

export interface Section {
  readonly title: string
  readonly sentences: readonly Sentence[]
}

export const judged = (at: string, says: string): Sentence => ({ at, says, kind: 'judged' })
export const open = (at: string, says: string): Sentence => ({ at, says, kind: 'left open' })
export const caller = (at: string, says: string): Sentence => ({ at, says, kind: 'for the caller' })
export const hidden = (at: string, says: string): Sentence => ({ at, says, kind: 'not visible' })
