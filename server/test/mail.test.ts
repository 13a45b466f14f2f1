/** Mail over one connection that is kept, and over another one when that has ended. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { NoSuchMailbox, sendUnlessGone } from '../src/platform/egress/letter.ts'
import { createMail } from '../src/platform/egress/mail.ts'

const startServer = async (port = 0, refusal?: string) => {
  const seen = { connections: 0, mails: 0 }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onConnect(_session, done) {
      seen.connections++
      done()
    },
    onRcptTo(_address, _session, done) {
      done(refusal === undefined ? undefined : Object.assign(new Error(refusal), { responseCode: 550 }))
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
  const mail = createMail({
    smtp_url: `smtp://127.0.0.1:${first.port}`,
    from: 'Service <service@pursestrings.example>',
  })
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

test('a mailbox that does not exist is told from a server that refuses us', async () => {
  const outcomes: string[] = []
  for (const [refusal, expected] of [
    ['5.1.1 no such user', NoSuchMailbox],
    ['5.1.10 recipient not found', NoSuchMailbox],
    ['5.7.1 relaying denied', Error],
    ['mailbox unavailable', Error],
  ] as const) {
    const server = await startServer(0, refusal)
    const mail = createMail({
      smtp_url: `smtp://127.0.0.1:${server.port}`,
      from: 'Service <service@pursestrings.example>',
      count: (outcome) => outcomes.push(outcome),
    })
    const letter = { to: 'one@merchant.example', subject: 'Hello', text: 'Hello' }
    const error = await mail.send(letter).catch((one: Error) => one)
    expect([refusal, error?.constructor]).toEqual([refusal, expected])
    // Whoever mistypes an address leaves nothing behind; anything else is tried again.
    const tried = await sendUnlessGone(mail, letter).then(
      () => 'done',
      () => 'again',
    )
    expect([refusal, tried]).toEqual([refusal, expected === NoSuchMailbox ? 'done' : 'again'])
    mail.stop()
    await server.stop()
  }
  expect(outcomes).toEqual([...Array(4).fill('no_mailbox'), ...Array(4).fill('failed')])
})
