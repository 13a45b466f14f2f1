/**
 * Decides where mail goes in development: nowhere. A local SMTP server takes whatever the service sends, keeps the last
 * 200 in memory, and a page on the same machine shows them. It listens on 127.0.0.1 only. Port 0 takes a free port.
 */
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Server } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Address } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { PARTS, type PastWeek } from './past-week.ts'

/** Decides what the mail catcher's pages say. Everything from a mail is text: escaped, never rendered as HTML. */
function listPage(mails: readonly CaughtMail[]): string {
  if (mails.length === 0) {
    return page(
      'No mail yet',
      `<section class="empty">
        <h1>No mail yet</h1>
        <p>Mail that the server sends on this machine lands here and goes nowhere else. This page updates by itself.</p>
      </section>`,
    )
  }
  return page(`Mail (${mails.length})`, `<h1>Mail</h1><ol class="mails">${mails.map(row).join('')}</ol>`)
}

function row(mail: CaughtMail): string {
  return `<li><a href="/mails/${escape(mail.id)}">
    <span class="subject">${subject(mail)}</span>
    <span class="to">${escape(mail.to.join(', '))}</span>
    ${time(mail)}
  </a></li>`
}

function mailPage(mail: CaughtMail): string {
  return page(
    mail.subject,
    `<p class="back"><a href="/">All mail</a></p>
    <article>
      <h1>${subject(mail)}</h1>
      <dl>
        <div><dt>To</dt><dd>${escape(mail.to.join(', '))}</dd></div>
        <div><dt>From</dt><dd>${escape(mail.from)}</dd></div>
        <div><dt>Received</dt><dd>${time(mail)}</dd></div>
      </dl>
      <pre>${withLinks(mail.text)}</pre>
    </article>`,
  )
}

function absentPage(): string {
  return page(
    'Not here',
    `<section class="empty">
      <h1>This mail is not here</h1>
      <p>The catcher keeps the last 200 mails in memory and forgets them when it stops. <a href="/">All mail</a></p>
    </section>`,
  )
}

function page(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${escape(title)}</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/page.css">
  <script src="/page.js" defer></script>
</head>
<body>
  <header><a href="/">Pursestrings mail</a><span>caught on this machine</span></header>
  <main>${main}</main>
</body>
</html>
`
}

const subject = (mail: CaughtMail) => escape(mail.subject === '' ? '(no subject)' : mail.subject)

function time(mail: CaughtMail): string {
  const local = new Date(mail.received_at).toLocaleString('sv-SE')
  return `<time datetime="${escape(mail.received_at)}">${escape(local)}</time>`
}

function withLinks(text: string): string {
  let html = ''
  let done = 0
  for (const { url, at } of linksIn(text)) {
    html += `${escape(text.slice(done, at))}<a href="${escape(url)}" rel="noreferrer">${escape(url)}</a>`
    done = at + url.length
  }
  return html + escape(text.slice(done))
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

// Decides what the mail catcher answers over HTTP: pages to read, the same mails as JSON, and nothing to anyone else.

const HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const ASSETS: Record<string, { type: string; body: Buffer }> = {
  '/page.js': { type: 'text/javascript; charset=utf-8', body: asset('page.js') },
  '/page.css': { type: 'text/css; charset=utf-8', body: asset('page.css') },
}

function asset(name: string): Buffer {
  return readFileSync(new URL(`./mail-page/${name}`, import.meta.url))
}

function answerMailPages(mailbox: Mailbox, past_week?: PastWeek) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const send = (status: number, type: string, body: string | Buffer, headers: Record<string, string> = {}) => {
      response.writeHead(status, { ...HEADERS, 'content-type': type, ...headers })
      response.end(request.method === 'HEAD' ? undefined : body)
    }
    // A page of the web that points its own name at 127.0.0.1 would otherwise read the sign-in links kept here.
    if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? '')) {
      return send(421, 'text/plain; charset=utf-8', 'Open this page as http://127.0.0.1\n')
    }
    const [, merchant_id = '', named] = /^\/api\/past-week\/(mer_\w+)\/(\w+)$/.exec(request.url ?? '') ?? []
    const part = PARTS.find((one) => one === named)
    // A page of the web cannot send this header without being asked for leave, which is never given.
    if (request.method === 'POST' && part && past_week && request.headers['x-pursestrings-demo'] !== undefined) {
      past_week(part, merchant_id).then(
        (done) => send(done ? 200 : 409, 'application/json; charset=utf-8', `${JSON.stringify({ done })}\n`),
        (error: unknown) => send(500, 'text/plain; charset=utf-8', `${String(error)}\n`),
      )
      return
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return send(405, 'text/plain; charset=utf-8', 'Only GET\n', { allow: 'GET, HEAD' })
    }
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const file = ASSETS[url.pathname]
    if (file) return send(200, file.type, file.body)
    if (url.pathname === '/api/mails') {
      const mails = mailbox.list(url.searchParams.get('to') ?? undefined)
      return send(200, 'application/json; charset=utf-8', `${JSON.stringify({ mails })}\n`)
    }
    const html = 'text/html; charset=utf-8'
    if (url.pathname === '/') {
      const etag = `"${mailbox.revision()}"`
      if (request.headers['if-none-match'] === etag) return send(304, html, '', { etag })
      return send(200, html, listPage(mailbox.list()), { etag })
    }
    const mail = mailbox.find(/^\/mails\/(\d+)$/.exec(url.pathname)?.[1] ?? '')
    return mail ? send(200, html, mailPage(mail)) : send(404, html, absentPage())
  }
}

const LOOPBACK = '127.0.0.1'
const MAIL_BYTES_MAX = 1_000_000

export interface MailCatcher {
  smtp_url: string
  page_url: string
  stop(): Promise<void>
}

interface Options {
  smtp_port: number
  http_port: number
  /** What `pursestrings demo --history` asks for. */
  past_week?: PastWeek
}

export async function startMailCatcher({ past_week, ...ports }: Options): Promise<MailCatcher> {
  const mailbox = createMailbox()
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: MAIL_BYTES_MAX,
    onData: (stream, session, callback) => void keep(mailbox, stream, session, callback),
  })
  // A client that hangs up in the middle is its own affair; without a listener it would end the process.
  smtp.on('error', () => undefined)
  const pages = createServer(answerMailPages(mailbox, past_week))
  const closeSmtp = () => new Promise<void>((done) => smtp.close(() => done()))
  const smtpPort = await listen(smtp.server, ports.smtp_port, 'smtp_port')
  const httpPort = await listen(pages, ports.http_port, 'http_port').catch(async (error: unknown) => {
    await closeSmtp()
    throw error
  })
  return {
    smtp_url: `smtp://${LOOPBACK}:${smtpPort}`,
    page_url: `http://${LOOPBACK}:${httpPort}/`,
    async stop() {
      pages.closeAllConnections()
      await Promise.all([closeSmtp(), new Promise<void>((done) => pages.close(() => done()))])
    },
  }
}

