/** Pairs of calls that race, in every order of their statements that can happen: the tests of `npm run check`, without their bound. */
import { afterEach } from 'vitest'
import { racing } from '../../server/test/interleave.ts'
import { report } from './report.ts'

racing.orders_max = Number.POSITIVE_INFINITY
await import('../../server/test/racing-pairs-payee.test.ts')
await import('../../server/test/racing-pairs-connection.test.ts')
await import('../../server/test/racing-pairs-report.test.ts')
await import('../../server/test/racing-pairs-policy.test.ts')

// After each, so that a run that is cut short leaves what it has.
afterEach(() => {
  const isPlanted = ({ pair }: (typeof racing.raced)[number]) => pair.startsWith('planted')
  const planted = racing.raced.filter(isPlanted)
  const each = racing.raced.filter((raced) => !isPlanted(raced))
  const sum = (key: 'orders' | 'statement_orders' | 'broken') => each.reduce((total, raced) => total + raced[key], 0)
  const [orders, statement_orders, broken] = [sum('orders'), sum('statement_orders'), sum('broken')]
  report('racing-pairs', { pairs: each.length, orders, statement_orders, broken, each, planted })
})
