/** A journey: what one kind of user wants, said as they would say it. docs/journeys.md lists them all. */
import { type TestOptions, test } from 'node:test'

export type User = 'merchant' | 'agent' | 'payer' | 'wallet' | 'operator'

export const journey = (_user: User, name: string, run: () => Promise<void>, options: TestOptions = {}): void => {
  void test(name, options, run)
}
