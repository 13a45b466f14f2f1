/** Turns whatever ended a command into what is told on stderr, and into the exit code. No secret gets through. */
import {
  ApiError,
  CountersignError,
  FactsMismatchError,
  type Issue,
  NetworkError,
  OutcomeUnknownError,
  TaskConflictError,
  TimeoutError,
} from '@countersign/sdk'
import { asTyped } from './environment.ts'
import { EXIT } from './exit-codes.ts'
import { plain } from './layout.ts'
import { Stop } from './stop.ts'

export interface Failure {
  readonly message: string
  readonly what_to_do: string
  readonly exit_code: number
  readonly code?: string
  readonly request_id?: string | undefined
  readonly doc_url?: string | undefined
  readonly issues?: readonly Issue[]
  /** What was found instead of what was looked for. */
  readonly seen?: readonly string[]
}

const NOT_APPROVED = new Set<string>(['invitation_rejected', 'invitation_expired', 'pairing_rejected', 'pairing_ended'])

export const failureOf = (thrown: unknown): Failure => {
  if (thrown instanceof Stop) {
    const { message, what_to_do, exit_code } = thrown
    return { message, what_to_do, exit_code }
  }
  if (thrown instanceof ApiError) return refusal(thrown)
  if (thrown instanceof TaskConflictError) return taskConflict(thrown)
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  const end = (exit_code: number, what_to_do: string): Failure => ({ message, what_to_do, exit_code })
  if (thrown instanceof OutcomeUnknownError) {
    return end(EXIT.unknown, 'Run the same command again: it asks for the same thing, and never twice.')
  }
  if (thrown instanceof TimeoutError) return end(EXIT.unknown, 'Nothing is known to have failed. Look again later.')
  if (thrown instanceof NetworkError) {
    return end(EXIT.error, 'Check that the service runs and that the address is right: countersign doctor')
  }
  if (thrown instanceof FactsMismatchError) return end(EXIT.error, 'Tell whoever runs the service. Pay nothing.')
  if (thrown instanceof CountersignError) return end(EXIT.error, 'Look at the message; countersign doctor may help.')
  return end(EXIT.error, 'countersign doctor looks at the whole set-up.')
}

const taskConflict = ({ payment_request }: TaskConflictError): Failure => {
  const { request_id, status, payment } = payment_request
  return {
    code: 'task_conflict',
    message: `This task has asked for ${payment.amount} ${payment.asset} already: request ${request_id} is ${status}. Nothing new was asked for.`,
    what_to_do: `Look at it: countersign requests show ${request_id}. To ask for this instead, add --replace; another purchase is another --task.`,
    exit_code: EXIT.error,
  }
}

/** Where the words of the service speak to programs rather than to a person at a terminal. */
const REMEDIES: Readonly<Partial<Record<string, string>>> = {
  validation_failed: 'Correct what is named, and run it again.',
  sign_in_link_spent: 'Ask for a new one: countersign login --email you@example.com',
  too_many_pending: 'Let the user answer what is open first: countersign requests list --status pending',
}

const refusal = (thrown: ApiError): Failure => {
  const { message, status, code, request_id, doc_url, issues, recovery, details } = thrown
  const denied = status === 401 || status === 403
  const seen = Array.isArray(details.seen) ? details.seen.map(String) : []
  const why = typeof details.reason === 'string' ? [`reason: ${details.reason}`] : []
  return {
    // Many a message ends with what to do, which has a line of its own here.
    message: message.endsWith(recovery) ? message.slice(0, -recovery.length).trim() : message,
    what_to_do: REMEDIES[code] ?? (denied ? `${recovery} countersign doctor tells which credential it is.` : recovery),
    exit_code: exitCodeOf(thrown),
    code,
    request_id,
    doc_url,
    issues,
    seen: [...seen, ...why],
  }
}

const exitCodeOf = ({ status, code }: ApiError): number => {
  if (NOT_APPROVED.has(code)) return EXIT.not_approved
  if (code === 'outcome_unknown') return EXIT.unknown
  return status === 401 || status === 403 ? EXIT.auth : EXIT.error
}

/** Also one that was cut off or mistyped. */
const SECRET = /(svc_[a-z]+_|whsec_)[0-9A-Za-z+/=]{8,}/g

/** A mistyped command line may hold a secret; what is told about it does not. */
export const withoutSecrets = (text: string): string => text.replace(SECRET, '$1…')

export const failureText = (failure: Failure): string => {
  const { message, seen = [], issues = [], what_to_do, request_id, doc_url } = failure
  const lines = [
    `error: ${plain(message)}`,
    ...seen.map((line) => `  seen: ${plain(line)}`),
    ...issues
      .filter((issue) => !message.includes(issue.message))
      .map((issue) => `  ${plain(issue.field)}: ${plain(issue.message)}`),
    `  what to do: ${asTyped(what_to_do)}`,
    ...(doc_url === undefined ? [] : [`  more: ${plain(doc_url)}`]),
    ...(request_id === undefined ? [] : [`  request id: ${request_id}`]),
  ]
  return withoutSecrets(lines.join('\n'))
}

export const failureJson = ({ exit_code, ...error }: Failure): string =>
  withoutSecrets(JSON.stringify({ error, exit_code }))
