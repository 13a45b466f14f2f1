/**
 * The OpenAPI 3.1 document as a pure function of the operation list, so that it cannot say anything else than what the
 * routes do; webhooks stand beside them. Schemas annotated `x-schema` become components; two shapes under one name are
 * refused. Operations of the specification come first, and what we added is marked.
 */
import type { ErrorEntry } from './errors.ts'
import { webhookPaths } from './openapi-webhooks.ts'
import {
  type CredentialKind,
  changesState,
  credentialsOf,
  isTextAnswer,
  type Operation,
  refusalsOf,
  takesDeviceFields,
} from './operation.ts'
import { failureSchema, type Surface, successSchema } from './wire/envelopes.ts'

type Json = Record<string, unknown>

interface About {
  readonly version: string
  readonly base_url: string
}

const SECURITY_SCHEMES: Record<Exclude<CredentialKind, 'none'>, Json> = {
  merchant_session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-svc_session',
    description:
      'Session cookie, with `X-CSRF-Token` on every change; or the same token as `Authorization: Bearer` for a bearer session.',
  },
  agent_token: { type: 'http', scheme: 'bearer', description: 'Short token of a registered agent (`svc_agent_…`).' },
  connection_token: { type: 'http', scheme: 'bearer', description: 'Token of a connected agent (`svc_conn_…`).' },
  claim_token: { type: 'http', scheme: 'bearer', description: 'Token of a claimant (`svc_claim_…`).' },
  device_token: {
    type: 'http',
    scheme: 'bearer',
    description:
      'Token of a wallet device (`svc_device_…`). Accepted too as `device_id` and `token` in the body, or in the query of a GET; the header is better, since queries end up in logs.',
  },
  api_key: {
    type: 'apiKey',
    in: 'header',
    name: 'x-svc-api-key',
    description: "A project's key (`svc_key_…`), on every call for agent payments and automation policies.",
  },
  metrics_token: { type: 'http', scheme: 'bearer', description: 'Only where METRICS_TOKEN is configured.' },
}

export const openApiOf = (operations: readonly Operation[], { version, base_url }: About): Json => {
  const schemas: Json = {}
  const paths: Record<string, Json> = {}
  const ordered = [...operations.filter(isSpecified), ...operations.filter((o) => !isSpecified(o))]
  for (const o of ordered) {
    paths[o.path] = { ...paths[o.path], [o.method.toLowerCase()]: hoist(describe(o), schemas) }
  }
  const resources = [...new Set(ordered.map(resourceOf))]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Countersign',
      version,
      description:
        'Agents ask, wallets answer. A non-custodial payment request service; testnet only. Operations that the specification does not name are marked as extensions (`x-countersign-extension`).',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: base_url }],
    externalDocs: { description: 'Guides and quickstarts', url: `${base_url}/docs/guides/` },
    tags: resources.map((resource) => {
      const spoken = resource.replaceAll('_', ' ')
      return {
        name: resource,
        'x-displayName': spoken[0]?.toUpperCase() + spoken.slice(1),
        description: `Operations on ${spoken}.`,
      }
    }),
    paths,
    webhooks: hoist(webhookPaths, schemas),
    components: { schemas, securitySchemes: SECURITY_SCHEMES },
  }
}

const isSpecified = (o: Operation): boolean => o.defined_by === 'specification'
const resourceOf = (o: Operation): string => o.id.split('.')[0] as string

const describe = (o: Operation): Json => ({
  operationId: o.id,
  tags: [resourceOf(o)],
  summary: o.summary,
  description: o.description,
  security: credentialsOf(o).flatMap((kind) => (kind === 'none' ? [] : [{ [kind]: [] }])),
  parameters: [
    ...parameters('path', o.params, o.example.params),
    ...parameters('query', o.query, o.example.query),
    ...(credentialsOf(o).includes('merchant_session') && changesState(o) ? [CSRF_HEADER] : []),
    ...(takesDeviceFields(o) && !changesState(o) ? DEVICE_QUERY : []),
  ],
  ...(o.body && {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: o.body, ...(o.example.body && { example: o.example.body }) } },
    },
  }),
  responses: { [o.answer.status]: answer(o), ...refusals(refusalsOf(o), o.surface ?? 'payment_requests') },
  'x-countersign-idempotency': o.idempotency,
  ...(!isSpecified(o) && EXTENSION),
})

/** The badge is shown by the reference page. */
const EXTENSION = { 'x-countersign-extension': true, 'x-badges': [{ name: 'Extension' }] }

const CSRF_HEADER = {
  name: 'X-CSRF-Token',
  in: 'header',
  required: false,
  description: 'The proof of this session; not needed with a bearer session.',
  schema: { type: 'string' },
}

const DEVICE_QUERY = ['device_id', 'token'].map((name) => ({
  name,
  in: 'query',
  required: false,
  description: 'Instead of the Authorization header.',
  schema: { type: 'string' },
}))

const parameters = (where: 'path' | 'query', schema: Operation['params'], example: object | undefined): Json[] =>
  Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || ((schema?.required ?? []) as readonly string[]).includes(name),
    schema: property,
    ...(example && name in example && { example: (example as Json)[name] }),
  }))

const answer = (o: Operation): Json => {
  const { body } = o.answer
  const content = isTextAnswer(body)
    ? { [body.content_type.split(';')[0] as string]: { schema: {} } }
    : { 'application/json': { schema: successSchema(o.surface ?? 'payment_requests', body) } }
  return { description: 'Done.', content }
}

const refusals = (entries: readonly ErrorEntry[], surface: Surface): Json =>
  Object.fromEntries(
    [...Map.groupBy(entries, (e) => e.status)].map(([status, group]) => [
      status,
      {
        description: group.map((e) => `\`${e.code}\`: ${e.meaning}`).join('\n\n'),
        content: { 'application/json': { schema: failureSchema(surface) } },
      },
    ]),
  )

/** Copies a description, moving every named schema into `schemas` and leaving a reference. */
const hoist = (node: unknown, schemas: Json): unknown => {
  if (Array.isArray(node)) return node.map((n) => hoist(n, schemas))
  if (node === null || typeof node !== 'object') return node
  const {
    'x-schema': name,
    'x-text': _text,
    'x-input': _input,
    'x-rule': _rule,
    'x-absent': _absent,
    ...rest
  } = node as Json
  const copy = Object.fromEntries(Object.entries(rest).map(([k, v]) => [k, hoist(v, schemas)]))
  if (typeof name !== 'string') return copy
  if (name in schemas && JSON.stringify(schemas[name]) !== JSON.stringify(copy)) {
    throw new Error(`two schemas are named ${name}`)
  }
  schemas[name] = copy
  return { $ref: `#/components/schemas/${name}` }
}
