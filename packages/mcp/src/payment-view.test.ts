/** What a model is shown of a payment comes from facts whose signature was checked: the links of the shared vector file. */
import type { PaymentRequest } from '@pursestrings/sdk'
import { describe, expect, test } from 'vitest'
import { checkOf, HOLDING, type LinkVector, REFUSED } from '../../../tests/vectors/payment-links.ts'
import { type PaymentView, paymentLines, paymentView } from './payment-view.ts'
import { refusalOf } from './refusal.ts'

const [first] = HOLDING
/** Where every request of the file sends a payer by the service's own link. */
const ELSEWHERE = 'elsewhere'

const signal = new AbortController().signal
const viewOf = (vector: LinkVector, more: Partial<PaymentRequest> = {}, request_id = vector.request.request_id) =>
  paymentView(checkOf(vector), { ...vector.request, ...more }, { request_id, signal })
const linkIn = ({ hand_off_uri }: PaymentView): string | null => hand_off_uri ?? null

describe('the link that a payer is shown', () => {
  test.each(HOLDING)('$what', async (vector) => {
    const view = await viewOf(vector)
    expect(linkIn(view)).toBe(vector.link)
    const said = paymentLines(view).join('\n')
    expect(said.includes('web+stellar:')).toBe(vector.link !== null)
    if (vector.link !== null) expect(said).toContain(`: ${vector.link}\n`)
    expect(said).not.toContain(ELSEWHERE)
  })

  test.each(REFUSED)('$what', async (vector) => {
    const failure: unknown = await viewOf(vector).catch((error: unknown) => error)
    const refusal = refusalOf(failure)
    expect(refusal?.code).toBe(vector.refused === 'pin_required' ? 'key_not_pinned' : 'facts_not_verified')
    expect(JSON.stringify([refusal?.message, refusal?.next])).not.toMatch(/web\+stellar|120\.1234567/)
  })
})

test('a request that waits for nobody has no link', async () => {
  expect(linkIn(await viewOf(first, { status: 'confirmed' }))).toBeNull()
})

describe('the link to the review', () => {
  const { request_id } = first.request
  const view = (more: Partial<PaymentRequest> = {}) =>
    paymentView(
      checkOf(first),
      {
        ...first.request,
        approval_url: 'https://evil.example',
        wallet_url: 'https://evil.example',
        ...more,
      } as PaymentRequest,
      { request_id, signal, wallet_url: 'https://wallet.example' },
    )

  test('names the request at the address that was kept, whatever an answer says', async () => {
    const shown = await view()
    expect(shown.approval_url).toBe(`https://wallet.example/approve#${request_id}`)
    expect(paymentLines(shown).join('\n')).not.toContain('evil')
  })

  test('is there only while somebody has to decide', async () => {
    for (const status of ['signed', 'rejected', 'expired', 'confirmed'] as const)
      expect((await view({ status })).approval_url).toBeUndefined()
  })
})

test('an answer about another request is refused, however well it is signed', async () => {
  await expect(viewOf(first, {}, 'pr_another')).rejects.toMatchObject({ reason: 'intent' })
})
