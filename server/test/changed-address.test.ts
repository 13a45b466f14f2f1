/**
 * Whoever changes where a payee's money goes confirms it with a passkey, or waits for the cooling-off time, on the testnet, too. The
 * owners hear of it at once. The first address of a payee waits for nothing.
 */
import { STEP_UP_LIFETIME_S } from '@pursestrings/contract/merchant-sessions/records'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { type MemberOperator, newMember, newOperator, type Operator } from './operator.ts'
import { ageMembership, agePasskeys, newPasskey } from './passkey.ts'
import { activate, endCooling, newStellarAddress, nextVersion, type Payee, proveHost, verifiedPayee } from './payee.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

const DAY_MS = 86_400_000
let web: MerchantWeb
let world: World
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, NETWORKS_ENABLED: 'stellar_testnet,stellar_public' })
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const statusOf = async (who: Operator, payee: Payee) => (await activate(who, payee)).json.recipient_version?.status
const served = async (who: Operator, { recipient_id }: Payee): Promise<string | undefined> =>
  (await who.call('GET', `/v1/recipients/${recipient_id}`)).json.active_version?.address
const stop = (who: Operator, { recipient_id, recipient_version_id }: Payee, how: string, body = {}) =>
  who.call('POST', `/v1/recipients/${recipient_id}/versions/${recipient_version_id}/stop`, {
    body: { ...body, action: how },
  })

/** Whom letters about a payee were written to until now. */
const lettersAbout = async ({ recipient_id }: Payee): Promise<string[]> => {
  const { rows } = await world.database.admin.query(
    `select data ->> 'to' as "to" from pgboss.job where name = 'letters' and data ->> 'text' like $1`,
    [`%/recipients/${recipient_id}%`],
  )
  return rows.map((row) => row.to)
}

interface Shop {
  readonly owner: Operator
  readonly admin: MemberOperator
  readonly payee: Payee
}

/** A payee that serves, and an admin of the same organization. */
const newShop = async (): Promise<Shop> => {
  const owner = await newOperator(world)
  const admin = await newMember(world, owner, 'admin')
  const payee = await verifiedPayee(web, owner, await proveHost(web, owner))
  expect(await statusOf(owner, payee)).toBe('active')
  return { owner, admin, payee }
}

/** An admin who has been one for two days, and has confirmed with a passkey that is as old. */
const confirmedAdmin = async ({ admin }: Shop): Promise<MemberOperator> => {
  const passkey = await newPasskey(admin)
  await agePasskeys(world, admin)
  await ageMembership(world, admin)
  await passkey.confirm()
  return admin
}

test('an admin without a passkey cannot swap a served address at once, and every owner hears of the attempt at once', async () => {
  const { owner, admin, payee } = await newShop()
  const second = await newMember(world, owner, 'owner')
  const domain_id = await proveHost(web, admin, 'quay.test')
  const next = await nextVersion(web, admin, payee, { domain_id, host: 'quay.test' })
  const asked = (await activate(admin, next)).json
  expect(asked).toMatchObject({
    recipient: { active_version_id: payee.recipient_version_id },
    recipient_version: { status: 'cooling' },
  })
  expect(await lettersAbout(payee)).toContain('members')
  const { recipient, recipient_version } = asked
  expect(Math.abs(Date.parse(recipient_version.activates_at) - Date.now() - DAY_MS)).toBeLessThan(60_000)
  for (const { email } of [owner, second]) {
    const { subject, text } = await world.mailbox.next(email, 0, 'changed where payments')
    expect(subject).toContain('will be paid to a new address')
    expect(text).toContain(`${admin.email} changed where payments to`)
    expect(text).toContain(`Before: ${payee.address} on stellar_testnet, XLM\n`)
    expect(text).toContain(`From ${recipient_version.activates_at}: ${next.address} on stellar_testnet, XLM\n`)
    expect(text).toContain('hold the new version before that time')
    expect(text).toContain(`/recipients/${payee.recipient_id}`)
  }
  expect(await served(owner, payee)).toBe(payee.address)
  // Nobody who asks again gets it sooner, and it serves by itself in the end.
  expect((await activate(admin, { ...next, version: recipient.version })).json.error.code).toBe(
    'recipient_version_state',
  )
  await endCooling(world.database)
  await until(async () => (await served(owner, payee)) === next.address)
})

test('a held change never serves', async () => {
  const { owner, admin, payee } = await newShop()
  const next = await nextVersion(web, admin, payee)
  expect(await statusOf(admin, next)).toBe('cooling')
  expect((await stop(owner, next, 'hold')).json.recipient_version).toMatchObject({ retired_reason: 'held' })
  await endCooling(world.database)
  expect(await served(owner, payee)).toBe(payee.address)
})

