/** A sign-in mail is tried for as long as its link would live; then it waits for an operator, and is sent with a link that works. */
import { SIGN_IN_LINK_LIFETIME_S } from '@pursestrings/contract/merchant-accounts/records'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../tools/dev/free-port.ts'
import { runAdmin } from '../src/commands/admin/admin.ts'
import { readConfig } from '../src/platform/config.ts'
import { QUEUES } from '../src/platform/jobs/queues.ts'
import { startMailbox } from './mailbox.ts'
import { until } from './until.ts'
import { startWorld } from './world.ts'

test.each(['sign-in-mail', 'step-up-mail'] as const)('%s is tried until what it carries would be over', (queue) => {
  const { retryLimit, retryDelay, retryDelayMax } = QUEUES[queue]
  // pg-boss draws each pause between this and twice as much.
  const in_all = (factor: number) =>
    Array.from({ length: retryLimit }, (_, n) => Math.min(factor * retryDelay * 2 ** n, retryDelayMax)).reduce(
      (a, b) => a + b,
    )
  expect(in_all(1)).toBeGreaterThanOrEqual(SIGN_IN_LINK_LIFETIME_S)
  expect(in_all(2)).toBeLessThan(1.1 * SIGN_IN_LINK_LIFETIME_S)
})

test('a mail server that comes back later than that loses nobody: the mail is a dead letter, and its replay brings a link', async () => {
  const port = await freePort()
  const world = await startWorld({ SMTP_URL: `smtp://127.0.0.1:${port}`, LOG_LEVEL: 'silent' })
  const sql = (text: string) => world.database.admin.query(text)
  await sql(
    "update pgboss.queue set retry_limit = 1, retry_delay = 0, retry_backoff = false where name = 'sign-in-mail'",
  )
  const email = 'waiting@merchant.example'
  expect((await world.call('POST', '/v1/merchant-accounts/registrations', { body: { email } })).status).toBe(202)
  const admin = (...words: string[]) => runAdmin(readConfig(world.settings), ['dead-letters', ...words])
  await until(async () => (await admin('list')) !== 'no dead letters')
  expect(await admin('list')).toContain(`sign-in-mail`)
  const mailbox = await startMailbox(port)
  // It waits for connections that the service keeps.
  onTestFinished(() => world.stop().then(mailbox.stop))
  expect(await admin('replay', '--queue', 'sign-in-mail')).toBe('replayed 1')
  const { text } = await mailbox.next(email)
  const token = /#token=(svc_link_\w+)/.exec(text)?.[1]
  const opened = await world.call('POST', '/v1/merchant-accounts/email-verifications', { body: { token } })
  expect([opened.status, opened.json.account?.email]).toEqual([200, email])
})
