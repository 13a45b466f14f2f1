/**
 * The OpenAPI 3.1 document as a pure function of the operation list, so that it cannot say anything else than what the
 * routes do; webhooks stand beside them. Schemas annotated `x-schema` become components; two shapes under one name are
 * refused. Operations of the specification come first, and each says its tier.
 */
import type { ErrorEntry } from './errors.ts'
import { exampleAnswer } from './example-answer.ts'
import { JOURNEYS } from './journeys.ts'
import { answerHeaders, HEADERS, refusalHeaders, requestHeaders } from './openapi-headers.ts'
import { webhookPathsOf } from './openapi-webhooks.ts'
import {
  type CredentialKind,
  changesState,
  credentialsOf,
  isTextAnswer,
  type Operation,
  refusalsOf,
  roleOf,
  takesDeviceFields,
} from './operation.ts'
import { compareTiers, type Extensions, TIERS } from './tiers.ts'
import { TEST_EVENT_TYPE, WEBHOOK_EVENT_TYPES, webhookTypesOf } from './webhook-deliveries/records.ts'
import { testWebhookEndpoint } from './webhook-endpoints/operations.ts'
import { failureSchema, successSchema } from './wire/envelopes.ts'
import { IdInput } from './wire/inputs.ts'

type Json = Record<string, unknown>

interface About {
  readonly version: string
  readonly base_url: string
  readonly extensions?: Extensions
}

const SECURITY_SCHEMES: Record<Exclude<CredentialKind, 'none'>, Json> = {
  merchant_session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-svc_session',
    description:
      'Session cookie of a browser, with `X-CSRF-Token` on every change. Command-line tools use a bearer session instead.',
  },
  merchant_key: {
    type: 'http',
    scheme: 'bearer',
    description:
      "A merchant's key (`svc_mkey_…`), for its own servers. Each operation names the scope that the key needs.",
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

/** A session that was opened with `transport: "bearer"`: the same rights, without a cookie. */
const BEARER_SESSION = {
  merchant_session_bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'Token of a session that was opened with `transport: "bearer"` (`svc_session_…`); needs no CSRF proof.',
  },
}

export const openApiOf = (operations: readonly Operation[], about: About): Json => {
  const { version, base_url, extensions = 'all' } = about
  const told = [...webhookTypesOf(extensions), ...(operations.includes(testWebhookEndpoint) ? [TEST_EVENT_TYPE] : [])]
  const hoist = hoistWithout([...WEBHOOK_EVENT_TYPES, TEST_EVENT_TYPE].filter((type) => !told.includes(type)))
  const schemas: Json = {}
  const paths: Record<string, Json> = {}
  const ordered = operations.toSorted((a, b) => compareTiers(a.tier, b.tier))
  for (const o of ordered) {
    paths[o.path] = { ...paths[o.path], [o.method.toLowerCase()]: hoist(describe(o), schemas) }
  }
  const resources = [...new Set(ordered.map(resourceOf))]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pursestrings',
      version,
      description:
        'Agents ask, wallets answer. A non-custodial payment request service; testnet only. `x-pursestrings-tier` tells which operations the specification names, which complete it, and which belong to a module beyond it.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: base_url }],
    externalDocs: { description: 'Guides and quickstarts', url: `${base_url}/docs/` },
    tags: resources.map((resource) => {
      const spoken = resource.replaceAll('_', ' ')
      return {
        name: resource,
        'x-displayName': spoken[0]?.toUpperCase() + spoken.slice(1),
        description: aboutResource(resource),
      }
    }),
    paths,
    webhooks: hoist(webhookPathsOf(told), schemas),
    components: { schemas, headers: HEADERS, securitySchemes: { ...SECURITY_SCHEMES, ...BEARER_SESSION } },
  }
}

const resourceOf = (o: Operation): string => o.id.split('.')[0] as string

