/** Decides what the mail catcher keeps: the last mails, as plain text with the links found in them, newest first. */
import PostalMime, { type Address } from 'postal-mime'

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
