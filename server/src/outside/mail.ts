/** Outgoing mail over SMTP. One recipient, given as an address and never parsed as a list, so nothing can be smuggled in. */
import nodemailer from 'nodemailer'

export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface Mail {
  send(letter: Letter): Promise<void>
  stop(): void
}

export const createMail = ({ smtp_url, from }: { smtp_url: string; from: string }): Mail => {
  const transport = nodemailer.createTransport(smtp_url, { from })
  const sender = /<([^<>]+)>$/.exec(from)?.[1] ?? from
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({
        to: { name: '', address: to },
        envelope: { from: sender, to: [to] },
        subject,
        text,
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    },
    stop: () => transport.close(),
  }
}
