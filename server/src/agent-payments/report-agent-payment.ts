/**
 * A wallet says what became of a payment, or its project takes it back. Reports, cancellation and expiry meet at the
 * payment's row, which is held first: one of them moves it, the others see where it stands then. A repeated one commits
 * too, for the row that it held (I3).
 */
import {
  AGENT_PAYMENT_NEEDS_TRANSACTION_HASH,
  AGENT_PAYMENT_STATUS_NEXT,
  type AgentPaymentStatus,
  REPORTED_AGENT_PAYMENT_STATUSES,
} from '@countersign/contract/agent-payment-status'
import { invalidTransition } from '@countersign/contract/payment-request-errors'
import { type ReportOf, reportJudgeOf } from '../payment-requests/judge-report.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { appendLateReport, moveAgentPayment, type PaymentNow } from './agent-payments.store.ts'

type Reported = (typeof REPORTED_AGENT_PAYMENT_STATUSES)[number]
export type Report = ReportOf<Reported> & { readonly reason?: string | undefined }

const judgeReport = reportJudgeOf<AgentPaymentStatus, Reported>({
  waiting: 'intent_created',
  expired: 'expired',
  next: AGENT_PAYMENT_STATUS_NEXT,
  reported: REPORTED_AGENT_PAYMENT_STATUSES,
  needs_hash: AGENT_PAYMENT_NEEDS_TRANSACTION_HASH,
})

/** Of a payment that is held; answers whether the report came too late. */
export const reportAgentPayment = async (tx: TenantTx, payment: PaymentNow, report: Report): Promise<boolean> => {
  const { agent_payment_id, written, now } = payment
  const judged = judgeReport({ ...payment, status: written }, report, now)
  const reason = report.reason ?? null
  switch (judged.does) {
    case 'refuse':
      throw new Refusal(judged.entry, { details: judged.details })
    case 'repeat':
      return judged.late
    case 'move':
      await moveAgentPayment(tx, agent_payment_id, {
        status: report.status,
        transaction_hash: judged.transaction_hash,
        reason,
      })
      return false
    case 'late':
      if (judged.expires) await expire(tx, payment)
      await appendLateReport(tx, agent_payment_id, { transaction_hash: judged.transaction_hash, reason })
      return true
  }
}

const expire = (tx: TenantTx, { agent_payment_id }: PaymentNow): Promise<void> =>
  moveAgentPayment(tx, agent_payment_id, { status: 'expired', transaction_hash: null, reason: null })

/** Of a payment that is held. One whose time is up has expired, whether or not the sweep has been there. */
export const cancelAgentPayment = async (tx: TenantTx, payment: PaymentNow): Promise<void> => {
  const { agent_payment_id, status } = payment
  if (status === 'canceled') return
  if (status !== 'intent_created') {
    throw new Refusal(invalidTransition, { details: { current_status: status, allowed: [] } })
  }
  await moveAgentPayment(tx, agent_payment_id, { status: 'canceled', transaction_hash: null, reason: null })
}
