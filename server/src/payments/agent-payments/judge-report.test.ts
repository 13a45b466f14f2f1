/** What a report does, for every status, hash and time that there can be. */
import { LATE_REPORTS_MAX } from '@pursestrings/contract/payment-requests/records'
import {
  mayFollow,
  NEEDS_TRANSACTION_HASH,
  PAYMENT_STATUS_NEXT,
  PAYMENT_STATUSES,
  type PaymentStatus,
} from '@pursestrings/protocol/payment-status'
import { expect, test } from 'vitest'
import { judgeReport, REPORTED } from '../../../test/reports-wallet.ts'
import { type ReportOf, type StandingIn } from './judge-report.ts'

const now = new Date('2027-01-01T00:00:00.000Z')
const later = new Date(now.getTime() + 1)
type Standing = StandingIn<PaymentStatus>
type Report = ReportOf<(typeof REPORTED)[number]>
const standing = (more: Partial<Standing>): Standing => ({
  status: 'pending',
  transaction_hash: null,
  expires_at: later,
  late_hashes: [],
  ...more,
})
/** As short as a verdict can be said. */
const verdict = (current: Standing, report: Report): string => {
  const judged = judgeReport(current, report, now)
  if (judged.does === 'refuse') return judged.entry.code
  return judged.does === 'repeat' && judged.late ? 'repeat late' : judged.does
}

test('in every standing, with and without every hash, a report does what one rule says', () => {
  for (const status of PAYMENT_STATUSES)
    for (const due of [false, true])
      for (const known of [null, 'A'])
        for (const reported of REPORTED)
          for (const named of [undefined, 'A', 'B']) {
            const current = standing({ status, transaction_hash: known, expires_at: due ? now : later })
            const stands = status === 'pending' && due ? 'expired' : status
            const other = named !== undefined && known !== null && named !== known
            const expected =
              named === undefined && (NEEDS_TRANSACTION_HASH as readonly string[]).includes(reported)
                ? 'transaction_hash_required'
                : stands === 'expired' && named !== undefined
                  ? 'late'
                  : stands === reported && other
                    ? 'transaction_hash_fixed'
                    : stands === reported && (named === undefined || named === known)
                      ? 'repeat'
                      : !mayFollow(stands, reported)
                        ? 'invalid_transition'
                        : other
                          ? 'transaction_hash_fixed'
                          : 'move'
            const report = { status: reported, transaction_hash: named }
            expect([status, due, known, report, verdict(current, report)]).toEqual([
              status,
              due,
              known,
              report,
              expected,
            ])
          }
})

test('a wrong move names where the request stands and what a report can still say', () => {
  for (const status of PAYMENT_STATUSES) {
    const reported = REPORTED.find((r) => !mayFollow(status, r) && r !== status) as Report['status']
    const judged = judgeReport(
      standing({ status, transaction_hash: 'A' }),
      { status: reported, transaction_hash: 'A' },
      now,
    )
    const allowed = (PAYMENT_STATUS_NEXT[status] as readonly string[]).filter((next) => next !== 'expired')
    if (status === 'expired') expect(judged).toMatchObject({ does: 'late' })
    else expect(judged).toMatchObject({ does: 'refuse', details: { current_status: status, allowed } })
  }
})

test('a pending request is expired in the very millisecond of its time, whether or not the sweep was there', () => {
  const report = { status: 'signed', transaction_hash: 'A' } as const
  expect(judgeReport(standing({}), report, now)).toEqual({ does: 'move', transaction_hash: 'A' })
  const due = standing({ expires_at: now })
  expect(judgeReport(due, report, now)).toEqual({ does: 'late', transaction_hash: 'A', expires: true })
  const swept = standing({ expires_at: now, status: 'expired' })
  expect(judgeReport(swept, report, now)).toEqual({ does: 'late', transaction_hash: 'A', expires: false })
  const silent = judgeReport(due, { status: 'signed' }, now)
  expect(silent).toMatchObject({ does: 'refuse', details: { current_status: 'expired', allowed: [] } })
})

test('the same late transaction again is a repeat, and sixteen are kept at most', () => {
  const kept = (count: number) =>
    standing({ status: 'expired', late_hashes: Array.from({ length: count }, (_, i) => `h${i}`) })
  const report = (transaction_hash: string) => ({ status: 'confirmed', transaction_hash }) as const
  expect(verdict(kept(LATE_REPORTS_MAX - 1), report('new'))).toBe('late')
  expect(verdict(kept(LATE_REPORTS_MAX), report('new'))).toBe('invalid_transition')
  expect(verdict(kept(LATE_REPORTS_MAX), report('h3'))).toBe('repeat late')
})

test('what a transaction is, stays: a later report without it keeps it', () => {
  const current = standing({ status: 'signed', transaction_hash: 'A' })
  expect(judgeReport(current, { status: 'failed' }, now)).toEqual({ does: 'move', transaction_hash: 'A' })
})