const describe = (o: Operation): Json => ({
  operationId: o.id,
  tags: [resourceOf(o)],
  summary: o.summary,
  description: JOURNEYS[o.id] === undefined ? o.description : `${o.description} For example: “${JOURNEYS[o.id]}”.`,
  security: securityOf(o),
  parameters: [
    ...parameters('path', o.params, o.example.params),
    ...parameters('query', o.query, o.example.query),
    ...(takesDeviceFields(o) && !changesState(o) ? DEVICE_QUERY : []),
    ...requestHeaders(o),
  ],
  ...bodyOf(o),
  responses: { [o.answer.status]: answer(o), ...refusals(o) },
  'x-pursestrings-idempotency': o.idempotency,
  ...(credentialsOf(o).includes('merchant_session') && { 'x-pursestrings-role': roleOf(o) }),
  ...(o.scope && { 'x-pursestrings-scope': o.scope }),
  'x-pursestrings-tier': o.tier,
  // Shown by the reference page.
  'x-badges': [{ name: TIERS[o.tier].title }],
})

const securityOf = (o: Operation): Json[] =>
  credentialsOf(o).flatMap((kind): Json[] => {
    if (kind === 'none') return []
    if (kind === 'merchant_session') return [{ merchant_session: [] }, { merchant_session_bearer: [] }]
    return [{ [kind]: kind === 'connection_token' && o.scope ? [o.scope] : [] }]
  })

const DEVICE_FIELDS = {
  device_id: { ...IdInput('dev'), description: 'with `token`, instead of the Authorization header' },
  token: { type: 'string', maxLength: 200, description: "the device's token, with `device_id`" },
}

const DEVICE_QUERY = Object.entries(DEVICE_FIELDS).map(([name, schema]) => ({
  name,
  in: 'query',
  required: false,
  schema,
}))

/** A wallet's credential may stand in the body, so a call of a wallet has a body even where it says nothing. */
const bodyOf = (o: Operation): Json => {
  const device = takesDeviceFields(o) && changesState(o)
  if (!o.body && !device) return {}
  const { properties = {}, ...rest } = o.body ?? { type: 'object', additionalProperties: false }
  const schema = { ...rest, properties: { ...properties, ...(device && DEVICE_FIELDS) } }
  const example = o.example.body && { example: o.example.body }
  return { requestBody: { required: o.body !== undefined, content: { 'application/json': { schema, ...example } } } }
}

const parameters = (where: 'path' | 'query', schema: Operation['params'], example: object | undefined): Json[] =>
  Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || ((schema?.required ?? []) as readonly string[]).includes(name),
    schema: property,
    ...(example && name in example && { example: (example as Json)[name] }),
  }))

const mediaType = (content_type: string): string => content_type.split(';')[0] as string

const answer = (o: Operation): Json => {
  const { body, stream } = o.answer
  const example = exampleAnswer(o)
  const [type, schema] = isTextAnswer(body)
    ? [mediaType(body.content_type), {}]
    : ['application/json', successSchema(o.surface ?? 'payment_requests', body)]
  return {
    description: isTextAnswer(body)
      ? `Done: ${body.description}.`
      : stream
        ? `Done. As a stream: ${stream.description}.`
        : 'Done.',
    headers: answerHeaders(o),
    content: {
      [type]: { schema, example },
      ...(isTextAnswer(body) &&
        body.or && { [mediaType(body.or.content_type)]: { schema: {}, example: body.or.example } }),
      ...(stream && { [mediaType(stream.content_type)]: { schema: { type: 'string' }, example: stream.example } }),
    },
  }
}

const refusals = (o: Operation): Json =>
  Object.fromEntries(
    [...Map.groupBy(refusalsOf(o), (e: ErrorEntry) => e.status)].map(([status, group]) => [
      status,
      {
        description: group.map((e) => `\`${e.code}\`: ${e.meaning}`).join('\n\n'),
        headers: refusalHeaders(status),
        content: { 'application/json': { schema: failureSchema(o.surface ?? 'payment_requests') } },
      },
    ]),
  )

