import { request } from 'node:http'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CaughtMail, createMailbox, linksIn, type MailCatcher, startMailCatcher } from './mail-catcher.ts'

let catcher: MailCatcher

beforeAll(async () => {
  catcher = await startMailCatcher({ smtp_port: 0, http_port: 0 })
})
afterAll(() => catcher.stop())

const read = async (path: string) => {
  const response = await fetch(new URL(path, catcher.page_url))
  return { status: response.status, headers: response.headers, text: await response.text() }
}
async function mailsTo(to: string): Promise<CaughtMail[]> {
  const answer: { mails: CaughtMail[] } = JSON.parse((await read(`/api/mails?to=${encodeURIComponent(to)}`)).text)
  return answer.mails
}

async function send(to: string, subject: string, body: { text?: string; html?: string }): Promise<void> {
  const transport = createTransport(catcher.smtp_url)
  await transport.sendMail({ from: 'Pursestrings <no-reply@pursestrings.test>', to, subject, ...body })
  transport.close()
}

test('without mail the page says so', async () => {
  const { status, text } = await read('/')
  expect(status).toBe(200)
  expect(text).toContain('No mail yet')
})

test('mail sent over SMTP is listed for its recipient, newest first, with its links', async () => {
  await send('Anna@example.com', 'Sign in', {
    text: 'Open https://shop.example/verify?token=abc.\r\nIt lasts 15 minutes.',
  })
  await send('anna@example.com', 'Sign in again', { text: 'Hello' })
  await send('ben@example.com', 'Other', { text: 'Hello' })
  const mails = await mailsTo('anna@example.com')
  expect(mails.map((mail) => mail.subject)).toEqual(['Sign in again', 'Sign in'])
  expect(mails[1]).toMatchObject({
    from: 'Pursestrings <no-reply@pursestrings.test>',
    text: 'Open https://shop.example/verify?token=abc.\nIt lasts 15 minutes.',
    links: ['https://shop.example/verify?token=abc'],
  })
})

test('one mail is a page whose links open in the same tab', async () => {
  await send('cleo@example.com', 'Grüße', { text: 'Open https://shop.example/v?a=1&b=2 now' })
  const [mail] = await mailsTo('cleo@example.com')
  const { text } = await read(`/mails/${mail?.id}`)
  expect(text).toContain('Grüße')
  expect(text).toContain('<a href="https://shop.example/v?a=1&#38;b=2" rel="noreferrer">')
  expect(text).not.toContain('target=')
})

test('nothing in a mail becomes HTML', async () => {
  const hostile = '<script>alert(1)</script><img src=x onerror=alert(2)> javascript:alert(3)'
  await send('dora@example.com', `${hostile} "'`, { text: hostile })
  await send('dora@example.com', 'HTML only', { html: `<p>Text</p>${hostile}` })
  const mails = await mailsTo('dora@example.com')
  const pages = await Promise.all(['/', ...mails.map((mail) => `/mails/${mail.id}`)].map(read))
  expect(pages).toHaveLength(3)
  for (const { text } of pages) {
    expect(text).not.toMatch(/<img|<script>|href="javascript:/)
  }
})

test('no page may run or load anything but its own two files', async () => {
  const { headers, text } = await read('/')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
  expect(text).not.toMatch(/<style|<[^>]*\s(style|on\w+)=|<script>/)
  expect((await read('/page.js')).headers.get('content-type')).toContain('text/javascript')
  expect((await read('/page.css')).headers.get('content-type')).toContain('text/css')
})

test('an unchanged list answers 304, so that refreshing costs nothing', async () => {
  const etag = (await read('/')).headers.get('etag') ?? ''
  const again = await fetch(catcher.page_url, { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
})

test('an unknown mail is absent, other methods and other host names are refused', async () => {
  expect((await read('/mails/999999')).status).toBe(404)
  expect((await fetch(catcher.page_url, { method: 'POST' })).status).toBe(405)
  const rebound = await new Promise<number | undefined>((resolve, reject) => {
    const asked = request(catcher.page_url, { headers: { host: 'evil.example' } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    asked.on('error', reject)
    asked.end()
  })
  expect(rebound).toBe(421)
})

test('only this machine can reach it, and a taken port is named', async () => {
  expect(catcher.page_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
  const http_port = Number(new URL(catcher.page_url).port)
  await expect(startMailCatcher({ smtp_port: 0, http_port })).rejects.toThrow(`http_port ${http_port} is not free`)
})

test('the mailbox keeps no more than its capacity, the oldest go first', async () => {
  const mailbox = createMailbox(3)
  for (let n = 1; n <= 5; n++) {
    await mailbox.add(new TextEncoder().encode(`Subject: ${n}\r\n\r\nbody`), ['a@example.com'], new Date(0))
  }
  expect(mailbox.list().map((mail) => mail.subject)).toEqual(['5', '4', '3'])
  expect(mailbox.find('1')).toBeUndefined()
})

test('a link ends before the punctuation of its sentence', () => {
  expect(linksIn('(see https://a.example/x?y=1). ftp://b.example').map((link) => link.url)).toEqual([
    'https://a.example/x?y=1',
  ])
})
