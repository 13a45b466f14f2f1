/** The link to another wallet is built from what this wallet checked: the shared vector file. */
import { walletLink } from '@pursestrings/sdk'
import { expect, test } from 'vitest'
import { issuer, jwks, links } from '../../../../tests/vectors/payment-links.ts'
import { checkRequest } from './check-request.ts'

test.each(links)('$what', async ({ request, link, refused, pinned_keys }) => {
  const found = await checkRequest(request, request, jwks, { issuer, pinned_keys })
  expect(found.is === 'checked').toBe(refused === null)
  expect((found.is === 'checked' ? await walletLink(found.facts) : undefined) ?? null).toBe(link)
})
