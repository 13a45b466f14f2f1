/** GET /docs/explorer: the OpenAPI document as a page, with everything served from here. */
import { createHash } from 'node:crypto'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

/** The page starts itself with an inline script: its hash is allowed, inline scripts in general are not. */
const policyFor = (html: string): string => {
  const hashes = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script]) =>
      `'sha256-${createHash('sha256')
        .update(script as string)
        .digest('base64')}'`,
  )
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

export const apiReference = async (app: FastifyInstance): Promise<void> => {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html')) {
      reply.header('content-security-policy', policyFor(payload))
    }
    done(null, payload)
  })
  await app.register(scalar, {
    routePrefix: '/docs/explorer',
    configuration: {
      url: '/openapi.json',
      title: 'Countersign API',
      withDefaultFonts: false,
      telemetry: false,
      showDeveloperTools: 'never',
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
      // Its buttons stand a few pixels out at 320 px, and the whole page would scroll sideways.
      customCss: '.scalar-app { overflow-x: clip }',
    } as never,
  })
}
