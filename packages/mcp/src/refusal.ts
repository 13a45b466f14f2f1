/** What a tool answers when it cannot do as asked: what happened, and what the model does next. Never a secret. */
import {
  ApiError,
  CredentialError,
  FactsMismatchError,
  NetworkError,
  OutcomeUnknownError,
  PinRequiredError,
  TaskConflictError,
  TimeoutError,
} from '@pursestrings/sdk'
import { visible } from './fence.ts'

/** An answer that we meant to give. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: string
  readonly next: string

  constructor(code: string, message: string, next: string) {
    super(message)
    this.code = code
    this.next = next
  }
}

const CONNECT = 'Ask the user for a new Connect Key from their wallet and call connect_wallet with it.'

/** Where the recovery of the catalogue speaks to a developer, and a model has a tool for it. */
const NEXT: Readonly<Record<string, string>> = {
  connection_revoked: CONNECT,
  connection_ended: CONNECT,
  connect_key_unknown: CONNECT,
  invitation_expired: CONNECT,
  invitation_spent: CONNECT,
  scope_missing: CONNECT,
  invitation_rejected: "The user said no. Don't try again unless they tell you to.",
  connection_paused: 'Tell the user that the connection is paused; they can resume it in their wallet.',
  recipient_version_not_active:
    "Don't pay anybody else instead. Tell the user that the payee just changed; list_recipients shows its current details.",
  resource_not_found:
    "Check the ID: payees come from list_recipients, requests from request_payment. Don't request the payment again because of this.",
  cursor_ahead: 'Call list_events without since, and continue from its next_since.',
  cursor_reset:
    'The service was restored from a backup. Read the requests that you know again with get_payment_request; then call list_events with since set to resume_from.',
  validation_failed: 'Fix these arguments, and call again.',
  amount_invalid: 'Use a decimal amount, such as 12.5, with no more decimals than the asset has.',
}

export const SAME_AGAIN = 'Call the same tool again with the same arguments; it creates nothing twice.'

/** The failure as a refusal; undefined for what nobody meant. */
export const refusalOf = (failure: unknown): Refusal | undefined => {
  if (failure instanceof Refusal) return failure
  if (failure instanceof ApiError) {
    const issues = failure.issues.map(({ field, message }) => `${field}: ${message}`)
    return new Refusal(failure.code, [failure.message, ...issues].join(' '), nextAfter(failure))
  }
  if (failure instanceof TaskConflictError) {
    const { request_id, status } = failure.payment_request
    return new Refusal(
      'task_conflict',
      `This task_ref already requested another amount or payee: request ${request_id} is ${status}. Nothing new was created.`,
      `Read it with get_payment_request. Only if the user wants this amount and payee instead, call request_payment again with replace: true. An approved request is never replaced.`,
    )
  }
  if (failure instanceof OutcomeUnknownError) {
    return new Refusal(
      'outcome_unknown',
      "The service's answer was lost, so we don't know whether the request was created. It may have been.",
      SAME_AGAIN,
    )
  }
  if (failure instanceof PinRequiredError) {
    const thumbprints = failure.served.map(({ thumbprint }) => thumbprint).join(',')
    return new Refusal(
      'key_not_pinned',
      "This server hasn't pinned the service's key, so it can't check signatures.",
      thumbprints === ''
        ? 'Tell the user: the service has no key for payment facts, and its operator must set one up.'
        : `Tell the user: the person who set up this MCP server should compare the key thumbprint ${thumbprints} with the one the operator publishes elsewhere. Only if they match, set PURSESTRINGS_PINNED_KEYS=${thumbprints} (with a profile, \`pursestrings init\` saves it) and restart this server.`,
    )
  }
  if (failure instanceof FactsMismatchError) {
    return new Refusal(
      'facts_not_verified',
      failure.message,
      "Don't show this request or ask anybody to approve it. Tell the user that its facts couldn't be verified.",
    )
  }
  if (failure instanceof NetworkError || failure instanceof TimeoutError) {
    return new Refusal('service_not_reached', failure.message, `${SAME_AGAIN} If it keeps failing, tell the user.`)
  }
  return undefined
}

const nextAfter = (failure: ApiError): string => {
  const next = NEXT[failure.code] ?? (failure instanceof CredentialError ? CONNECT : failure.recovery)
  const { retry_after_s } = failure
  return retry_after_s === undefined ? next : `${next} Wait ${retry_after_s} seconds first.`
}

export const refusalText = ({ code, message, next }: Refusal): string => `${code}: ${visible(message)}\nNext: ${next}`
