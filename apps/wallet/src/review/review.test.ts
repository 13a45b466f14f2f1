import { walletLink } from '@pursestrings/sdk'
import { describe, expect, test } from 'vitest'
import { issuer, jwks, links } from '../../../../tests/vectors/payment-links.ts'
import { checkRequest } from './check-request.ts'
import { fundsOf } from './funds.ts'
import { readAsked } from './read-asked.ts'

describe('funds', () => {
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
})

describe('read asked', () => {
  test('what this device signed while the service answered is seen: it is never taken for another device', async () => {
    let kept: string | undefined
    const answered = async () => {
      kept = 'the envelope of this device'
      return 'signed'
    }
    expect(await readAsked(answered, async () => kept)).toEqual({ request: 'signed', entry: kept })
    expect(kept).toBeDefined()
  })
})

// The link to another wallet is built from what this wallet checked: the shared vector file.
describe('wallet link', () => {
  test.each(links)('$what', async ({ request, link, refused, pinned_keys }) => {
    const found = await checkRequest(request, request, jwks, { issuer, pinned_keys })
    expect(found.is === 'checked').toBe(refused === null)
    expect((found.is === 'checked' ? await walletLink(found.facts) : undefined) ?? null).toBe(link)
  })
})
