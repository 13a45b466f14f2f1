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
} from '@countersign/sdk'
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
  invitation_rejected: 'The user said no. Do not ask again unless they tell you to.',
  connection_paused: 'Tell the user that the connection is paused; they can resume it in their wallet.',
  recipient_version_not_active:
    'Do not pay anybody else instead. Tell the user that the payee has just changed; list_recipients shows how it is paid now.',
  resource_not_found:
    'Check the id: list_recipients names payees, request_payment names requests. Do not ask for the payment again because of this.',
  cursor_ahead: 'Call list_events without since, and go on from the next_since that it gives.',
  validation_failed: 'Correct the arguments that are named, and call again.',
  amount_invalid: 'Give the amount as an exact decimal text, such as 12.5, with no more decimals than the asset has.',
}

const SAME_AGAIN = 'Call the same tool again with the same arguments; it asks for nothing twice.'

/** The failure as a refusal; undefined for what nobody meant. */
export const refusalOf = (failure: unknown): Refusal | undefined => {
  if (failure instanceof Refusal) return failure
  if (failure instanceof ApiError) {
    const issues = failure.issues.map(({ field, message }) => `${field}: ${message}`)
    return new Refusal(failure.code, [failure.message, ...issues].join(' '), nextAfter(failure))
  }
  if (failure instanceof TaskConflictError) {
    const { request_id, status, payment } = failure.payment_request
    return new Refusal(
      'task_conflict',
      `This task_ref has asked for ${payment.amount} ${payment.asset} already: request ${request_id} is ${status}. Nothing new was asked for.`,
      `Read it with get_payment_request. Only if the user wants this amount and payee instead, call request_payment again with replace: true; what they have approved already is never replaced.`,
    )
  }
  if (failure instanceof OutcomeUnknownError) {
    return new Refusal(
      'outcome_unknown',
      'The answer of the service was lost, so it is not known whether the request was made. Unknown is not failed.',
      SAME_AGAIN,
    )
  }
  if (failure instanceof PinRequiredError) {
    const thumbprints = failure.served.map(({ thumbprint }) => thumbprint).join(',')
    return new Refusal(
      'key_not_pinned',
      "No key of the service is pinned in this server's settings, so it cannot check what the service signed.",
      thumbprints === ''
        ? 'Tell the user. The service serves no key for payment facts; whoever runs it must set one up.'
        : `Tell the user that whoever runs this server compares the key thumbprint ${thumbprints} with what the operator of the service publishes elsewhere, and only if they are the same sets COUNTERSIGN_PINNED_KEYS=${thumbprints} (with a profile, \`countersign init\` saves it), then restarts it.`,
    )
  }
  if (failure instanceof FactsMismatchError) {
    return new Refusal(
      'facts_not_verified',
      failure.message,
      'Show the user nothing of this request, ask nobody to approve it, and tell them that its facts could not be verified.',
    )
  }
  if (failure instanceof NetworkError || failure instanceof TimeoutError) {
    return new Refusal('service_not_reached', failure.message, `${SAME_AGAIN} If it goes on, tell the user.`)
  }
  return undefined
}

const nextAfter = (failure: ApiError): string => {
  const next = NEXT[failure.code] ?? (failure instanceof CredentialError ? CONNECT : failure.recovery)
  const { retry_after_s } = failure
  return retry_after_s === undefined ? next : `${next} Not before ${retry_after_s} seconds have passed.`
}

export const refusalText = ({ code, message, next }: Refusal): string => `${code}: ${visible(message)}\nNext: ${next}`