test('the first address of a payee serves at once, and so does the same one in a new version', async () => {
  const { owner, admin, payee } = await newShop()
  const same = await nextVersion(web, admin, payee, { address: payee.address })
  expect(await statusOf(admin, same)).toBe('active')
  // Of two first addresses at the same time one is the first; the other one waits.
  const one = await verifiedPayee(web, owner, payee.domain_id)
  const other = await nextVersion(web, owner, one)
  const both = [{ ...one, version: other.version }, other]
  const answers = await Promise.all(both.map((version) => activate(owner, version)))
  expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
  const late = both[answers.findIndex(({ status }) => status === 409)] as Payee
  expect(await statusOf(owner, { ...late, version: other.version + 1 })).toBe('cooling')
})

test('every fact of where the money goes counts: address, memo, asset, issuer and network', async () => {
  const { owner, admin, payee } = await newShop()
  const { address, domain_id } = payee
  const here = { address, asset: 'USDC', issuer: newStellarAddress() }
  for (const change of [{ address: newStellarAddress() }, { address, memo: 'till 7' }, here]) {
    expect(await statusOf(admin, await nextVersion(web, admin, payee, change))).toBe('cooling')
  }
  const credit = await verifiedPayee(web, owner, domain_id, 'shop.test', here)
  expect(await statusOf(owner, credit)).toBe('active')
  for (const change of [{ issuer: newStellarAddress() }, { asset: 'EURC' }]) {
    expect(await statusOf(admin, await nextVersion(web, admin, credit, { ...here, ...change }))).toBe('cooling')
  }
  // From another network to the testnet, at the same address.
  expect(await statusOf(admin, await nextVersion(web, admin, payee, { address, network: 'stellar_public' }))).toBe(
    'cooling',
  )
  await endCooling(world.database)
  const { recipient_id } = payee
  const networkNow = async () => (await owner.call('GET', `/v1/recipients/${recipient_id}`)).json.active_version.network
  await until(async () => (await networkNow()) === 'stellar_public')
  expect(await statusOf(admin, await nextVersion(web, admin, payee, { address }))).toBe('cooling')
})

test('who confirms with a passkey changes the address at once, and the owners hear of it at once', async () => {
  const shop = await newShop()
  const { owner, payee } = shop
  const admin = await confirmedAdmin(shop)
  const next = await nextVersion(web, admin, payee)
  expect((await activate(admin, next)).json).toMatchObject({
    recipient: { active_version_id: next.recipient_version_id },
    recipient_version: { status: 'active' },
  })
  expect(await lettersAbout(payee)).toContain('members')
  const { text } = await world.mailbox.next(owner.email, 0, 'changed where payments')
  expect(text).toContain(`From now on: ${next.address}`)
  expect(text).toContain('recall the new version')
})

test('a sign-in with a passkey confirms, too; a session that was not confirmed is refused, whatever another one confirmed', async () => {
  const shop = await newShop()
  const { admin, payee } = shop
  const passkey = await newPasskey(admin)
  await agePasskeys(world, admin)
  await ageMembership(world, admin)
  const another = await passkey.signIn(world)
  const next = await nextVersion(web, another, payee)
  expect((await activate(admin, next)).json.error.code).toBe('step_up_required')
  expect(await statusOf(another, next)).toBe('active')
})

test('the database takes a confirmation for as long as the contract says', async () => {
  const shop = await newShop()
  const who = [uuidOf('mer', shop.owner.merchant_id), uuidOf('mbr', (await confirmedAdmin(shop)).member_id)]
  for (const [age_s, counts] of [
    [STEP_UP_LIFETIME_S - 10, true],
    [STEP_UP_LIFETIME_S, false],
  ]) {
    const { admin } = world.database
    await admin.query(
      `update merchant_sessions set passkey_proven_at = now() - make_interval(secs => $3)
        where merchant_id = $1 and account_id = $2`,
      [...who, age_s],
    )
    const { rows } = await admin.query('select confirms_payee_moves($1, $2) as counts', who)
    expect(rows).toEqual([{ counts }])
  }
})

test('a code by mail is no confirmation of a changed address', async () => {
  const { admin, payee } = await newShop()
  await ageMembership(world, admin)
  const { session_id } = (await admin.call('GET', '/v1/merchant-sessions/current')).json.session
  await admin.call('POST', `/v1/merchant-sessions/${session_id}/step-up-codes`)
  const { text } = await world.mailbox.next(admin.email, 0, 'Your code to confirm')
  const body = { code: /[A-Z]{4}-[A-Z]{4}/.exec(text)?.[0] }
  expect((await admin.call('POST', `/v1/merchant-sessions/${session_id}/step-up`, { body })).status).toBe(200)
  expect(await statusOf(admin, await nextVersion(web, admin, payee))).toBe('cooling')
})

