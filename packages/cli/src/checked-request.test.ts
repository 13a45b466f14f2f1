/** What the CLI shows of a payment comes from facts whose signature was checked: the links of the shared vector file. */
import type { PaymentRequest } from '@pursestrings/sdk'
import { describe, expect, test } from 'vitest'
import { checkOf, HOLDING, REFUSED } from '../../../tests/vectors/payment-links.ts'
import { checkRequest, checkRequests } from './checked-request.ts'
import { fieldsText, tableText } from './layout.ts'
import { REQUEST_TITLES, requestFields, requestRow } from './request-text.ts'

const [first] = HOLDING

describe('the link that is printed', () => {
  test.each(HOLDING)('$what', async (vector) => {
    const checked = await checkRequest(checkOf(vector), vector.request)
    expect(checked.wallet_link ?? null).toBe(vector.link)
    const [printed = null] = /^wallet link +(.*)$/m.exec(fieldsText(requestFields(checked)))?.slice(1) ?? []
    expect(printed).toBe(vector.link)
  })

  test.each(REFUSED)('$what', async (vector) => {
    const failure = vector.refused === 'pin_required' ? { name: 'PinRequiredError' } : { reason: vector.refused }
    await expect(checkRequest(checkOf(vector), vector.request)).rejects.toMatchObject(failure)
  })
})

test('a request that waits for nobody has no link', async () => {
  expect((await checkRequest(checkOf(first), { ...first.request, status: 'signed' })).wallet_link).toBeUndefined()
})

test('with --json, what a payment carries is what was signed, whatever else was sent', async () => {
  const referenced = HOLDING.find(({ request }) => request.reference_value !== undefined)?.request as PaymentRequest
  const { record } = await checkRequest(checkOf(first), referenced)
  expect(record.reference_value).toBe(referenced.facts_digest)
  const unreferenced = {
    ...first.request,
    reference_value: '00'.repeat(32),
    payment: { ...first.request.payment, x: 1 },
  }
  expect((await checkRequest(checkOf(first), unreferenced)).record).not.toMatchObject({
    reference_value: '00'.repeat(32),
  })
  expect((await checkRequest(checkOf(first), unreferenced)).record.payment).toEqual(first.request.payment)
})

test('an answer about another request is refused, however well it is signed', async () => {
  await expect(checkRequest(checkOf(first), first.request, 'pr_another')).rejects.toMatchObject({ reason: 'intent' })
})

test('a list shows nothing of a payment that does not hold, and all of the others', async () => {
  const bent = { ...first.request, payment: { ...first.request.payment, amount: '999' } }
  const [good, bad] = await checkRequests(checkOf(first), [first.request, bent])
  expect(good?.record).toMatchObject({ payment: first.request.payment })
  const { request_id, status } = bent
  expect(bad?.record).toEqual({ request_id, status, facts_not_verified: 'digest' })
  const table = tableText(
    REQUEST_TITLES,
    [good, bad].map((one) => requestRow(one as NonNullable<typeof one>)),
  )
  expect(table).toContain('120.1234567 XLM')
  expect(table).toMatch(/not shown +the facts aren't what the service signed: don't pay/)
  expect(table).not.toContain('999')
})
