/** Mail over one connection that is kept, and over another one when that has ended. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { createMail } from '../src/outside/mail.ts'

const startServer = async (port = 0) => {
  const seen = { connections: 0, mails: 0 }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onConnect(_session, done) {
      seen.connections++
      done()
    },
    onData(stream, _session, done) {
      stream.resume().on('end', () => {
        seen.mails++
        done()
      })
    },
  })
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    seen,
    port: (server.server.address() as AddressInfo).port,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
      }),
  }
}

test('mails share a connection, and one that was closed meanwhile is opened again', async () => {
  const first = await startServer()
  const mail = createMail({ smtp_url: `smtp://127.0.0.1:${first.port}`, from: 'Service <service@countersign.example>' })
  const send = () => mail.send({ to: 'one@merchant.example', subject: 'Hello', text: 'Hello' })
  for (let n = 0; n < 5; n++) await send()
  expect(first.seen).toEqual({ connections: 1, mails: 5 })
  await first.stop()
  await expect(send()).rejects.toThrow('ECONNREFUSED')
  const second = await startServer(first.port)
  for (let n = 0; n < 2; n++) await send()
  expect(second.seen).toEqual({ connections: 1, mails: 2 })
  mail.stop()
  await second.stop()
})
