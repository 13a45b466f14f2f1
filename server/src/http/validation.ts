/** An input against its contract: every issue at once, each with a field and a sentence (spec 7). */
import type { Issue } from '@countersign/contract/errors'
import type { Operation } from '@countersign/contract/operation'
import { identityFieldForbidden, unknownField, validationFailed } from '@countersign/contract/transport-errors'
import { normaliseInput } from '@countersign/contract/wire/inputs'
import { type TObject, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'
import { Settings } from 'typebox/system'
import { Value } from 'typebox/value'
import { Refusal } from '../refusal.ts'

export interface Inputs {
  params: unknown
  query: unknown
  body: unknown
}

const NOTHING = Type.Object({}, { additionalProperties: false })
/** A body of 64 KiB can be wrong in thousands of places, and each would be answered with a sentence. */
const ISSUES_LISTED_MAX = 100
const NAME_SHOWN_MAX = 64
const UNKNOWN_FIELD = 'is not a field of this operation'
/** The library stops at eight otherwise, and then nine unknown fields would hide everything else. */
Settings.Set({ maxErrors: ISSUES_LISTED_MAX })

/** Compiled once per operation; the answer is the normalised input, or a refusal that lists everything. */
export const validatorOf = (o: Operation): ((raw: Inputs) => Inputs) => {
  const params = checkOf(o.params ?? NOTHING)
  const query = checkOf(o.query ?? NOTHING)
  const body = checkOf(o.body ?? NOTHING)
  return (raw) => {
    const input = raw.body === undefined ? {} : raw.body
    const clean = {
      params: o.params ? normaliseInput(o.params, raw.params) : raw.params,
      query: o.query ? normaliseInput(o.query, Value.Convert(o.query, raw.query)) : raw.query,
      body: o.body ? normaliseInput(o.body, input) : input,
    }
    const issues = [...params(clean.params), ...query(clean.query), ...body(clean.body)].slice(0, ISSUES_LISTED_MAX)
    if (issues.length > 0) throw new Refusal(entryFor(issues), { issues, message: messageFor(issues) })
    return clean
  }
}

const IDENTITY_FIELDS = ['merchant_id', 'tenant_id', 'agent_id']
const IDENTITY_HEADERS = IDENTITY_FIELDS.flatMap((f) => {
  const dashed = f.replace('_', '-')
  return [f, dashed, `x-${dashed}`, `x-svc-${dashed}`, `svc-${dashed}`]
})

/** Identity comes from the credential alone; a call that declares one is refused, never ignored (spec 5, rule 1). */
export const refuseIdentityClaims = (raw: Inputs & { headers: Readonly<Record<string, unknown>> }): void => {
  const claimed = [
    ...[raw.body, raw.query].flatMap((part) =>
      part !== null && typeof part === 'object' ? IDENTITY_FIELDS.filter((f) => Object.hasOwn(part, f)) : [],
    ),
    ...IDENTITY_HEADERS.filter((h) => raw.headers[h] !== undefined),
  ]
  if (claimed.length === 0) return
  const { code, meaning } = identityFieldForbidden
  throw new Refusal(identityFieldForbidden, { issues: claimed.map((field) => ({ code, field, message: meaning })) })
}

const checkOf = (schema: TObject): ((value: unknown) => Issue[]) => {
  const compiled = Compile(schema)
  return (value) => {
    if (compiled.Check(value)) return []
    const issues = [...compiled.Errors(value)].flatMap((error) => issuesOf(error, ruleAt(schema, error.schemaPath)))
    // A time that is wrong in form is no date either: one rule, said once.
    const once = issues.filter(
      (one, i) => issues.findIndex((other) => other.field === one.field && other.message === one.message) === i,
    )
    // What does not pass is refused, also where nothing can be said of it.
    return once.length > 0 ? once : [{ code: 'invalid', field: 'body', message: 'does not fit this operation' }]
  }
}

const entryFor = (issues: readonly Issue[]) =>
  issues.every((i) => i.code === unknownField.code) ? unknownField : validationFailed

const messageFor = (issues: readonly Issue[]): string => issues.map((i) => `${i.field} ${i.message}`).join('; ')

const CODES: Readonly<Record<string, string>> = {
  type: 'wrong_type',
  minLength: 'too_short',
  maxLength: 'too_long',
  minimum: 'out_of_range',
  maximum: 'out_of_range',
  pattern: 'invalid_format',
  format: 'invalid_format',
  enum: 'not_allowed',
  const: 'not_allowed',
}

/** What the type of the field says of itself; undefined for what is no input type, such as the body as a whole. */
const ruleAt = (schema: TObject, path: string): string | undefined => {
  let node: unknown = schema
  for (const step of path.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    node = (node as Record<string, unknown> | undefined)?.[name]
  }
  const rule = (node as { 'x-rule'?: unknown } | undefined)?.['x-rule']
  return typeof rule === 'string' ? rule : undefined
}

const shown = (name: string): string => (name.length > NAME_SHOWN_MAX ? `${name.slice(0, NAME_SHOWN_MAX)}…` : name)

const issuesOf = (error: TLocalizedValidationError, rule: string | undefined): Issue[] => {
  const names = error.instancePath.slice(1).split('/')
  const at = names.map((name) => shown(name.replaceAll('~1', '/').replaceAll('~0', '~'))).join('.')
  const under = (name: string) => (at === '' ? shown(name) : `${at}.${shown(name)}`)
  switch (error.keyword) {
    case 'required':
      return error.params.requiredProperties.map((name) => ({
        code: 'required',
        field: under(name),
        message: 'is required',
      }))
    case 'additionalProperties':
      return error.params.additionalProperties.map((name) => ({
        code: unknownField.code,
        field: under(name),
        message: UNKNOWN_FIELD,
      }))
    case 'boolean': // each field that `additionalProperties` names, and it comes last
      return [{ code: unknownField.code, field: at, message: UNKNOWN_FIELD }]
    case 'propertyNames':
      return [] // said at the name itself
    case 'pattern':
    case 'format':
      return [{ code: 'invalid_format', field: at, message: rule ?? 'is not of the form that the API reference gives' }]
    default:
      return [{ code: CODES[error.keyword] ?? 'invalid', field: at || 'body', message: error.message }]
  }
}
