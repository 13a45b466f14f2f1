/**
 * What those who run the service ask it (specification 4.5). Readiness and the OpenAPI document are routes like these, and no
 * part of the API: balancers ask for the one, and the other describes the rest.
 */
import { Type } from 'typebox'
import { operation } from '../operation.ts'
import { Shown } from '../wire/fields.ts'

export const readHealth = operation({
  id: 'health.read',
  method: 'GET',
  path: '/health',
  tier: 'specification',
  idempotency: 'safe',
  summary: 'Is the process alive',
  description: 'Checks only the process itself.',
  credential: 'none',
  limit: 'unlimited',
  answer: {
    status: 200,
    body: Type.Object({
      status: Type.Literal('alive', { description: 'the process runs' }),
      version: Shown('of the service', '0.1.0'),
    }),
  },
  refuses: [],
  example: {},
})

const Check = (description: string) => Type.Enum(['ok', 'failing', 'not_configured'], { type: 'string', description })

export const readReadiness = operation({
  id: 'health.ready',
  method: 'GET',
  path: '/ready',
  tier: 'completes',
  idempotency: 'safe',
  summary: 'Can this process take calls',
  description:
    "Ready when the database answers and has every migration. NATS is reported, but doesn't matter for this: without it events arrive later, and none is lost. Answers 503 when not ready.",
  credential: 'none',
  limit: 'unlimited',
  answer: {
    status: 200,
    body: Type.Object({
      status: Type.Literal('ready', { description: 'this process takes calls' }),
      checks: Type.Object(
        {
          database: Check('the database answers'),
          migrations: Check('it has every migration'),
          wake: Check('notifications between processes; never decisive'),
        },
        { description: 'what was looked at' },
      ),
    }),
  },
  refuses: [],
  example: {},
})

const METRICS_EXAMPLE = `# HELP svc_refusals_total Refused calls by operation and code.
# TYPE svc_refusals_total counter
svc_refusals_total{operation="payment_requests.create",code="validation_failed"} 2
`

export const readMetrics = operation({
  id: 'health.metrics',
  method: 'GET',
  path: '/metrics',
  tier: 'specification',
  idempotency: 'safe',
  summary: 'Prometheus metrics',
  description:
    'If a token is configured, send it as `Authorization: Bearer`. With `Accept: application/openmetrics-text` the answer is in that format, with exemplars for traced calls.',
  credential: 'metrics_token',
  limit: 'unlimited',
  answer: {
    status: 200,
    body: {
      content_type: 'text/plain; version=0.0.4; charset=utf-8',
      description: 'the text format of Prometheus',
      example: METRICS_EXAMPLE,
    },
  },
  refuses: [],
  example: {},
})

export const readOpenApi = operation({
  id: 'health.openapi',
  method: 'GET',
  path: '/openapi.json',
  tier: 'completes',
  idempotency: 'safe',
  summary: 'This document',
  description: 'OpenAPI 3.1.',
  credential: 'none',
  limit: 'unlimited',
  // The explorer's page has no origin.
  cross_origin: true,
  answer: {
    status: 200,
    body: {
      content_type: 'application/json; charset=utf-8',
      description: 'an OpenAPI 3.1 document',
      example: { openapi: '3.1.0', info: { title: 'Pursestrings', version: '0.1.0' }, paths: {} },
    },
  },
  refuses: [],
  example: {},
})

export const healthOperations = [readHealth, readMetrics] as const
