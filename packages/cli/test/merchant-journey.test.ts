/** From nothing to an active payee and an active agent, by commands alone; then the key is rotated and the session ended. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newStellarAddress } from '../../../server/test/payee.ts'
import { until } from '../../../server/test/until.ts'
import type { Home } from './command.ts'
import { type CliPlace, startCliPlace } from './place.ts'

let place: CliPlace
let home: Home
beforeAll(async () => {
  place = await startCliPlace()
  home = await place.home()
})
afterAll(() => place.stop())

const EMAIL = 'cli@merchant.example'
const linkInMail = async (): Promise<string> => {
  const links = async () => {
    const answer = await fetch(`${place.mail_url}/api/mails?to=${EMAIL}`)
    const { mails } = (await answer.json()) as { mails: { links: string[] }[] }
    return mails.flatMap((mail) => mail.links)
  }
  await until(async () => (await links()).length > 0)
  return (await links())[0] as string
}
const publish = (name: string, text: string) => {
  mkdirSync(join(place.site, '.well-known'), { recursive: true })
  writeFileSync(join(place.site, '.well-known', name), text)
}
const profile = () => JSON.parse(readFileSync(join(home.folder, 'default.json'), 'utf8'))

describe('a merchant set up by commands alone', () => {
  test('signs in with the link from the mail, pasted into standard input, and shows no token', async () => {
    const login = home.start(['login', '--email', EMAIL, '--token', '-', '--organization', 'Harbour Books', '--json'])
    login.write(`${await linkInMail()}\n`)
    const { code, stdout, stderr } = await login.ended
    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toMatchObject({ account: { email: EMAIL }, merchant: { name: 'Harbour Books' } })
    expect(profile().session.session_token).toMatch(/^svc_session_/)
    expect(stdout).not.toContain('svc_session_')
  })

  test('proves a domain: what is missing is said line by line, and the same command succeeds later', async () => {
    const { challenge } = await home.json<{ challenge: { value: string } }>(['domains', 'add', 'shop.localhost'])
    const early = await home.run(['domains', 'verify', 'shop.localhost'])
    expect(early.code).toBe(1)
    expect(early.stderr).toMatch(
      /^error: .+\n {2}seen: .*svc-challenge\.txt: status 404.*\n {2}what to do: .+\n {2}more: \S+\n {2}request id: \S+\n$/,
    )
    publish('svc-challenge.txt', challenge.value)
    expect(await home.json(['domains', 'verify', 'shop.localhost', '--watch'])).toMatchObject({
      merchant_status: 'active',
    })
  })

  test('has a payee that the domain vouches for, active', async () => {
    const created = await home.json<{ recipient: { recipient_id: string }; publish: object }>([
      'recipients',
      'create',
      '--name',
      'Harbour Books till',
      '--address',
      newStellarAddress(),
    ])
    const { recipient_id } = created.recipient
    publish('svc-recipients.json', JSON.stringify({ recipients: [created.publish] }))
    await home.json(['recipients', 'verify', recipient_id, '--domain', 'shop.localhost'])
    const activated = await home.json(['recipients', 'activate', recipient_id])
    expect(activated).toMatchObject({ recipient_version: { status: 'active' } })
    expect(profile().payee).toMatchObject({ recipient_id, name: 'Harbour Books till' })
  })

  test('sees how a domain and a payee stand, renames the payee, and recalls a version after a preview', async () => {
    expect(await home.json(['domains', 'show', 'shop.localhost'])).toMatchObject({
      domain: { status: 'verified' },
      last_check: { ok: true },
      payees_affected: 1,
    })
    expect(await home.json(['domains', 'check', 'shop.localhost'])).toMatchObject({ checks: [{ matches: true }] })
    const made = await home.json<{ recipient: { recipient_id: string }; publish: object }>([
      'recipients',
      'create',
      '--name',
      'Market stall',
      '--address',
      newStellarAddress(),
    ])
    const { recipient_id } = made.recipient
    publish('svc-recipients.json', JSON.stringify({ recipients: [made.publish] }))
    await home.json(['recipients', 'verify', recipient_id, '--domain', 'shop.localhost'])
    const { recipient_version } = await home.json<{ recipient_version: { recipient_version_id: string } }>([
      'recipients',
      'activate',
      recipient_id,
    ])
    const version_id = recipient_version.recipient_version_id
    const renamed = await home.json(['recipients', 'rename', recipient_id, '--name', 'Market square'])
    expect(renamed).toMatchObject({ recipient: { name: 'Market square' } })
    const recall = ['recipients', 'recall', recipient_id, version_id, '--reason', 'mistake']
    expect(await home.json([...recall, '--preview'])).toEqual({ pending: 0, under_way: 0 })
    expect(await home.json(recall)).toMatchObject({ recipient_version: { retired_reason: 'recalled' } })
    expect((await home.run(['recipients', 'versions', recipient_id])).stdout).toMatch(/retired +recalled/)
    expect((await home.run(['recipients', 'hold', recipient_id, version_id])).code).toBe(1)
    expect(await home.json(['recipients', 'retire', recipient_id])).toMatchObject({
      recipient: { name: 'Market square' },
    })
  })

  test('has an agent with the key of the profile, which proves itself to the service', async () => {
    await home.json(['agents', 'create', '--name', 'Checkout agent'])
    await home.json(['agents', 'register-key'])
    expect(await home.json(['agents', 'activate'])).toMatchObject({ agent: { status: 'active' } })
  })

  test('finds payees, agents and domains by a part of their name, in a table that fits the screen', async () => {
    const found = async (text: string) =>
      (await home.json<{ hits: { type: string; name: string }[] }>(['search', text])).hits.map(
        ({ type, name }) => `${type} ${name}`,
      )
    expect(await found('Harbour')).toEqual(['recipient Harbour Books till'])
    expect(await found('Checkout')).toEqual(['agent Checkout agent'])
    expect(await found('shop.local')).toEqual(['merchant_domain shop.localhost'])
    expect(await found('nothing has this name')).toEqual([])
    const { code, stdout } = await home.run(['search', 'Checkout'])
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^TYPE +STATUS +NAME +ABOUT +ID\nagent +active +Checkout agent /),
    ])
  })

  test('rotates the key without a gap: the new one proves itself before the old one is revoked', async () => {
    const before = profile().agent.kid
    const rotated = await home.json<{ credential: { kid: string } }>(['agents', 'rotate-key', '--keep-old'])
    expect(profile().agent.kid).toBe(rotated.credential.kid)
    expect(await home.json(['agents', 'revoke-key', before])).toMatchObject({ credential: { status: 'revoked' } })
    const { checks } = await home.json<{ checks: { name: string; verdict: string }[] }>(['doctor'])
    const verdicts = Object.fromEntries(checks.map((one) => [one.name, one.verdict]))
    const good = { profile: 'ok', DNS: 'ok', TLS: 'ok', service: 'ok', clock: 'ok', session: 'ok', agent: 'ok' }
    expect(verdicts).toEqual({ ...good, 'service key': 'ok', connection: 'warn' })
  })

  test('keeps every file to its owner, and never shows the private half of a key', async () => {
    const files = readdirSync(home.folder)
    expect(files.length).toBeGreaterThanOrEqual(3)
    for (const file of files) expect([file, statSync(join(home.folder, file)).mode & 0o777]).toEqual([file, 0o600])
    const key = readFileSync(profile().agent.key_file, 'utf8')
    const { stdout, stderr } = await home.run(['init'])
    expect(stdout + stderr).not.toContain(key.split('\n')[1])
  })

  test('signs out: what needed the session ends with code 3 from then on', async () => {
    await home.json(['logout'])
    const { code, stderr } = await home.run(['agents', 'list'])
    expect([code, stderr]).toEqual([3, expect.stringContaining('pursestrings login')])
  })
})
