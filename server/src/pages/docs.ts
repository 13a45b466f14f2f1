/**
 * GET /docs/: the built documentation site, each page with its markdown beside it, and /llms.txt, which lists them. Until it is
 * built, and for pages that it does not have, the markdown itself is the page.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip } from '../http/gzip.ts'
import { type BuiltSite, builtSite, type SiteFile } from './built-site.ts'
import { movedTo, twinOf } from './doc-places.ts'
import { type DocTexts, readDocs, servedText } from './read-docs.ts'

const ROOT = '/docs/'

/** As all pages, but that the search may compile its own program. Workers take it from the answer that they came with. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export interface DocsDeps {
  readonly base_url: string
  /** Those of the repository, unless a test brings its own. */
  readonly read?: () => Promise<DocTexts>
  readonly site?: () => Promise<BuiltSite | undefined>
}

export const docs = async (app: FastifyInstance, deps: DocsDeps): Promise<void> => {
  const { base_url, read = readDocs, site: current = builtSite() } = deps
  const texts = await read()
  const index = texts.get('')
  const twins = new Map([...texts].map(([place, text]) => [twinOf(place), text]))

  app.get(`${ROOT}*`, async (request, reply) => {
    const [path = ''] = request.url.slice(ROOT.length).split('?', 1)
    const site = await current()
    const isPage = (place: string): boolean => texts.has(place) || site?.has(`${place}index.html`) === true
    const twin = twins.get(path)
    if (twin) return reply.type('text/markdown; charset=utf-8').send(servedText(twin, texts, ''))
    const file = await site?.read(path === '' || path.endsWith('/') ? `${path}index.html` : path)
    if (file) return send(request, reply, file)
    const text = texts.get(path)
    if (text) return reply.type('text/plain; charset=utf-8').send(servedText(text, texts, ''))
    const moved = movedTo(path.replace(/\/$/, ''))
    const to = [`${path.toLowerCase()}/`, moved].find(
      (place) => place !== undefined && (isPage(place) || twins.has(place)),
    )
    if (to !== undefined) return reply.redirect(ROOT + to)
    const missing = await site?.read('404.html')
    const by_person = /\btext\/html\b/.test(request.headers.accept ?? '')
    return missing && by_person ? send(request, reply.code(404), missing) : reply.callNotFound()
  })
  app.get(ROOT.slice(0, -1), (_request, reply) => reply.redirect(ROOT))
  app.get(`${ROOT}guides/generated/openapi.json`, (_request, reply) => reply.redirect('/openapi.json'))
  if (!index) return
  const list = servedText(index, texts, base_url)
  app.get('/llms.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(list))
}

const send = ({ headers }: FastifyRequest, reply: FastifyReply, { type, plain, gzip, kept }: SiteFile) => {
  reply.type(type).header('vary', 'accept-encoding').header('content-security-policy', POLICY)
  reply.header('cache-control', kept ? 'public, max-age=31536000, immutable' : 'no-cache')
  const packed = gzip !== undefined && acceptsGzip(headers)
  return packed ? reply.header('content-encoding', 'gzip').send(gzip) : reply.send(plain)
}
