/** The place that the options describe: a `npm run dev` with its mail page and practice site, or a deployment and a person. */
import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { findSite, type Options } from './options.ts'
import type { Place, Receiving } from './place.ts'

const PRACTICE_HOST = 'shop.localhost'
const CHALLENGE = '.well-known/svc-challenge.txt'
const LISTING = '.well-known/svc-recipients.json'
/** In the practice site's folder: the port of this machine that gets what is posted to the site. */
const POSTS_GO_TO = '.posts-go-to'
const MAIL_MS_MAX = 15_000

export interface OpenPlace extends Place {
  close(): Promise<void>
}

export const openPlace = async (options: Options): Promise<OpenPlace> => {
  const { domain, 'base-url': base_url, audience, 'session-token': session_tokens } = options
  await using opened = new AsyncDisposableStack()
  const site = domain === undefined ? findSite(options.site) : undefined
  const receiver = await openReceiver(options, site)
  opened.defer(() => receiver?.close())
  const rest = opened.move()
  return {
    base_url,
    audience,
    patient: !options.quick,
    ...(session_tokens ? { session_tokens } : { linkFor: linkFrom(options['mail-url']) }),
    ...(site === undefined ? publishedByHand(domain ?? '') : publishedIn(site)),
    ...(receiver && { receive: receiver.receive }),
    close: () => rest.disposeAsync(),
  }
}

type Publishing = Pick<Place, 'host' | 'publishChallenge' | 'listPayee'>

const publishedIn = (site: string): Publishing => {
  const put = async (path: string, content: string) => {
    await mkdir(dirname(join(site, path)), { recursive: true })
    await writeFile(join(site, path), content)
  }
  return {
    host: PRACTICE_HOST,
    publishChallenge: (value) => put(CHALLENGE, value),
    async listPayee(entry) {
      const listed = JSON.parse(await readFile(join(site, LISTING), 'utf8').catch(() => '{}')) as { recipients?: [] }
      await put(LISTING, JSON.stringify({ recipients: [...(listed.recipients ?? []), entry] }))
    },
  }
}

const publishedByHand = (host: string): Publishing => {
  const ask = async (what: string) => {
    const terminal = createInterface(process.stdin, process.stderr)
    await terminal.question(`\n${what}\nThen press Enter. `)
    terminal.close()
  }
  return {
    host,
    publishChallenge: (value) => ask(`Publish this text at https://${host}/${CHALLENGE}:\n${value}`),
    listPayee: (entry) => ask(`Add this to "recipients" at https://${host}/${LISTING}:\n${JSON.stringify(entry)}`),
  }
}

const linkFrom = (mail_url: string) => async (email: string, ask: () => Promise<unknown>) => {
  await ask()
  for (const end = Date.now() + MAIL_MS_MAX; Date.now() < end; await pause(50)) {
    const answer = await fetch(`${mail_url}/api/mails?to=${encodeURIComponent(email)}`)
    const { mails } = (await answer.json()) as { mails: { links: string[] }[] }
    const link = mails.flatMap(({ links }) => links).find((one) => one.includes('#token='))
    if (link !== undefined) return link
  }
  throw new Error(`no mail to ${email} came to ${mail_url}`)
}

interface Receiver {
  readonly receive: NonNullable<Place['receive']>
  close(): Promise<void>
}

/** Plain HTTP on this machine; what stands before it has the public address and its certificate. */
const openReceiver = async (options: Options, site: string | undefined): Promise<Receiver | undefined> => {
  const { 'webhook-url': url, 'webhook-port': port } = options
  if (url === undefined && site === undefined) return undefined
  const answers = new Map<string, Receiving>()
  const answer = async (request: IncomingMessage): Promise<[number, object]> => {
    const said = await answers.get(request.url ?? '')?.(await text(request), request.headers as Record<string, string>)
    return said ? [200, said] : [404, {}]
  }
  const server = createServer((request, response) => {
    void answer(request)
      .catch((): [number, object] => [400, {}])
      .then(([status, said]) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said))
      })
  })
  server.listen(Number(port ?? 0), '127.0.0.1')
  await once(server, 'listening')
  // The runner waits until nothing else is left to do.
  server.unref()
  const marker = site !== undefined && url === undefined ? join(site, POSTS_GO_TO) : undefined
  if (marker !== undefined) await writeFile(marker, String((server.address() as AddressInfo).port))
  const base = new URL(url ?? `https://${PRACTICE_HOST}/acceptance`)
  return {
    receive(given) {
      const address = new URL(base)
      address.pathname = `${base.pathname.replace(/\/$/, '')}/${answers.size + 1}`
      answers.set(address.pathname, given)
      return address.href
    },
    async close() {
      if (marker !== undefined) await rm(marker, { force: true })
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
