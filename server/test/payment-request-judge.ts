/** What a wallet's report does to a payment request, by the rule in TypeScript: the model for the one in SQL. */
import { NEEDS_TRANSACTION_HASH, PAYMENT_STATUS_NEXT, type PaymentStatus } from '@pursestrings/protocol/payment-status'
import { reportJudgeOf } from '../src/payments/agent-payments/judge-report.ts'

export const REPORTED = ['signed', 'broadcasted', 'confirmed', 'failed', 'rejected'] as const satisfies PaymentStatus[]

const judgeAfter = (late_after: readonly PaymentStatus[]) =>
  reportJudgeOf<PaymentStatus, (typeof REPORTED)[number]>({
    waiting: 'pending',
    expired: 'expired',
    late_after,
    next: PAYMENT_STATUS_NEXT,
    reported: REPORTED,
    needs_hash: NEEDS_TRANSACTION_HASH,
  })

export const judgeReport = judgeAfter(['expired'])
/** Of one that the agent took back. */
export const judgeReportOfCanceled = judgeAfter(['expired', 'failed'])
