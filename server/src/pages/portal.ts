/**
 * The portal: its files, under names made from their content, and its page at each of its addresses. Where it was not built,
 * each address says so.
 */
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { fileAt } from '../files.ts'
import { asksForPage, PAGE, readBuilt, sendBuilt } from './built-files.ts'

const BUILT = fileURLToPath(fileAt('apps/portal/dist/'))
/** Where the portal's router has pages. */
const PAGES = [
  '/',
  '/sign-in',
  '/verify',
  '/payee',
  '/payee/:id',
  '/requests',
  '/requests/:connection/:id',
  '/recipients',
  '/recipients/:id',
  '/domains',
  '/domains/:id',
  '/agents',
  '/agents/:id',
  '/agent-payments',
  '/agent-payments/:id',
  '/policies',
  '/policies/:id',
  '/api-keys',
  '/webhooks',
  '/webhooks/:id',
  '/members',
  '/audit',
  '/settings',
] as const

const NOT_BUILT = 'The portal is not built. Run `npm run build`, then start the service again.\n'

export const portal = async (site: FastifyInstance, built = BUILT): Promise<void> => {
  const files = await readBuilt(built)
  const page = files.get(PAGE)
  if (!page) {
    site.log.warn('The portal is not built, so nobody can sign in with a browser. Run `npm run build`.')
    for (const path of PAGES) site.get(path, (_call, reply) => reply.code(503).type('text/plain').send(NOT_BUILT))
    return
  }
  for (const [path, file] of files)
    if (path !== PAGE) site.get(`/${path}`, (call, reply) => sendBuilt(call, reply, file))
  for (const path of PAGES) site.get(path, (call, reply) => sendBuilt(call, reply, page))
  site.get('/*', (call, reply) => (asksForPage(call) ? sendBuilt(call, reply.code(404), page) : reply.callNotFound()))
}
