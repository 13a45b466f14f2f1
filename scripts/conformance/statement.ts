/** What the specification says at one place, in our words, which operations it is about, and which tests assert it. */
export interface Statement {
  /** The number of the statement, or the section and the row of its table. */
  readonly at: string
  readonly says: string
  /** None where it is about all, or about none. */
  readonly operations: readonly string[]
  /** Words of tests.ts; none where no test asserts it. */
  readonly tests: readonly string[]
}

export interface Section {
  readonly title: string
  readonly statements: readonly Statement[]
}

/** Operations and tests are written with blanks between. */
export const statement = (at: string, says: string, operations: string, tests: string): Statement => ({
  at,
  says,
  operations: words(operations),
  tests: words(tests),
})

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '')

/** Those that take or show a payment request. */
export const PAYMENT_REQUESTS = 'payment_requests.create payment_requests.read payment_requests.report_status'
