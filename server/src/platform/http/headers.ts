/**
 * Headers of every answer. Those of the API say what matters where nothing is a page: do not keep, sniff, frame or run it.
 * Pages have the whole set, and may load nothing but our own files.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import helmet from '@fastify/helmet'
import type { Operation } from '@pursestrings/contract/operation'
import { SECRET_PATTERN } from '@pursestrings/protocol/secrets'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const HSTS = { maxAge: 31_536_000, includeSubDomains: true }

export const apiHeaders = (app: FastifyInstance): void => {
  const fixed = {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'strict-transport-security': `max-age=${HSTS.maxAge}; includeSubDomains`,
    'x-content-type-options': 'nosniff',
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(fixed).header('x-request-id', request.id)
    done()
  })
}

interface PagePolicy {
  /**
   * With Trusted Types, no script of the page can turn a text into markup or code: `'none'` lets nobody, a name lets the
   * one policy of that name.
   */
  readonly trusted_types?: string
  /** Origins that the page may call besides its own. */
  readonly connect?: readonly string[]
  /** May it be installed, and work in the background? */
  readonly is_app?: boolean
}

export const pageHeaders = async (
  site: FastifyInstance,
  { trusted_types, connect = [], is_app = false }: PagePolicy = {},
): Promise<void> => {
  // Helmet writes to the response itself, where what the reply holds would win over it.
  site.addHook('onRequest', (_request, reply, done) => {
    reply.removeHeader('content-security-policy')
    done()
  })
  await site.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...connect],

        ...(is_app && { manifestSrc: ["'self'"], workerSrc: ["'self'"] }),
        formAction: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        ...(trusted_types !== undefined && { requireTrustedTypesFor: ["'script'"], trustedTypes: [trusted_types] }),
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: HSTS,
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
}

// The caller's own request id when it has one of the allowed form, otherwise ours.

const ALLOWED = /^[A-Za-z0-9._-]{1,160}$/
const SECRET = new RegExp(SECRET_PATTERN)

export const requestIdOf = (request: Pick<IncomingMessage, 'headers'>): string => {
  const input = request.headers['x-request-id']
  // Request ids are logged and echoed: a secret that strays into the header must not be.
  if (typeof input === 'string' && ALLOWED.test(input) && !SECRET.test(input)) return input
  return `req_${randomUUID().replaceAll('-', '')}`
}

/** Who names `text/event-stream`, and not JSON beside it, follows the feed that others poll. */
export const wantsStream = (
  operation: Operation | undefined,
  { headers }: Pick<FastifyRequest, 'headers'>,
): boolean => {
  const accepted = headers.accept ?? ''
  return operation?.answer.stream !== undefined && EVENT_STREAM.test(accepted) && !JSON_TYPE.test(accepted)
}

const EVENT_STREAM = /(^|,)\s*text\/event-stream\s*(,|$|;(?!\s*q=0(\.0*)?\s*(,|$)))/i
const JSON_TYPE = /(^|,)\s*application\/json\s*(;|,|$)/i

export const compress: (bytes: Uint8Array) => Promise<Buffer> = promisify(gzip)

/** `gzip;q=0` says that it is not wanted. */
export const acceptsGzip = (headers: IncomingHttpHeaders): boolean =>
  /(^|[\s,])gzip\s*(,|$|;(?!\s*q=0(\.0*)?\s*(,|$)))/i.test(headers['accept-encoding'] ?? '')
