/** An input against its contract: every issue at once, each with a field and a sentence (spec 7). */
import type { Issue } from '@countersign/contract/errors'
import type { Operation } from '@countersign/contract/operation'
import { normaliseText } from '@countersign/contract/text'
import { identityFieldForbidden, unknownField, validationFailed } from '@countersign/contract/transport-errors'
import { type TObject, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'
import { Value } from 'typebox/value'
import { Refusal } from '../refusal.ts'

export interface Inputs {
  params: unknown
  query: unknown
  body: unknown
}

const NOTHING = Type.Object({}, { additionalProperties: false })

/** Compiled once per operation; the answer is the normalised input, or a refusal that lists everything. */
export const validatorOf = (o: Operation): ((raw: Inputs) => Inputs) => {
  const params = checkOf(o.params ?? NOTHING)
  const query = checkOf(o.query ?? NOTHING)
  const body = checkOf(o.body ?? NOTHING)
  return (raw) => {
    const given = raw.body === undefined ? {} : raw.body
    const clean = {
      params: raw.params,
      query: o.query ? Value.Convert(o.query, raw.query) : raw.query,
      body: o.body ? normaliseText(o.body, given) : given,
    }
    const issues = [...params(clean.params), ...query(clean.query), ...body(clean.body)]
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
  return (value) => (compiled.Check(value) ? [] : [...compiled.Errors(value)].flatMap(issuesOf))
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

const issuesOf = (error: TLocalizedValidationError): Issue[] => {
  const at = error.instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
  const under = (name: string) => (at === '' ? name : `${at}.${name}`)
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
        message: 'is not a field of this operation',
      }))
    case 'boolean':
      return [] // said by additionalProperties, with the names
    case 'pattern':
      return [{ code: 'invalid_format', field: at, message: 'is not of the form that the API reference gives' }]
    default:
      return [{ code: CODES[error.keyword] ?? 'invalid', field: at || 'body', message: error.message }]
  }
}
