/** Outgoing mail over SMTP. One recipient, given as an address and never parsed as a list, so nothing can be smuggled in. */
import nodemailer from 'nodemailer'
import { type Mail, NoSuchMailbox } from './letter.ts'

interface Settings {
  readonly smtp_url: string
  readonly from: string
  readonly count?: (outcome: 'sent' | 'failed' | 'no_mailbox') => void
}

/** A server that hangs is given up before the job's time is over. */
const WAITS_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
/** Of RFC 3463: the address is bad, or its mailbox is disabled. A server that refuses us says something else. */
const NO_MAILBOX = /^5\d\d[ -]5\.(1\.[1236]|1\.10|2\.1)\b/

export const createMail = ({ smtp_url, from, count = () => {} }: Settings): Mail => {
  // A connection is kept for the next mails: a greeting and a handshake for each would cost many times the mail itself.
  const transport = nodemailer.createTransport({ url: smtp_url, pool: true, maxRequeues: 1, ...WAITS_MS }, { from })
  const sender = /<([^<>]+)>$/.exec(from)?.[1] ?? from
  return {
    async send({ to, subject, text }) {
      const sent = transport.sendMail({
        to: { name: '', address: to },
        envelope: { from: sender, to: [to] },
        subject,
        text,
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      await sent.then(
        () => count('sent'),
        (error: Error & { response?: string }) => {
          const gone = NO_MAILBOX.test(error.response ?? '')
          count(gone ? 'no_mailbox' : 'failed')
          throw gone ? new NoSuchMailbox(error.message, { cause: error }) : error
        },
      )
    },
    async verify() {
      await transport.verify()
    },
    stop: () => transport.close(),
  }
}
