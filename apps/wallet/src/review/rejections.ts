/**
 * Rejecting takes one press, and the reason may follow it: the press is written down at once, and told to the service with
 * the reason, or without one when nobody gives one. A page that is closed meanwhile tells it at its next start. Whatever is
 * written down here can no longer be approved on this device.
 */
import { ApiError, type WalletClient } from '@pursestrings/sdk'

export interface Rejection {
  readonly connection_id: string
  readonly request_id: string
  readonly kind?: 'agent_payment' | undefined
  /** Of the request that was rejected: what a signature names. */
  readonly facts_digest?: string | undefined
  readonly reason?: string
}

const KEPT = 'rejections'

const isSame = (a: Rejection, b: Rejection): boolean =>
  a.connection_id === b.connection_id && a.request_id === b.request_id && a.kind === b.kind

const isRejection = (value: unknown): value is Rejection =>
  typeof value === 'object' && value !== null && 'connection_id' in value && 'request_id' in value

export const waitingRejections = (): readonly Rejection[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRejection) : []
  } catch {
    return []
  }
}

const keep = (all: readonly Rejection[]): void => localStorage.setItem(KEPT, JSON.stringify(all))

export const writeDown = (rejection: Rejection): void =>
  keep([...waitingRejections().filter((one) => !isSame(one, rejection)), rejection])

export const isRejected = (asked: Rejection): boolean => waitingRejections().some((one) => isSame(one, asked))

type Reports = Pick<WalletClient, 'paymentRequests' | 'agentPayments' | 'signReport'>

/** A refusal that stays the same however often it is told: the request has ended some other way. */
const isAnswer = (failure: unknown): boolean =>
  failure instanceof ApiError &&
  failure.status < 500 &&
  ![401, 408, 429].includes(failure.status) &&
  // It was told without the device's key, and goes again with it.
  failure.code !== 'decision_signature_required'

/** Only what the service has answered is forgotten. */
export const tell = async (client: Reports, rejection: Rejection): Promise<void> => {
  const { request_id, connection_id, kind, facts_digest, reason } = rejection
  const report = { status: 'rejected' as const, ...(reason !== undefined && { reason }) }
  try {
    const signed =
      facts_digest === undefined ? report : await client.signReport({ request_id, connection_id, facts_digest }, report)
    if (kind === 'agent_payment') await client.agentPayments.reportStatus(request_id, signed)
    else await client.paymentRequests.reportStatus(request_id, { ...signed, connection_id })
  } catch (failure) {
    if (!isAnswer(failure)) throw failure
  }
  keep(waitingRejections().filter((one) => !isSame(one, rejection)))
}

/** What was left when the wallet was last closed. */
export const tellWaiting = async (client: Reports): Promise<void> => {
  for (const rejection of waitingRejections()) await tell(client, rejection).catch(() => {})
}