test('a passkey that is younger than the cooling-off time confirms nothing, even beside an older one', async () => {
  const { owner, admin, payee } = await newShop()
  await ageMembership(world, admin, 100)
  const old = await newPasskey(admin)
  await agePasskeys(world, admin)
  await old.confirm()
  const young = await newPasskey(admin)
  const another = await young.signIn(world)
  expect(await statusOf(another, await nextVersion(web, another, payee))).toBe('cooling')
  await young.confirm()
  expect(await statusOf(admin, await nextVersion(web, admin, payee))).toBe('cooling')
  // Two days are enough for a day, and too few for three.
  await owner.call('PATCH', '/v1/merchants/current', { body: { cooling_off_s: 3 * 86_400 } })
  await old.confirm()
  const next = (await activate(admin, await nextVersion(web, admin, payee))).json.recipient_version
  expect(Math.abs(Date.parse(next.activates_at) - Date.now() - 3 * DAY_MS)).toBeLessThan(60_000)
})

test('who became an admin within the cooling-off time confirms nothing, however old their passkey is', async () => {
  const { admin, payee } = await newShop()
  const passkey = await newPasskey(admin)
  await agePasskeys(world, admin, 100)
  await passkey.confirm()
  expect(await statusOf(admin, await nextVersion(web, admin, payee))).toBe('cooling')
})

test('a payee whose address was stopped does not start over: recalled, suspended or replaced', async () => {
  const { owner, admin, payee } = await newShop()
  await stop(admin, payee, 'recall', { reason: 'mistake' })
  expect(await served(owner, payee)).toBeUndefined()
  expect(await statusOf(admin, await nextVersion(web, admin, payee))).toBe('cooling')
  const { text } = await world.mailbox.next(owner.email, 0, 'changed where payments')
  expect(text).toContain(`Before: ${payee.address} on stellar_testnet`)
  expect(text).toContain("Until then it can't be paid.")
  // Somebody may have recalled it because a thief has it.
  expect(await statusOf(admin, await nextVersion(web, admin, payee, { address: payee.address }))).toBe('cooling')

  const shop = await newShop()
  const domain_id = await proveHost(web, shop.admin, 'quay.test')
  const evil = await nextVersion(web, shop.admin, shop.payee, { domain_id, host: 'quay.test' })
  const removed = await shop.admin.call('DELETE', `/v1/merchant-domains/${shop.payee.domain_id}`)
  expect(removed.status).toBe(200)
  expect(await served(shop.owner, shop.payee)).toBeUndefined()
  expect(await statusOf(shop.admin, { ...evil, version: evil.version + 1 })).toBe('cooling')

  const third = await newShop()
  const confirmed = await confirmedAdmin(third)
  expect(await statusOf(confirmed, await nextVersion(web, confirmed, third.payee))).toBe('active')
  const back = await nextVersion(web, third.owner, third.payee, { address: third.payee.address })
  expect(await statusOf(third.owner, back)).toBe('cooling')
})

test('where two people are needed the second one confirms; a helper who was just added confirms nothing', async () => {
  const approve = async (who: Operator, asked: Payee) =>
    (
      await who.call('POST', `/v1/recipients/${asked.recipient_id}/versions/${asked.recipient_version_id}/approve`, {
        body: { ...asked.evidence, version: asked.version + 1 },
      })
    ).json.recipient_version?.status
  const shop = await newShop()
  const { owner, payee } = shop
  const admin = await confirmedAdmin(shop)
  // With a passkey of long ago, and an admin before two people were needed.
  const helper = await newMember(world, owner, 'admin')
  const passkey = await newPasskey(helper)
  await agePasskeys(world, helper, 100)
  await passkey.confirm()
  const set = await owner.call('PATCH', '/v1/merchants/current', { body: { approvals: 2 } })
  expect(set.status).toBe(200)
  const first = await nextVersion(web, owner, payee)
  expect(await statusOf(owner, first)).toBe('awaiting_approval')
  // Who asked hears of it as well: it may have been somebody with their session.
  for (const { email } of [owner, admin]) await world.mailbox.next(email, 0, 'A second person must approve')
  expect(await approve(helper, first)).toBe('cooling')
  const second = await nextVersion(web, owner, payee)
  expect(await statusOf(owner, second)).toBe('awaiting_approval')
  expect(await approve(admin, second)).toBe('active')
})

test('the database lets no changed address serve before its time, whoever writes', async () => {
  const { admin, payee } = await newShop()
  const { recipient_version_id } = await nextVersion(web, admin, payee)
  for (const sets of ["status = 'active'", "status = 'cooling'", "status = 'cooling', activates_at = now()"]) {
    const moved = world.database.admin.query(
      `update recipient_versions set ${sets}, requested_by = $2, requested_at = now() where recipient_version_id = $1`,
      [uuidOf('rcv', recipient_version_id), uuidOf('mbr', admin.member_id)],
    )
    await expect(moved).rejects.toMatchObject({ code: '42501', message: expect.stringContaining('cools off') })
  }
})
