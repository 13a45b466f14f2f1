import { expect, test } from 'vitest'
import { openBook } from '../book.ts'
import type { Json } from '../call.ts'
import { SECTIONS } from '../sentences/all.ts'
import { judgeRecord } from './request-record.ts'

const RECORD = {
  protocol: 'svc.payment_request.v1',
  request_id: 'pr_1',
  connection_id: 'con_1',
  created_at: '2026-11-15T09:30:00.000Z',
  expires_at: '2026-11-15T10:00:00.000Z',
  status: 'pending',
  source: {},
  payee: { name: 'Harbour Books' },
  payment: { rail: 'stellar_xlm', network: 'stellar_testnet', asset: 'XLM', amount: '12.5', to: 'G' },
  policy: { requires_user_approval: true },
}

const failing = (change: (record: Json) => void): string[] => {
  const book = openBook(SECTIONS)
  const record: Json = structuredClone(RECORD)
  change(record)
  judgeRecord(book, 'here', record)
  return book
    .judgements()
    .flatMap(({ judgements }) => judgements)
    .filter(({ sentence, looks }) => sentence.at.startsWith('2.1 ') && looks.some(({ holds }) => !holds))
    .map(({ sentence }) => sentence.at)
}

test('the least record that the specification allows has no fault', () => {
  expect(failing(() => {})).toEqual([])
})

test.each(Object.keys(RECORD))('a record without %s has a fault there', (name) => {
  expect(failing((record) => delete record[name])).toContain(`2.1 ${name}`)
})

test.each([
  ['protocol', 'svc.payment_request.v2'],
  ['request_id', ''],
  ['connection_id', 'c'.repeat(161)],
  ['transaction_id', 't'.repeat(161)],
  ['created_at', '15 November'],
  ['idempotency_key', 'k'.repeat(257)],
  ['status', 'settled'],
  ['source', 'agent'],
  ['display', []],
])('%s as %j is a fault', (name, value) => {
  expect(failing((record) => (record[name] = value))).toEqual([`2.1 ${name}`])
})

test.each([
  ['amount', 12.5],
  ['amount', '01'],
  ['amount', '0.0'],
  ['amount', '1e3'],
  ['rail', 'stellar_usdc'],
  ['network', 'testnet'],
  ['to', ''],
  ['decimals', 256],
  ['chain_id', -1],
  ['memo', 42],
])('payment.%s as %j is a fault', (name, value) => {
  expect(failing((record) => (record.payment[name] = value))).toEqual([`2.1 payment.${name}`])
})
