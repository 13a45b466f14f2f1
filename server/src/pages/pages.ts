/** Pages that the API itself serves: documentation, explorer, security contact. No page needs an outside file. */
import type { FastifyInstance } from 'fastify'
import { apiReference } from './api-reference.ts'
import { type DocsDeps, docs } from './docs.ts'
import { type SecurityContact, securityText } from './security-text.ts'

export const pages = async (app: FastifyInstance, deps: DocsDeps & SecurityContact): Promise<void> => {
  await docs(app, deps)
  securityText(app, deps)
  await app.register(apiReference)
}
