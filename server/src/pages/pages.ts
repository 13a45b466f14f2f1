/** Pages that the API itself serves: reference and guides. No page needs an outside file. */
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { apiReference } from './api-reference.ts'
import { type GuideDeps, guides } from './guides.ts'
import { type SecurityContact, securityText } from './security-text.ts'

const FILES = [
  ['/pages/page.css', 'page.css', 'text/css; charset=utf-8'],
  ['/pages/guide.css', 'guide.css', 'text/css; charset=utf-8'],
] as const

export const pages = async (app: FastifyInstance, deps: GuideDeps & SecurityContact): Promise<void> => {
  for (const [path, file, type] of FILES) {
    const text = await readFile(new URL(file, import.meta.url), 'utf8')
    app.get(path, (_request, reply) => reply.type(type).send(text))
  }
  await guides(app, deps)
  securityText(app, deps)
  await app.register(apiReference)
}
