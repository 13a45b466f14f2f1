/** An input against its contract: every issue at once, each with a field and a sentence (specification 7). */
import type { Issue } from '@pursestrings/contract/errors'
import type { CredentialKind, Operation } from '@pursestrings/contract/operation'
import { identityFieldForbidden, unknownField, validationFailed } from '@pursestrings/contract/transport-errors'
import { normaliseInput } from '@pursestrings/contract/wire/inputs'
import { type TObject, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'
import { Settings } from 'typebox/system'
import { lazy, oncePer } from '../lazy.ts'
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

/** Compiled once per operation, at its first call; the answer is the normalised input, or a refusal that lists everything. */
export const validatorOf = oncePer((o: Operation): ((raw: Inputs) => Inputs) => {
  const params = checkOf(o.params ?? NOTHING)
  const query = checkOf(o.query ?? NOTHING)
  const body = checkOf(o.body ?? NOTHING)
  const readQuery = readerOf(o.query ?? NOTHING)
  return (raw) => {
    const input = raw.body === undefined ? {} : raw.body
    const clean = {
      params: o.params ? normaliseInput(o.params, raw.params) : raw.params,
      query: o.query ? normaliseInput(o.query, readQuery(raw.query)) : raw.query,
      body: o.body ? normaliseInput(o.body, input) : input,
    }
    const issues = [...params(clean.params), ...query(clean.query), ...body(clean.body)].slice(0, ISSUES_LISTED_MAX)
    if (issues.length > 0) throw new Refusal(entryFor(issues), { issues, message: messageFor(issues) })
    return clean
  }
})

/** Fields that an operation takes from some of its callers only (`onlyFor`). */
const narrowFields = oncePer((o: Operation) =>
  (['query', 'body'] as const).flatMap((part) =>
    Object.entries(o[part]?.properties ?? {}).flatMap(([field, { 'x-callers': callers }]: [string, OfCallers]) =>
      callers === undefined ? [] : [{ part, field, callers }],
    ),
  ),
)

interface OfCallers {
  readonly 'x-callers'?: readonly CredentialKind[]
}

export const refuseFieldsOfOthers = (o: Operation, inputs: Inputs, kind: CredentialKind): void => {
  const foreign = narrowFields(o).filter(
    ({ part, field, callers }) => !callers.includes(kind) && Object.hasOwn(inputs[part] as object, field),
  )
  if (foreign.length === 0) return
  const message = `${UNKNOWN_FIELD} for this kind of caller`
  const issues = foreign.map(({ field }) => ({ code: unknownField.code, field, message }))
  throw new Refusal(unknownField, { issues, message: messageFor(issues) })
}

const WHOLE = /^-?\d+$/

/** A query is made of texts. Where the contract takes a whole number, one that is written as such is read; any other text is refused. */
const readerOf = ({ properties }: TObject): ((query: unknown) => unknown) => {
  const numbers = Object.entries(properties).flatMap(([name, schema]) => (takesInteger(schema) ? name : []))
  return (query) => {
    const read = { ...(query as Record<string, unknown>) }
    for (const name of numbers) {
      const text = read[name]
      if (typeof text === 'string' && WHOLE.test(text)) read[name] = Number(text)
    }
    return read
  }
}

const takesInteger = (schema: { readonly type?: unknown; readonly anyOf?: readonly TSchema[] }): boolean =>
  schema.type === 'integer' || (schema.anyOf ?? []).some(takesInteger)

const IDENTITY_FIELDS = ['merchant_id', 'tenant_id', 'agent_id']
const IDENTITY_HEADERS = IDENTITY_FIELDS.flatMap((f) => {
  const dashed = f.replace('_', '-')
  return [f, dashed, `x-${dashed}`, `x-svc-${dashed}`, `svc-${dashed}`]
})

/** Identity comes from the credential alone; a call that declares one is refused, never ignored (specification 5, rule 1). */
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
  const compiled = lazy(() => Compile(schema))
  return (value) => {
    if (compiled().Check(value)) return []
    const issues = [...compiled().Errors(value)].flatMap((error) => {
      const rules = rulesAt(schema, error.schemaPath)
      // That a field may also be null is said where its forms are listed.
      return rules.type === 'null' ? [] : issuesOf(error, ruleOf(error.keyword, rules))
    })
    // A time that is wrong in form is no date either: one rule, said once.
    const once = issues.filter(
      (one, i) => issues.findIndex((other) => other.field === one.field && other.message === one.message) === i,
    )
    // What does not pass is refused, also where nothing can be said of it.
    return once.length > 0 ? once : [{ code: 'invalid', field: 'body', message: "doesn't match this call" }]
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

/** The part of the schema that a value broke. */
interface Rules {
  readonly 'x-rule'?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Rules[]
  readonly examples?: readonly unknown[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minProperties?: number
  readonly maxProperties?: number
}

const rulesAt = (schema: TObject, path: string): Rules => {
  let node: unknown = schema
  for (const step of path.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    node = (node as Record<string, unknown> | undefined)?.[name]
  }
  return node ?? {}
}

const coded = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``

const valuesOf = ({ const: only, enum: several, anyOf = [] }: Rules): readonly unknown[] =>
  several ?? (only === undefined ? anyOf.flatMap(valuesOf) : [only])

/** What a right value is, with one to copy where the field has an example. */
const ruleOf = (keyword: string, rules: Rules): string | undefined => {
  const rule = lengthRuleOf(keyword, rules) ?? rules['x-rule'] ?? rules.anyOf?.find((one) => one['x-rule'])?.['x-rule']
  const values = valuesOf(rules)
  if (values.length > 0) return `must be ${values.length === 1 ? '' : 'one of '}${values.map(coded).join(', ')}`
  const types = keyword === 'anyOf' ? (rules.anyOf ?? []) : keyword === 'type' ? [rules] : []
  const named = types.flatMap(({ type }) => (typeof type === 'string' ? (TYPES[type] ?? []) : []))
  const said = rule ?? (named.length > 0 ? `must be ${named.join(' or ')}` : undefined)
  const [example] = rules.examples ?? []
  return said === undefined || example === undefined || said.includes('such as')
    ? said
    : `${said}, such as ${coded(example)}`
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text in quotes',
  integer: 'a whole number',
  number: 'a number',
  boolean: '`true` or `false`',
  array: 'a list',
  object: 'an object',
  null: '`null`',
}

const EMPTY = 'must not be empty'

const lengthRuleOf = (keyword: string, rules: Rules): string | undefined => {
  switch (keyword) {
    case 'minLength':
      return rules.minLength === 1 ? EMPTY : `must have at least ${rules.minLength} characters`
    case 'maxLength':
      return `must have at most ${rules.maxLength} characters`
    case 'minItems':
      return rules.minItems === 1 ? EMPTY : `must have at least ${rules.minItems} entries`
    case 'maxItems':
      return `must have at most ${rules.maxItems} entries`
    case 'minProperties':
      return rules.minProperties === 1 ? EMPTY : `must have at least ${rules.minProperties} fields`
    case 'maxProperties':
      return `must have at most ${rules.maxProperties} fields`
    default:
      return undefined
  }
}

const shortened = (name: string): string => (name.length > NAME_SHOWN_MAX ? `${name.slice(0, NAME_SHOWN_MAX)}…` : name)

const issuesOf = (error: TLocalizedValidationError, rule: string | undefined): Issue[] => {
  const names = error.instancePath.slice(1).split('/')
  const at = names.map((name) => shortened(name.replaceAll('~1', '/').replaceAll('~0', '~'))).join('.')
  const under = (name: string) => (at === '' ? shortened(name) : `${at}.${shortened(name)}`)
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
      return [
        { code: 'invalid_format', field: at, message: rule ?? 'does not have the form that the API reference gives' },
      ]
    default:
      return [{ code: CODES[error.keyword] ?? 'invalid', field: at || 'body', message: rule ?? error.message }]
  }
}
