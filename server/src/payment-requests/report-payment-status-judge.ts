/** What a wallet's report does to a payment request. */
import {
  NEEDS_TRANSACTION_HASH,
  PAYMENT_STATUS_NEXT,
  type PaymentStatus,
} from '@countersign/contract/payment-requests/states'
import { type ReportOf, reportJudgeOf, type StandingIn } from './judge-report.ts'

export type Standing = StandingIn<PaymentStatus>
/** Nobody reports what begins a request or what time does to it. */
export type Report = ReportOf<Exclude<PaymentStatus, 'pending' | 'expired'>>

export const judgeReport = reportJudgeOf<PaymentStatus, Report['status']>({
  waiting: 'pending',
  expired: 'expired',
  late_after: ['expired'],
  next: PAYMENT_STATUS_NEXT,
  reported: ['signed', 'broadcasted', 'confirmed', 'failed', 'rejected'],
  needs_hash: NEEDS_TRANSACTION_HASH,
})
