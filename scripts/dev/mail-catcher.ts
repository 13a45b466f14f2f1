/**
 * Decides where mail goes in development: nowhere. A local SMTP server takes whatever the service sends, keeps the last
 * 200 in memory, and a page on the same machine shows them. It listens on 127.0.0.1 only. Port 0 takes a free port.
 */
import { createServer } from 'node:http'
import type { Server } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { answerMailPages } from './mail-pages.ts'
import { createMailbox, type Mailbox } from './mailbox.ts'

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
  /** What `countersign demo --open` asks for, by the id of its merchant. */
  backdate?: (merchant_id: string) => Promise<boolean>
}

export async function startMailCatcher({ backdate, ...ports }: Options): Promise<MailCatcher> {
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
  const pages = createServer(answerMailPages(mailbox, backdate))
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
