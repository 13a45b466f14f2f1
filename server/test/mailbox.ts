/** A real SMTP server on loopback that keeps what it is sent: the outside world's side of mail. */
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { until } from './until.ts'

export interface ReceivedMail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface Mailbox {
  readonly smtp_url: string
  readonly mails: readonly ReceivedMail[]
  /** The newest mail to an address that holds the text, as soon as one beyond the first `seen` is there. */
  next(to: string, seen?: number, text?: string): Promise<ReceivedMail>
  stop(): Promise<void>
}

export const startMailbox = async (at = 0): Promise<Mailbox> => {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then(({ subject = '', text = '' }) => {
          for (const { address } of session.envelope.rcptTo) mails.push({ to: address, subject, text })
          done()
        }, done)
      })
    },
  })
  await new Promise<void>((resolve) => {
    server.listen(at, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as { port: number }
  const to = (address: string, text: string) => mails.filter((m) => m.to === address && m.text.includes(text))
  return {
    smtp_url: `smtp://127.0.0.1:${port}`,
    mails,
    next: async (address, seen = 0, text = '') => {
      await until(() => to(address, text).length > seen)
      return to(address, text).at(-1) as ReceivedMail
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
      }),
  }
}
