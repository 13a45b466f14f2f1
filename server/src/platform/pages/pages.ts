/** Pages that the API itself serves: documentation, explorer, security contact. No page needs an outside file. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { operations } from '@pursestrings/contract/operations'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Fastify from 'fastify'
import { fileAt } from '../files.ts'
import { acceptsGzip } from '../http/headers.ts'
import { lazy } from '../lazy.ts'
import { type BuiltSite, builtSite, type SiteFile } from './built-site.ts'
import { movedTo, placeOf, README_FILES, relink, twinOf } from './doc-places.ts'
import { errorPages } from './error-pages.ts'

// Which texts there are: the markdown of docs/, a page per error, and the packages' own. An installation without them serves none.

const ROOT = fileURLToPath(fileAt(''))

interface DocText {
  readonly file: string
  readonly markdown: string
}

/** By place under /docs/, such as `guides/agents/`; as they are in the repository. */
type DocTexts = ReadonlyMap<string, DocText>

export const readDocs = async (root = ROOT): Promise<DocTexts> => {
  const found = await readdir(`${root}docs`, { recursive: true }).catch(() => [])
  const files = found.filter((file) => file.endsWith('.md')).map((file) => `docs/${file.replaceAll('\\', '/')}`)
  const made = files.includes('docs/generated/errors.md') ? errorPages(operations) : new Map<string, string>()
  const read = await Promise.all(
    [...files, ...made.keys(), ...README_FILES].map(async (file): Promise<[string, DocText][]> => {
      const place = placeOf(file)
      const markdown = made.get(file) ?? (await readFile(root + file, 'utf8').catch(() => undefined))
      return place === undefined || markdown === undefined ? [] : [[place, { file, markdown }]]
    }),
  )
  return new Map(read.flat())
}

/** The markdown as it is served: its links lead to the markdown of other pages, from `base` on. */
export const servedText = ({ file, markdown }: DocText, texts: DocTexts, base: string): string =>
  relink(markdown, file, (target, fragment) => {
    if (target === 'docs/generated/openapi.json') return `${base}/openapi.json`
    const place = placeOf(target)
    return place !== undefined && texts.has(place) ? `${base}/docs/${twinOf(place)}${fragment}` : undefined
  })

// GET /docs/: the built documentation site, each page with its markdown beside it, and /llms.txt, which lists them. Until it is
// built, and for pages that it does not have, the markdown itself is the page.

const DOCS_ROOT = '/docs/'

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

interface DocsDeps {
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

  app.get(`${DOCS_ROOT}*`, async (request, reply) => {
    const [path = ''] = request.url.slice(DOCS_ROOT.length).split('?', 1)
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
    if (to !== undefined) return reply.redirect(DOCS_ROOT + to)
    const missing = await site?.read('404.html')
    const by_person = /\btext\/html\b/.test(request.headers.accept ?? '')
    return missing && by_person ? send(request, reply.code(404), missing) : reply.callNotFound()
  })
  app.get(DOCS_ROOT.slice(0, -1), (_request, reply) => reply.redirect(DOCS_ROOT))
  app.get(`${DOCS_ROOT}guides/generated/openapi.json`, (_request, reply) => reply.redirect('/openapi.json'))
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

// GET /docs/explorer: the OpenAPI document as a page, with everything served from here. Its program is loaded when somebody looks. It is
// large and not ours, so its page has no origin: it sends no cookie, and reaches no other page and nothing that they keep.

const AT = '/docs/explorer'

/** A page without an origin has no storage either, and the program does not start without: it keeps things until it is closed. */
const STORAGE = `<script>
for (const name of ['localStorage', 'sessionStorage']) {
  const kept = new Map()
  const value = {
    getItem: (key) => kept.get(String(key)) ?? null,
    setItem: (key, item) => void kept.set(String(key), String(item)),
    removeItem: (key) => void kept.delete(String(key)),
    clear: () => kept.clear(),
  }
  Object.defineProperty(window, name, { value })
}
</script>`

/** The page starts itself with an inline script: its hash is allowed, inline scripts in general are not. */
const policyFor = (html: string): string => {
  const hashes = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script]) =>
      `'sha256-${createHash('sha256')
        .update(script as string)
        .digest('base64')}'`,
  )
  return [
    'sandbox allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox',
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

const explorer = lazy(async () => {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(scalar, {
    routePrefix: AT,
    configuration: {
      url: '/openapi.json',
      title: 'Pursestrings API',
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
  return (path: string) => app.inject(path)
})

const apiReference = (app: FastifyInstance): void => {
  app.get(AT, (_request, reply) => reply.redirect(`${AT}/`, 301))
  for (const path of [`${AT}/`, `${AT}/js/scalar.js`]) {
    app.get(path, async (_request, reply) => {
      const { headers, body } = await (await explorer())(path)
      const type = String(headers['content-type'])
      reply.type(type)
      // A page without an origin is another one than its program's.
      if (!type.startsWith('text/html')) return reply.header('cross-origin-resource-policy', 'cross-origin').send(body)
      const page = body.replace('<script', `${STORAGE}$&`)
      return reply.header('content-security-policy', policyFor(page)).send(page)
    })
  }
}

// GET /.well-known/security.txt (RFC 9116): whom to tell of a weakness. Served where the deployment has named somebody.

interface SecurityContact {
  readonly base_url: string
  /** A URI: `mailto:` or `https:`. */
  readonly security_contact: string | undefined
}

const GOOD_FOR_MS = 90 * 86_400_000

const securityText = (app: FastifyInstance, { base_url, security_contact }: SecurityContact): void => {
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

// Where the portal has a host of its own, its pages share no origin with these: neither its cookie nor what its pages keep is here.

interface Hosts {
  readonly base_url: string
  readonly portal_url: string
}

const keepOffPortal = (app: FastifyInstance, { base_url, portal_url }: Hosts): void => {
  const [home, portal] = [new URL(base_url), new URL(portal_url)]
  if (home.host === portal.host) return
  app.addHook('onRequest', async (request, reply) => {
    if (request.host === portal.host) return reply.redirect(home.origin + request.url)
  })
}

export const pages = async (app: FastifyInstance, deps: DocsDeps & SecurityContact & Hosts): Promise<void> => {
  keepOffPortal(app, deps)
  await docs(app, deps)
  securityText(app, deps)
  apiReference(app)
}
