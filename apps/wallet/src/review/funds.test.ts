import { expect, test } from 'vitest'
import { fundsOf } from './funds.ts'

test('what is missing is said even where amount and fee are more than the ledger can carry', () => {
  const short = {
    code: 'balance_short',
    asset: 'XLM',
    available: '9999',
    needed: '922337203685.4776807',
    reserve: '1',
  } as const
  expect(fundsOf(short)).toMatchObject({ is: 'short', missing: '922337193686.4776807' })
})
