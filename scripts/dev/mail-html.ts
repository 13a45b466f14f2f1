/** Decides what the mail catcher's pages say. Everything from a mail is text: escaped, never rendered as HTML. */
import { type CaughtMail, linksIn } from './mailbox.ts'

export function listPage(mails: readonly CaughtMail[]): string {
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

export function mailPage(mail: CaughtMail): string {
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

export function absentPage(): string {
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
  <header><a href="/">Countersign mail</a><span>caught on this machine</span></header>
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