async function keep(
  mailbox: Mailbox,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  answer: (error?: Error | null, message?: string) => void,
): Promise<void> {
  try {
    const recipients = session.envelope.rcptTo.map((one) => one.address)
    const mail = await mailbox.add(await buffer(stream), recipients, new Date())
    answer(null, `kept as ${mail.id}`)
  } catch (error) {
    answer(error instanceof Error ? error : new Error(String(error)))
  }
}

function listen(server: Server, port: number, which: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => reject(new Error(`mail catcher: ${which} ${port} is not free`, { cause })))
    server.listen(port, LOOPBACK, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

// Decides what the mail catcher keeps: the last mails, as plain text with the links found in them, newest first.

export interface CaughtMail {
  id: string
  received_at: string
  from: string
  /** The envelope's recipients: where the mail was really going, whatever its headers say. */
  to: string[]
  subject: string
  text: string
  links: string[]
}

export interface Mailbox {
  /** Changes with every mail, so that a page can ask whether there is news. */
  revision(): string
  add(raw: Uint8Array, recipients: string[], now: Date): Promise<CaughtMail>
  list(to?: string): CaughtMail[]
  find(id: string): CaughtMail | undefined
}

export function createMailbox(capacity = 200): Mailbox {
  const born = Date.now().toString(36)
  let mails: CaughtMail[] = []
  let count = 0
  return {
    revision: () => `${born}-${count}`,
    async add(raw, recipients, now) {
      const email = await PostalMime.parse(raw)
      const text = (email.text ?? email.html ?? '').replaceAll('\r\n', '\n').trim()
      count += 1
      const mail: CaughtMail = {
        id: String(count),
        received_at: now.toISOString(),
        from: addressText(email.from),
        to: recipients,
        subject: email.subject ?? '',
        text,
        links: linksIn(text).map((link) => link.url),
      }
      mails = [mail, ...mails].slice(0, capacity)
      return mail
    },
    list(to) {
      const wanted = to?.toLowerCase()
      return wanted === undefined ? mails : mails.filter((mail) => mail.to.some((one) => one.toLowerCase() === wanted))
    },
    find: (id) => mails.find((mail) => mail.id === id),
  }
}

function addressText(from: Address | undefined): string {
  if (from?.address === undefined) return from?.name ?? ''
  return from.name === '' ? from.address : `${from.name} <${from.address}>`
}

/** Web links only: nothing else a mail may hold becomes clickable. */
export function linksIn(text: string): { url: string; at: number }[] {
  const found: { url: string; at: number }[] = []
  for (const match of text.matchAll(/\bhttps?:\/\/[^\s<>"'`]+/g)) {
    found.push({ url: match[0].replace(/[.,;:!?)\]}]+$/, ''), at: match.index })
  }
  return found
}
