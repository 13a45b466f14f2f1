/** GET /.well-known/security.txt (RFC 9116): whom to tell of a weakness. Served where the deployment has named somebody. */
import type { FastifyInstance } from 'fastify'

export interface SecurityContact {
  readonly base_url: string
  /** A URI: `mailto:` or `https:`. */
  readonly security_contact: string | undefined
}

const GOOD_FOR_MS = 90 * 86_400_000

export const securityText = (app: FastifyInstance, { base_url, security_contact }: SecurityContact): void => {
  if (security_contact === undefined) return
  app.get('/.well-known/security.txt', (_request, reply) => {
    const expires = new Date(Date.now() + GOOD_FOR_MS).toISOString()
    const lines = [
      `Contact: ${security_contact}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${base_url}/.well-known/security.txt`,
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
