/**
 * How answers are wrapped on the two surfaces (specification 2.4): `ok` with the resource beside it for payment
 * requests, `success/data/request_id/timestamp` for agent payments.
 */
import { type TObject, type TSchema, Type } from 'typebox'
import type { Issue } from '../errors.ts'
import { At, Counted, mostlyNull, RARE, Shown } from './fields.ts'
import { Key, Whole } from './inputs.ts'

export type Surface = 'payment_requests' | 'agent_payments'

const AGENT_PAYMENT_PATHS = /^\/v1\/(?:agent-payments|automation-policies)(?:[/?]|$)/

/** For an address that no operation has: it is refused in the form of the surface that it reaches for. */
export const surfaceOfUrl = (url: string): Surface =>
  AGENT_PAYMENT_PATHS.test(url) ? 'agent_payments' : 'payment_requests'

export const Timestamp = Type.String({
  format: 'date-time',
  description: 'UTC, RFC 3339 with milliseconds',
  examples: ['2026-11-15T09:30:00.000Z'],
})

/** A value that a record may lack. */
export const orNull = <const S extends TSchema>(schema: S, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })

/** What both failure envelopes are made from. */
export interface Failed {
  readonly code: string
  readonly message: string
  /** The page about this code. */
  readonly doc_url: string
  readonly issues?: readonly Issue[]
  /** Facts that belong to this code, such as `current_version`. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** Where the page about a code is; it stays there. */
export const docUrlOf = (base_url: string, code: string): string => `${base_url}/docs/errors/${code}`

interface Meta {
  readonly request_id: string
  readonly now: Date
}

export const wrapSuccess = (surface: Surface, answer: object, { request_id, now }: Meta): object =>
  surface === 'payment_requests'
    ? { ok: true, ...answer }
    : { success: true, data: answer, request_id, timestamp: now.toISOString() }

export const wrapFailure = (surface: Surface, failed: Failed, { request_id, now }: Meta): object => {
  const { code, message, doc_url, issues, details } = failed
  const listed = issues && issues.length > 0 ? { field: issues[0]?.field, issues } : {}
  if (surface === 'payment_requests') {
    return { ok: false, error: { code, message, request_id, doc_url, ...listed, ...details } }
  }
  return {
    success: false,
    error: { code, message, details: { doc_url, ...listed, ...details } },
    request_id,
    timestamp: now.toISOString(),
  }
}

const Succeeded = Type.Literal(true, { description: 'the call succeeded' })
const Failing = Type.Literal(false, { description: 'the call failed; see `error`' })
const RequestIdOfCall = Shown(
  "this call's ID, also in the header `X-Request-Id`; include it when you ask for help",
  'req_01k0000000e008000000000000',
)
const AnsweredAt = At('when the call was answered')

export const successSchema = (surface: Surface, body: TObject): TObject =>
  surface === 'payment_requests'
    ? Type.Object({ ok: Succeeded, ...body.properties })
    : Type.Object({
        success: Succeeded,
        data: 'description' in body ? body : Type.Object(body.properties, { description: 'the answer' }),
        request_id: RequestIdOfCall,
        timestamp: AnsweredAt,
      })

const IssueSchema = Type.Object(
  {
    code: Shown('stable: the part for programs', 'invalid_format'),
    field: Shown('path of the field', 'payment.amount'),
    message: Shown('the rule that the value breaks, in words; may change', 'must be a decimal amount, such as `12.50`'),
  },
  { 'x-schema': 'Issue', description: 'one problem of the input' },
)

const code = Shown('stable: the part for programs', 'validation_failed')
const message = Shown('what happened and what to do next; may change', 'payment.amount must be a decimal amount')
const doc_url = Shown(
  'the page about this code: what causes it and how to fix it',
  'https://pursestrings.example/docs/errors/validation_failed',
)
const listed = {
  field: Type.Optional(Shown("the first issue's field", 'payment.amount')),
  issues: Type.Optional(Type.Array(IssueSchema, { description: 'every problem found' })),
}

const FAILURES = {
  payment_requests: Type.Object(
    {
      ok: Failing,
      error: Type.Object(
        {
          code,
          message,
          request_id: RequestIdOfCall,
          doc_url,
          ...listed,
          current_version: Type.Optional(
            Counted('with `version_conflict`: the version that the record has now', 2, RARE),
          ),
          changed_by: Type.Optional(
            Shown('with `version_conflict`, of payees: who changed it last', 'acc_01k0000000e008000000000000', RARE),
          ),
          changed_at: Type.Optional(
            Shown('with `version_conflict`, of payees: when that was', '2026-11-15T09:30:00.000Z', RARE),
          ),
        },
        { additionalProperties: true, description: 'why the call failed; some codes add fields' },
      ),
    },
    { 'x-schema': 'Failure', description: 'a call that failed' },
  ),
  agent_payments: Type.Object(
    {
      success: Failing,
      error: Type.Object(
        {
          code,
          message,
          details: Type.Object(
            { doc_url, ...listed },
            { additionalProperties: true, description: 'more about this error' },
          ),
        },
        { description: 'why the call failed' },
      ),
      request_id: RequestIdOfCall,
      timestamp: AnsweredAt,
    },
    { 'x-schema': 'AgentPaymentFailure', description: 'a call that failed' },
  ),
} as const satisfies Record<Surface, TObject>

export const failureSchema = (surface: Surface): TObject => FAILURES[surface]

export const PAGE_LIMIT_MAX = 100
export const PAGE_LIMIT_DEFAULT = 25

export const pageQuery = {
  limit: Type.Optional(Whole(1, PAGE_LIMIT_MAX, { description: `default ${PAGE_LIMIT_DEFAULT}` })),
  cursor: Type.Optional(Key({ maxLength: 200, description: '`next_cursor` of the page before' })),
}

const NextCursor = mostlyNull(Type.String(), 'send it as `cursor` for the next page; null on the last page')

/** A page of records: `{ <resources>: […], next_cursor }`; a null cursor is the last page. */
export const page = <const Name extends string, const S extends TSchema>(name: Name, record: S) =>
  Type.Object({
    [name]: Type.Array(record, { description: 'the page, in the order that the operation names' }),
    next_cursor: NextCursor,
  } as { [K in Name]: Type.TArray<S> } & { next_cursor: typeof NextCursor })