/** Copies a description, moving every named schema into `schemas` and leaving a reference, without event types that aren't told. */
const hoistWithout = (untold: readonly unknown[]) => {
  const hoist = (node: unknown, schemas: Json): unknown => {
    if (Array.isArray(node)) return node.filter((n) => !untold.includes(n)).map((n) => hoist(n, schemas))
    if (node === null || typeof node !== 'object') return node
    const {
      'x-schema': name,
      'x-text': _text,
      'x-input': _input,
      'x-rule': _rule,
      'x-absent': _absent,
      'x-rare': _rare,
      'x-callers': _callers,
      'x-open': _open,
      'x-ignores': _ignores,
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
  return hoist
}

/** What each resource is for, in a sentence: shown with its operations. */
export const RESOURCES: Readonly<Record<string, string>> = {
  merchant_accounts: 'Sign in by email: ask for a one-time link, then exchange it.',
  merchants:
    'Your organization: create it, rename it, choose how its payees are protected, and see which ones you belong to.',
  merchant_sessions: 'Sessions of people: open one, list yours, sign out, and confirm that it is you.',
  merchant_keys: 'Keys for your own servers, with the scopes you choose.',
  passkeys: 'Sign in and confirm changes with a passkey.',
  members: 'People in your organization and their roles.',
  member_invitations: 'Invite people to your organization by email.',
  merchant_domains: 'Prove that a domain is yours, so that it can list your payees.',
  recipients: 'Payees and their versions: where money goes, fixed once your domain lists it.',
  agents: 'Programs of yours that may request payments.',
  agent_credentials: "An agent's public keys: register, verify, rotate and revoke them.",
  agent_auth: "Exchange an agent's signed assertion for a short-lived token.",
  devices: 'Wallet apps: register a device, link it to others, rotate its token, remove it.',
  connect_keys: 'One-time keys that a user hands to an agent.',
  connect_invitations: 'Connect an agent and a wallet with a Connect Key.',
  pairing: 'Connect an agent and a wallet with a short code and a check phrase.',
  connections: 'What a user lets one agent do: read, pause, narrow and revoke it.',
  transaction_contexts: 'What a purchase is about, for the wallet to show. Never a payment fact.',
  payment_requests: 'Request a payment, read it, cancel it, and report what the wallet did.',
  events: "A connection's feed of status events: poll it or follow it.",
  merchant_search: 'Find requests, payees, agents and domains of your organization by what you know of them.',
  feed: "Your organization's events, the same ones that webhooks carry, or those of your wallet or project.",
  webhook_endpoints: 'URLs of yours that we notify: create, verify, test and rotate their secrets.',
  webhook_deliveries: 'What we sent to your endpoints, with every attempt, and how to send it again.',
  projects: 'Places for API keys that keep one use apart from another.',
  api_keys: "A project's keys for agent payments and policies.",
  automation_policies: 'Limits within which a wallet pays without asking, once the user has agreed.',
  agent_payments: 'Payments of a project, within a policy or with a person who approves.',
  payment_authorizations: 'What a wallet signed for an agent to carry to a seller, sealed to that agent.',
  facts_keys: 'The public keys that payment facts are signed with.',
  payees: 'Look up a payee and its public history before you pay it.',
  payee_changes: 'Changes of the payees that a wallet may be asked to pay.',
  log: 'Prove that an entry is in the public payee log, and that the log only grows.',
  service: 'What this service is: its networks, keys and limits.',
  overview: 'Figures of your organization over a time.',
  audit_events: 'Who changed what in your organization, and when.',
  health: 'Whether the service is up, and how it is doing.',
}

export const aboutResource = (resource: string): string =>
  RESOURCES[resource] ?? `Operations on ${resource.replaceAll('_', ' ')}.`
