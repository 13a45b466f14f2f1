/** Nobody can wear down a mailbox or guess at credentials, and a refusal says how long to wait. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ RATE_LIMIT_SCALE: '1' })
})
afterAll(() => world.stop())

const register = (email: string, base = world.url) =>
  fetch(`${base}/v1/merchant-accounts/registrations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })

test('one mailbox gets five mails in ten minutes, across processes, whoever asks', async () => {
  const other = (await world.another()).url as string
  for (const base of [world.url, other, world.url, other, world.url]) {
    expect((await register('flooded@merchant.example', base)).status).toBe(202)
  }
  for (const base of [world.url, other]) {
    const refused = await register('Flooded@merchant.example', base)
    expect([refused.status, ((await refused.json()) as { error: { code: string } }).error.code]).toEqual([
      429,
      'rate_limited',
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500)
  }
})

test('a mail that could not be queued uses nothing up', async () => {
  const sql = (text: string) => world.database.admin.query(text)
  await sql(`create function refuse_jobs() returns trigger language plpgsql
    as $$ begin raise exception 'the queue is broken'; end $$`)
  await sql('create trigger refused before insert on pgboss.job for each row execute function refuse_jobs()')
  const broken = await Promise.all(Array.from({ length: 6 }, () => register('unlucky@merchant.example')))
  await sql('drop trigger refused on pgboss.job')
  expect(broken.map(({ status }) => status)).toEqual(broken.map(() => 500))
  expect((await register('unlucky@merchant.example')).status).toBe(202)
})

test('an answer says how many calls are left in which window', async () => {
  const { headers } = await register('counted@merchant.example')
  expect(headers.get('ratelimit-policy')).toBe('"sign_in";q=30;w=60')
  expect(headers.get('ratelimit')).toMatch(/^"sign_in";r=\d+;t=\d+$/)
})

test('credentials that open nothing are counted by address, until the address must wait', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 65; i++) statuses.push((await world.call('GET', '/v1/merchants')).status)
  expect(statuses.filter((s) => s === 401).length).toBe(20)
  expect(statuses.at(-1)).toBe(429)
})
