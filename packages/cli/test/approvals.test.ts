/** Two people for a payee change, by commands alone: one asks, the other approves what they saw, or says no. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newStellarAddress } from '../../../server/test/payee.ts'
import { until } from '../../../server/test/until.ts'
import type { Home } from './command.ts'
import { type CliPlace, startCliPlace } from './place.ts'

let place: CliPlace
let owner: Home
let colleague: Home
beforeAll(async () => {
  place = await startCliPlace()
  owner = await place.home()
  colleague = await place.home()
  await signIn(owner, 'owner@merchant.example', 'Harbour Books')
})
afterAll(() => place.stop())

const signIn = async (home: Home, email: string, organization: string): Promise<void> => {
  const links = async () => {
    const answer = await fetch(`${place.mail_url}/api/mails?to=${email}`)
    const { mails } = (await answer.json()) as { mails: { links: string[] }[] }
    return mails.flatMap((mail) => mail.links).filter((link) => link.includes('#token='))
  }
  const login = home.start(['login', '--email', email, '--token', '-', '--organization', organization, '--json'])
  await until(async () => (await links()).length > 0)
  login.write(`${(await links())[0]}\n`)
  expect((await login.ended).code).toBe(0)
}
const publish = (name: string, text: string) => {
  mkdirSync(join(place.site, '.well-known'), { recursive: true })
  writeFileSync(join(place.site, '.well-known', name), text)
}

interface Asked {
  readonly recipient_version: {
    readonly recipient_id: string
    readonly recipient_version_id: string
    readonly status: string
  }
}
const ask = async (name: string): Promise<Asked['recipient_version']> => {
  const create = ['recipients', 'create', '--name', name, '--address', newStellarAddress()]
  const made = await owner.json<{ recipient: { recipient_id: string }; publish: object }>(create)
  publish('svc-recipients.json', JSON.stringify({ recipients: [made.publish] }))
  const { recipient_id } = made.recipient
  await owner.json(['recipients', 'verify', recipient_id, '--domain', 'shop.localhost'])
  return (await owner.json<Asked>(['recipients', 'activate', recipient_id])).recipient_version
}

test('a second person approves with the digest they saw, says no with a reason, and agrees to go back to one', async () => {
  const { challenge } = await owner.json<{ challenge: { value: string } }>(['domains', 'add', 'shop.localhost'])
  publish('svc-challenge.txt', challenge.value)
  await owner.json(['domains', 'verify', 'shop.localhost'])
  const alone = await owner.run(['recipients', 'two-person', '--set', 'on'])
  expect([alone.code, alone.stderr]).toEqual([1, expect.stringContaining('nobody could approve')])
  await owner.json(['members', 'invite', '--email', 'mara@merchant.example', '--role', 'admin'])
  await signIn(colleague, 'mara@merchant.example', 'Harbour Books')
  expect((await owner.run(['recipients', 'two-person', '--set', 'on'])).stdout).toMatch(/needs +2 people/)

  const good = await ask('Till')
  expect(good.status).toBe('awaiting_approval')
  const { approvals } = await colleague.json<{ approvals: { evidence: { evidence_digest: string } }[] }>([
    'recipients',
    'approvals',
  ])
  expect((await colleague.run(['recipients', 'approvals'])).stdout).toContain('owner@merchant.example')
  const approve = (home: Home, digest: string) =>
    home.run(['recipients', 'approve', good.recipient_id, good.recipient_version_id, '--digest', digest])
  const digest = approvals[0]?.evidence.evidence_digest ?? ''
  expect((await approve(owner, digest)).stderr).toContain('somebody else must approve it')
  expect((await approve(colleague, '0'.repeat(64))).code).toBe(1)
  expect((await approve(colleague, digest)).stdout).toMatch(/\(active\)/)
  expect((await approve(colleague, digest)).stderr).toContain('waits for nobody')

  const bad = await ask('Annex')
  const no = ['recipients', 'hold', bad.recipient_id, bad.recipient_version_id, '--reason', 'We have no annex']
  expect(await colleague.json(no)).toMatchObject({ recipient_version: { retired_reason: 'held' } })

  expect((await owner.run(['recipients', 'two-person', '--set', 'off'])).stdout).toMatch(/needs +2 people/)
  expect((await colleague.run(['recipients', 'two-person', '--set', 'off'])).stdout).toMatch(/needs +1 person/)
  expect((await owner.run(['recipients', 'two-person'])).stdout).toMatch(/needs +1 person/)
})
