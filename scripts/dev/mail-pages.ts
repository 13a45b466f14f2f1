/** Decides what the mail catcher answers over HTTP: pages to read, the same mails as JSON, and nothing to anyone else. */
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { absentPage, listPage, mailPage } from './mail-html.ts'
import type { Mailbox } from './mailbox.ts'

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

export function answerMailPages(mailbox: Mailbox, backdate?: (merchant_id: string) => Promise<boolean>) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const send = (status: number, type: string, body: string | Buffer, headers: Record<string, string> = {}) => {
      response.writeHead(status, { ...HEADERS, 'content-type': type, ...headers })
      response.end(request.method === 'HEAD' ? undefined : body)
    }
    // A page of the web that points its own name at 127.0.0.1 would otherwise read the sign-in links kept here.
    if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? '')) {
      return send(421, 'text/plain; charset=utf-8', 'Open this page as http://127.0.0.1\n')
    }
    const [, merchant_id] = /^\/api\/history\/(mer_\w+)$/.exec(request.url ?? '') ?? []
    // A page of the web cannot send this header without being asked for leave, which is never given.
    if (request.method === 'POST' && merchant_id && backdate && request.headers['x-countersign-demo'] !== undefined) {
      backdate(merchant_id).then(
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
