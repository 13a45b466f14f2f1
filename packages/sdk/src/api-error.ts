/** A refusal of the service, as a typed error: what happened, and what to do next. */
import { PursestringsError } from './call.ts'
import type { AgentPaymentsCreateInput } from './generated/calls.ts'
import { ERRORS, type ErrorCode } from './generated/error-catalogue.ts'

/** A code of a newer service is a plain string; those that this version knows are typed. */
export type AnyErrorCode = ErrorCode | (string & {})

export interface Issue {
  readonly code: string
  readonly field: string
  readonly message: string
}

export interface Refused {
  readonly code: AnyErrorCode
  readonly status: number
  readonly message: string
  readonly request_id: string | undefined
  /** The page about this code. */
  readonly doc_url: string | undefined
  readonly field: string | undefined
  readonly issues: readonly Issue[]
  /** What belongs to this code, such as `current_version` or `allowed`. */
  readonly details: Readonly<Record<string, unknown>>
  readonly retry_after_s: number | undefined
}

export class ApiError extends PursestringsError implements Refused {
  override readonly name: string = 'ApiError'
  readonly code: AnyErrorCode
  readonly status: number
  readonly request_id: string | undefined
  readonly doc_url: string | undefined
  readonly field: string | undefined
  readonly issues: readonly Issue[]
  readonly details: Readonly<Record<string, unknown>>
  readonly retry_after_s: number | undefined
  /** What the caller does next, as a sentence. */
  readonly recovery: string
  /** May the very same call, with the same idempotency key, be sent again? */
  readonly retry: 'never' | 'safe' | 'later'

  constructor(refused: Refused) {
    super(refused.message)
    this.code = refused.code
    this.status = refused.status
    this.request_id = refused.request_id
    this.doc_url = refused.doc_url
    this.field = refused.field
    this.issues = refused.issues
    this.details = refused.details
    this.retry_after_s = refused.retry_after_s
    const known = Object.hasOwn(ERRORS, refused.code) ? ERRORS[refused.code as ErrorCode] : undefined
    this.recovery = known?.recovery ?? 'Look at the message; this version of the SDK does not know the code.'
    this.retry = known?.retry ?? (refused.status >= 500 ? 'safe' : 'never')
  }

  toJSON(): object {
    const { name, code, status, message, request_id, doc_url, field, issues, details, recovery, retry } = this
    return { name, code, status, message, request_id, doc_url, field, issues, details, recovery, retry }
  }
}

/** Absent or somebody else's: the two cannot be told apart. */
export class ResourceNotFoundError extends ApiError {
  override readonly name = 'ResourceNotFoundError'
}

/** The credential was missing or opens nothing here. */
export class CredentialError extends ApiError {
  override readonly name = 'CredentialError'
}

export class RateLimitedError extends ApiError {
  override readonly name = 'RateLimitedError'
}

/** The record has changed since it was read. */
export class VersionConflictError extends ApiError {
  override readonly name = 'VersionConflictError'

  get current_version(): number | undefined {
    const { current_version } = this.details
    return typeof current_version === 'number' ? current_version : undefined
  }
}

/** The same payment as a human-initiated one, under the same key: of the two, at most one comes to be. */
export interface NextAction {
  readonly method: 'POST'
  readonly path: string
  readonly body: AgentPaymentsCreateInput
}

/** An agent may not do this by itself: a person has to ask for it. */
export class HitlRequiredError extends ApiError {
  override readonly name = 'HitlRequiredError'

  get triggered_thresholds(): readonly string[] {
    const { triggered_thresholds } = this.details
    return Array.isArray(triggered_thresholds) ? triggered_thresholds.map(String) : []
  }

  /** The call that asks a person instead, to be sent as it is; a refused claim has none. */
  get next_action(): NextAction | undefined {
    return this.details.next_action as NextAction | undefined
  }
}

export const apiErrorOf = (refused: Refused): ApiError => {
  if (refused.code === 'HC_NC_5_HITL_REQUIRED') return new HitlRequiredError(refused)
  if (refused.code === 'resource_not_found') return new ResourceNotFoundError(refused)
  if (refused.code === 'version_conflict') return new VersionConflictError(refused)
  if (refused.status === 401) return new CredentialError(refused)
  if (refused.status === 429) return new RateLimitedError(refused)
  return new ApiError(refused)
}
