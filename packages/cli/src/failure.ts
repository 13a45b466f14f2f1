/** Turns a failure into a message on stderr and an exit code, without secrets. */
import {
  ApiError,
  FactsMismatchError,
  type Issue,
  NetworkError,
  OutcomeUnknownError,
  PursestringsError,
  TaskConflictError,
  TimeoutError,
} from '@pursestrings/sdk'
import { asTyped } from './environment.ts'
import { plain } from './output.ts'
import { EXIT, Stop } from './stop.ts'

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
    return end(EXIT.unknown, 'Run the same command again. It creates nothing twice.')
  }
  if (thrown instanceof TimeoutError) return end(EXIT.unknown, 'It may still succeed. Check again later.')
  if (thrown instanceof NetworkError) {
    return end(EXIT.error, 'Check that the service is running and the URL is right: pursestrings doctor')
  }
  if (thrown instanceof FactsMismatchError) return end(EXIT.error, "Don't pay. Tell the operator.")
  if (thrown instanceof PursestringsError) return end(EXIT.error, 'pursestrings doctor may help.')
  return end(EXIT.error, 'pursestrings doctor checks your setup.')
}

const taskConflict = ({ payment_request }: TaskConflictError): Failure => {
  const { request_id, status } = payment_request
  return {
    code: 'task_conflict',
    message: `This task already requested another amount or payee: request ${request_id} is ${status}. Nothing new was created.`,
    what_to_do: `See it: pursestrings requests show ${request_id}. To replace it, add --replace. For another purchase, use another --task.`,
    exit_code: EXIT.error,
  }
}

/** Where the words of the service speak to programs rather than to a person at a terminal. */
const REMEDIES: Readonly<Partial<Record<string, string>>> = {
  validation_failed: 'Fix it, and run the command again.',
  sign_in_link_spent: 'Request a new one: pursestrings login --email you@example.com',
  too_many_pending: 'Wait until the user answers some: pursestrings requests list --status pending',
}

const refusal = (thrown: ApiError): Failure => {
  const { message, status, code, request_id, doc_url, issues, recovery, details } = thrown
  const denied = status === 401 || status === 403
  const seen = Array.isArray(details.seen) ? details.seen.map(String) : []
  const why = typeof details.reason === 'string' ? [`reason: ${details.reason}`] : []
  return {
    // Many a message ends with what to do, which has a line of its own here.
    message: message.endsWith(recovery) ? message.slice(0, -recovery.length).trim() : message,
    what_to_do: REMEDIES[code] ?? (denied ? `${recovery} pursestrings doctor shows which credential it is.` : recovery),
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

/** A mistyped command line may contain a secret, so messages about it don't repeat it. */
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
