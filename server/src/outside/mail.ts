/** Outgoing mail over SMTP. One recipient, given as an address and never parsed as a list, so nothing can be smuggled in. */
import nodemailer from 'nodemailer'

export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface Mail {
  send(letter: Letter): Promise<void>
  /** Rejects where the server does not answer, or refuses our login. */
  verify(): Promise<void>
  stop(): void
}

interface Settings {
  readonly smtp_url: string
  readonly from: string
  readonly count?: (outcome: 'sent' | 'failed') => void
}

export const createMail = ({ smtp_url, from, count = () => {} }: Settings): Mail => {
  // A connection is kept for the next mails: a greeting and a handshake for each would cost many times the mail itself.
  const transport = nodemailer.createTransport({ url: smtp_url, pool: true, maxRequeues: 1 }, { from })
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
        (error: unknown) => {
          count('failed')
          throw error
        },
      )
    },
    async verify() {
      await transport.verify()
    },
    stop: () => transport.close(),
  }
}
