/** GET /docs/guides/: docs/ as pages, each beside its markdown; and /llms.txt, which lists them. */
import type { FastifyInstance } from 'fastify'
import { INDEX, llmsText, sectionsOf } from './guide-index.ts'
import { type Guides, readGuides } from './read-guides.ts'
import { guidePage } from './render-guide.ts'

const ROOT = '/docs/guides/'

export interface GuideDeps {
  readonly base_url: string
  /** Those of docs/, unless a test brings its own. */
  readonly read?: () => Promise<Guides>
}

export const guides = async (app: FastifyInstance, { base_url, read = readGuides }: GuideDeps): Promise<void> => {
  const texts = await read()
  const index = texts.get(INDEX)
  if (index === undefined) return
  const sections = sectionsOf(index)
  const isGuide = (name: string): boolean => texts.has(name)
  // Once, and when it is first asked for: a process that nobody reads from starts the sooner.
  const rendered = new Map<string, string>()
  const pageOf = (name: string, markdown: string): string => {
    const page = rendered.get(name) ?? guidePage(markdown, sections, { name, isGuide })
    rendered.set(name, page)
    return page
  }

  app.get(`${ROOT}*`, (request, reply) => {
    const [path = ''] = request.url.slice(ROOT.length).split('?', 1)
    const name = path === '' ? INDEX : path.replace(/\.md$/, '')
    const markdown = texts.get(name)
    if (markdown === undefined) return reply.callNotFound()
    return path === name || path === ''
      ? reply.type('text/html; charset=utf-8').send(pageOf(name, markdown))
      : reply.type('text/markdown; charset=utf-8').send(markdown)
  })
  const list = llmsText(index, base_url)
  app.get('/llms.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(list))
  // Errors name this address; it stays, wherever the page is.
  app.get('/docs/errors/:code', (request, reply) => {
    const name = `generated/errors/${(request.params as { code: string }).code}`
    return isGuide(name) ? reply.redirect(ROOT + name) : reply.callNotFound()
  })
  app.get(ROOT.slice(0, -1), (_request, reply) => reply.redirect(ROOT))
  app.get(`${ROOT}generated/openapi.json`, (_request, reply) => reply.redirect('/openapi.json'))
}
