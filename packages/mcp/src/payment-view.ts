/**
 * A payment request as a model sees it: the facts only as a pinned key signed them and only after that was checked, the
 * status in words that claim no more than is known, and everything that somebody wrote behind the fence.
 */
import type { AgentClient, PaymentRequest, PaymentStatus } from '@countersign/sdk'
import { fenced, quoted, visible } from './fence.ts'
import { handOffUri } from './hand-off-uri.ts'

export interface PaymentView {
  readonly request_id: string
  readonly status: PaymentStatus
  readonly meaning: string
  readonly facts: {
    readonly amount: string
    readonly asset: string
    readonly network: string
    readonly to: string
    readonly payee_name: string
    readonly payee_domain: string
    readonly payee_verified: boolean
    readonly recipient_id: string
    readonly recipient_version_id: string
    readonly expires_at: string
    readonly facts_digest: string
  }
  /** What the status rests on. */
  readonly assurance: string
  /** What the user's decision rests on. */
  readonly decision: string
  readonly transaction_hash?: string
  /** The way to a wallet, while somebody has to decide. */
  readonly hand_off_uri?: string
  readonly untrusted: string
  readonly next: string
}

export const paymentView = async (
  agent: Pick<AgentClient, 'verifyFacts'>,
  request: PaymentRequest,
  signal: AbortSignal,
): Promise<PaymentView> => {
  const facts = await agent.verifyFacts(request, { signal })
  const { payment, payee } = facts
  const { status, transaction_hash, settlement, source, display, metadata, reason } = request
  const hand_off_uri = handOffUri(request, facts)
  return {
    request_id: facts.request_id,
    status,
    ...WORDS[status],
    facts: {
      amount: payment.amount,
      asset: visible(payment.asset),
      network: payment.network,
      to: visible(payment.to),
      payee_name: quoted(payee.name),
      payee_domain: visible(payee.domain),
      payee_verified: request.payee.verified,
      recipient_id: facts.recipient_id,
      recipient_version_id: facts.recipient_version_id,
      expires_at: facts.expires_at,
      facts_digest: request.facts_digest,
    },
    assurance: settlement.assurance,
    decision: settlement.decision,
    ...(transaction_hash !== undefined && { transaction_hash: visible(transaction_hash) }),
    ...(hand_off_uri !== undefined && status === 'pending' && { hand_off_uri }),
    untrusted: fenced({ memo: payment.memo, source, display, metadata, reason }),
  }
}

const AWAIT = 'Call wait_for_payment_request with this request_id to see what the user decides.'
const ASK_FIRST = "Don't request this payment again unless the user tells you to; then use another task_ref."

const WORDS: Readonly<Record<PaymentStatus, { readonly meaning: string; readonly next: string }>> = {
  pending: {
    meaning: 'Waiting for the user to approve it in their wallet; nothing is paid yet.',
    next: `Tell the user to open their wallet. ${AWAIT}`,
  },
  signed: { meaning: 'The user approved and the wallet signed; not paid yet.', next: AWAIT },
  broadcasted: { meaning: "The wallet sent it to the network; it isn't confirmed yet.", next: AWAIT },
  confirmed: {
    meaning: 'The wallet reports that the network confirmed the payment.',
    next: 'Continue with the task. If it matters, say that the wallet reported this.',
  },
  rejected: { meaning: 'The user said no; nothing is paid.', next: ASK_FIRST },
  failed: { meaning: 'The wallet reports that the payment failed.', next: ASK_FIRST },
  expired: {
    meaning: 'Nobody approved it in time. If the wallet already paid, it may still report that.',
    next: ASK_FIRST,
  },
}

export const paymentLines = (view: PaymentView): string[] => {
  const { amount, asset, network, to, payee_name, payee_domain, payee_verified, expires_at } = view.facts
  return [
    `Payment request ${view.request_id} is ${view.status}. ${view.meaning}`,
    `Facts, signed by the service and checked here: ${amount} ${asset} on ${network} to ${to}, payee ${payee_name} of ${payee_domain}, open until ${expires_at}.`,
    payee_verified ? '' : "This payee isn't verified right now: tell the user not to approve it.",
    view.transaction_hash === undefined ? '' : `Transaction reported by the wallet: ${view.transaction_hash}`,
    view.hand_off_uri === undefined ? '' : `Link to a Stellar wallet, for the user to open: ${view.hand_off_uri}`,
    `Next: ${view.next}`,
    view.untrusted,
  ]
}
