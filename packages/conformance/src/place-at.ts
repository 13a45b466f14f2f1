/** The place that the options describe: a `npm run dev` with its mail page and practice site, or a deployment and a person. */
import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Options } from './options.ts'
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
  const { url, audience, domain, site } = options
  const receiver = await openReceiver(options)
  return {
    base_url: url,
    audience,
    ...(options['mail-to'] === undefined ? mailAt(options['mail-url']) : mailByHand(options['mail-to'])),
    ...(domain === undefined ? publishedIn(site) : publishedByHand(domain)),
    ...receiver,
  }
}

type Mail = Pick<Place, 'emailFor' | 'linkFor'>

const mailAt = (mail_url: string): Mail => {
  const linksTo = async (email: string): Promise<readonly string[]> => {
    const answer = await fetch(`${mail_url}/api/mails?to=${encodeURIComponent(email)}`)
    const { mails } = (await answer.json()) as { mails: { links: string[] }[] }
    return mails.flatMap(({ links }) => links).filter((one) => one.includes('#token='))
  }
  return {
    emailFor: (name) => `${name}@merchant.example`,
    async linkFor(email, ask) {
      const before = await linksTo(email)
      await ask()
      for (const end = Date.now() + MAIL_MS_MAX; Date.now() < end; await pause(50)) {
        const link = (await linksTo(email)).find((one) => !before.includes(one))
        if (link !== undefined) return link
      }
      throw new Error(`no mail to ${email} came to ${mail_url}`)
    },
  }
}

const asked = async (what: string): Promise<string> => {
  const terminal = createInterface(process.stdin, process.stderr)
  const said = await terminal.question(`\n${what}\n> `)
  terminal.close()
  return said.trim()
}

const mailByHand = (mailbox: string): Mail => {
  const [name, host] = mailbox.split('@')
  return {
    emailFor: (tag) => `${name}+${tag}@${host}`,
    async linkFor(email, ask) {
      await ask()
      return asked(`Paste the link from the mail to ${email}:`)
    },
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

const publishedByHand = (host: string): Publishing => ({
  host,
  async publishChallenge(value) {
    await asked(`Publish this text at https://${host}/${CHALLENGE}, then press Enter:\n${value}`)
  },
  async listPayee(entry) {
    await asked(`Add this to "recipients" at https://${host}/${LISTING}, then press Enter:\n${JSON.stringify(entry)}`)
  },
})

/** Plain HTTP on this machine; what stands before it has the public address and its certificate. */
const openReceiver = async (options: Options): Promise<Pick<OpenPlace, 'receive' | 'close'>> => {
  const answers = new Map<string, Receiving>()
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const said = answers.get(request.url ?? '')?.(body, request.headers as Record<string, string>)
      response.writeHead(said ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(said ?? {}))
    })
  })
  server.listen(Number(options['webhook-port'] ?? 0), '127.0.0.1')
  await once(server, 'listening')
  const marker = options['webhook-url'] === undefined ? join(options.site, POSTS_GO_TO) : undefined
  if (marker !== undefined) await writeFile(marker, String((server.address() as AddressInfo).port))
  const base = new URL(options['webhook-url'] ?? `https://${PRACTICE_HOST}/conformance`)
  return {
    receive(answer) {
      const address = new URL(base)
      address.pathname = `${base.pathname.replace(/\/$/, '')}/${answers.size + 1}`
      answers.set(address.pathname, answer)
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
