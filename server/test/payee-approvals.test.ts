/** Where an organization wants it, a second person approves what is to be paid; stopping never needs two. */
import { RETURN_DAYS } from '@pursestrings/contract/merchants/records'
import { APPROVAL_DAYS } from '@pursestrings/contract/recipients/records'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from './call.ts'
import { attemptAsRoles, attemptsThatFailAnyway } from './forbidden-writes.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import {
  chooseAs,
  type MemberOperator,
  memberIdOf,
  newMember,
  newOperator,
  type Operator,
  operatorOf,
} from './operator.ts'
import { activate, endCooling, LIST_FILE, newStellarAddress, type Payee, proveHost, verifiedPayee } from './payee.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

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

const said = ({ status, json }: Answer) => [status, json.error?.code]
const settingOf = async (who: Operator) => (await who.call('GET', '/v1/merchants/current')).json.payee_change_approvals
const set = (who: Operator, approvals: number) => who.call('PATCH', '/v1/merchants/current', { body: { approvals } })
const waitingFor = async (who: Operator) => (await who.call('GET', '/v1/recipient-approvals')).json.approvals
const at = ({ recipient_id, recipient_version_id }: Payee, how = '') =>
  `/v1/recipients/${recipient_id}/versions/${recipient_version_id}${how}`
const approve = (who: Operator, payee: Payee) =>
  who.call('POST', at(payee, '/approve'), { body: { ...payee.evidence, version: payee.version } })
const versionOf = async (who: Operator, payee: Payee) => (await who.call('GET', at(payee))).json.recipient_version
const accountOf = async (who: Operator) =>
  (await who.call('GET', '/v1/merchant-sessions/current')).json.account.account_id

/** What only an administrator can do, with the triggers off: let time pass. */
const pass = (...statements: string[]) =>
  world.database.admin.query(`begin; set local session_replication_role = replica; ${statements.join('; ')}; commit`)
const askedDaysAgo = (payee: Payee, days: number) =>
  pass(`update recipient_versions set requested_at = now() - interval '${days} days'
    where recipient_version_id = '${uuidOf('rcv', payee.recipient_version_id)}'`)

interface Team {
  readonly owner: Operator
  readonly admin: MemberOperator
  readonly domain_id: string
  /** A verified version, which the owner activates by default. */
  asked(by?: Operator): Promise<Payee>
}

const newTeam = async (approvals = 2): Promise<Team> => {
  const owner = await newOperator(world)
  const domain_id = await proveHost(web, owner)
  const admin = await newMember(world, owner, 'admin')
  if (approvals === 2) expect((await set(owner, 2)).json.payee_change_approvals.approvals).toBe(2)
  return {
    owner,
    admin,
    domain_id,
    async asked(by = owner) {
      const payee = await verifiedPayee(web, owner, domain_id)
      expect((await activate(by, payee)).json.recipient_version.status).toBe('awaiting_approval')
      return { ...payee, version: 2 }
    },
  }
}

/** Verified on a network that cools off. */
const coldPayee = async ({ owner, domain_id }: Team): Promise<Payee> => {
  const facts = { network: 'stellar_public', asset: 'XLM', address: newStellarAddress() }
  const made = (await owner.call('POST', '/v1/recipients', { body: { name: 'Vault', ...facts } })).json
  const { recipient_id } = made.recipient
  const { recipient_version_id } = made.recipient_version
  web.files.set(`shop.test${LIST_FILE}`, JSON.stringify({ recipients: [facts] }))
  const { evidence } = (
    await owner.call('POST', `/v1/recipients/${recipient_id}/verify`, {
      body: { recipient_version_id, type: 'domain_proof', source_id: domain_id, version: 1 },
    })
  ).json
  const { evidence_id, evidence_digest } = evidence
  const found = { evidence_id, evidence_digest }
  return { domain_id, recipient_id, recipient_version_id, address: facts.address, evidence: found, version: 1 }
}

test('one person is enough unless an owner wants two, of whom there must be as many', async () => {
  const owner = await newOperator(world)
  expect(await settingOf(owner)).toEqual({ approvals: 1, approvers: 1, lowers_at: null, lowers_asked_by: null })
  expect(said(await set(owner, 2))).toEqual([409, 'approvers_missing'])
  const team = await newTeam(1)
  const payee = await verifiedPayee(web, team.owner, team.domain_id)
  const { recipient_version } = (await activate(team.owner, payee)).json
  expect(recipient_version).toMatchObject({
    status: 'active',
    requested_by: await accountOf(team.owner),
    requested_at: expect.any(String),
    approved_by: null,
  })
  expect(await waitingFor(team.owner)).toEqual([])
  expect(said(await set(team.admin, 2))).toEqual([403, 'role_not_allowed'])
  expect((await set(team.owner, 2)).json.payee_change_approvals).toMatchObject({ approvals: 2, approvers: 2 })
  expect((await world.mailbox.next(team.admin.email, 0, 'switched on two-person')).text).toContain(team.owner.email)
  // Nothing changes twice.
  expect((await set(team.owner, 2)).json.payee_change_approvals.approvals).toBe(2)
  const { audit_events } = (await team.owner.call('GET', '/v1/audit-events?action=payee_change_approvals.changed')).json
  expect(audit_events).toMatchObject([{ details: { did: 'required' } }])
})

test('another owner or admin than who asked approves exactly what they saw, and then it is paid', async () => {
  const team = await newTeam()
  const { owner, admin } = team
  const payee = await team.asked()
  const letter = await world.mailbox.next(admin.email, 0, 'A second person must approve')
  expect(letter.text).toContain(`${owner.email} wants to change`)
  expect(letter.text).toContain(payee.address)
  expect(await waitingFor(admin)).toMatchObject([
    {
      recipient: { recipient_id: payee.recipient_id, version: 2, active_version_id: null },
      recipient_version: { status: 'awaiting_approval', requested_by: await accountOf(owner) },
      active_version: null,
      evidence: payee.evidence,
      requested_by_email: owner.email,
      lapsed: false,
    },
  ])
  expect(said(await admin.call('GET', '/v1/recipient-approvals?cursor=x'))).toEqual([422, 'cursor_invalid'])

  expect(said(await approve(owner, payee))).toEqual([403, 'second_person_required'])
  const again = operatorOf(world, owner.email, await chooseAs(world, owner.email, 'active'))
  expect(said(await approve(again, payee))).toEqual([403, 'second_person_required'])
  const developer = await newMember(world, owner, 'developer')
  expect(said(await approve(developer, payee))).toEqual([403, 'role_not_allowed'])
  const other = await verifiedPayee(web, owner, team.domain_id)
  for (const evidence of [other.evidence, { ...payee.evidence, evidence_digest: '0'.repeat(64) }]) {
    expect(said(await approve(admin, { ...payee, evidence }))).toEqual([409, 'evidence_mismatch'])
  }
  expect(said(await approve(admin, { ...payee, version: 1 }))).toEqual([409, 'version_conflict'])
  expect(said(await approve(admin, { ...other }))).toEqual([409, 'recipient_version_state'])
  expect(said(await activate(owner, payee))).toEqual([409, 'recipient_version_state'])
  expect(said(await approve(await newOperator(world), payee))[0]).toBe(404)

  expect((await approve(admin, payee)).json).toMatchObject({
    recipient: { active_version_id: payee.recipient_version_id },
    recipient_version: { status: 'active', approved_by: await accountOf(admin), approved_at: expect.any(String) },
  })
  expect(await waitingFor(owner)).toEqual([])
  const audited = (await owner.call('GET', '/v1/audit-events?limit=100')).json.audit_events
    .filter(({ target }: { target: string }) => target === payee.recipient_version_id)
    .map(({ action }: { action: string }) => action)
  expect(audited.toReversed().slice(-3)).toEqual([
    'recipient_version.approval_requested',
    'recipient_version.approved',
    'recipient_version.activated',
  ])
})

test('who asked stays who asked, whatever their role becomes', async () => {
  const team = await newTeam()
  const payee = await team.asked(team.admin)
  await team.owner.call('PATCH', `/v1/members/${team.admin.member_id}`, { body: { role: 'owner' } })
  expect(said(await approve(team.admin, payee))).toEqual([403, 'second_person_required'])
  expect((await approve(team.owner, payee)).json.recipient_version.status).toBe('active')
})

test('a no is a hold, with a reason that who asked gets by mail; it is final and needs one person', async () => {
  const team = await newTeam()
  const developer = await newMember(world, team.owner, 'developer')
  const payee = await team.asked()
  const reject = (who: Operator) =>
    who.call('POST', at(payee, '/stop'), { body: { action: 'hold', note: 'Not our address' } })
  const held = await reject(developer)
  expect(held.json.recipient_version).toMatchObject({ status: 'retired', retired_reason: 'held' })
  const { text } = await world.mailbox.next(team.owner.email, 0, 'said no to version 1')
  expect(text).toContain('Reason: Not our address')
  expect((await reject(developer)).json).toEqual(held.json)
  expect(said(await approve(team.admin, { ...payee, version: 3 }))).toEqual([409, 'recipient_version_state'])
  const { audit_events } = (await team.owner.call('GET', '/v1/audit-events?action=recipient_version.retired')).json
  expect(audit_events[0].details).toMatchObject({ reason: 'held', note: 'Not our address' })
})

test('of an approval, a second one and a no at the same time one counts', async () => {
  const team = await newTeam()
  for (let round = 0; round < 5; round++) {
    const payee = await team.asked()
    const answers = await Promise.all([
      approve(team.admin, payee),
      approve(team.admin, payee),
      team.owner.call('POST', at(payee, '/stop'), { body: { action: 'hold' } }),
    ])
    const { status } = await versionOf(team.owner, payee)
    const [yes, twice, no] = answers.map((one) => one.status)
    expect([200, 409]).toContain(no)
    expect([yes, twice].filter((one) => one === 200).length + (no === 200 ? 1 : 0)).toBe(1)
    expect(status).toBe(no === 200 ? 'retired' : 'active')
  }
})

test('after seven days, or when who asked has left, nobody can approve it until it is asked for again', async () => {
  const team = await newTeam()
  const { owner, admin } = team
  const late = await team.asked()
  await askedDaysAgo(late, APPROVAL_DAYS - 0.01)
  expect((await waitingFor(admin))[0].lapsed).toBe(false)
  await askedDaysAgo(late, APPROVAL_DAYS)
  expect((await waitingFor(admin))[0].lapsed).toBe(true)
  expect(said(await approve(admin, late))).toEqual([409, 'approval_lapsed'])
  expect((await activate(owner, late)).json.recipient_version.status).toBe('awaiting_approval')
  expect((await approve(admin, { ...late, version: 3 })).json.recipient_version.status).toBe('active')

  const third = await newMember(world, owner, 'admin')
  const theirs = await team.asked(third)
  await owner.call('DELETE', `/v1/members/${third.member_id}`)
  expect((await world.mailbox.next(third.email, 0, 'removed you from')).text).toContain(owner.email)
  expect(said(await approve(owner, theirs))).toEqual([409, 'approval_lapsed'])
  expect((await activate(owner, theirs)).json.recipient_version.requested_by).toBe(await accountOf(owner))
  expect((await approve(admin, { ...theirs, version: 3 })).json.recipient_version.status).toBe('active')
})

test('who became an owner or admin after two were needed approves only after the cooling-off time', async () => {
  const team = await newTeam()
  const { owner } = team
  const payee = await team.asked()
  const helper = await newMember(world, owner, 'admin')
  const promoted = await newMember(world, owner, 'viewer')
  await owner.call('PATCH', `/v1/members/${promoted.member_id}`, { body: { role: 'admin' } })
  for (const who of [helper, promoted]) {
    const refused = await approve(who, payee)
    expect(said(refused)).toEqual([403, 'approver_too_new'])
    const wait_ms = Date.parse(refused.json.error.from) - Date.now()
    expect(Math.abs(wait_ms - 86_400_000)).toBeLessThan(60_000)
  }
  await set(owner, 1)
  expect(said(await set(helper, 1))).toEqual([403, 'approver_too_new'])
  await set(owner, 2)
  const id = uuidOf('mbr', helper.member_id)
  await pass(`update memberships set approver_since = now() - interval '25 hours' where account_id = '${id}'`)
  expect((await approve(helper, payee)).json.recipient_version.status).toBe('active')
})

test('on networks that cool off it cools after the approval, and what cooled before two were needed is approved, too', async () => {
  const team = await newTeam()
  const { owner, admin } = team
  const payee = await coldPayee(team)
  await activate(owner, payee)
  const cooling = (await approve(admin, { ...payee, version: 2 })).json.recipient_version
  expect(cooling.status).toBe('cooling')
  expect(Math.abs(Date.parse(cooling.activates_at) - Date.now() - 86_400_000)).toBeLessThan(60_000)
  expect((await world.mailbox.next(owner.email, 0, `${admin.email} approved it`)).subject).toContain('will be paid')
  await endCooling(world.database)
  await until(async () => (await versionOf(owner, payee)).status === 'active')

  const early = await newTeam(1)
  const before = await coldPayee(early)
  expect((await activate(early.owner, before)).json.recipient_version.status).toBe('cooling')
  await set(early.owner, 2)
  await endCooling(world.database)
  const id = uuidOf('rcv', before.recipient_version_id)
  const states = async (): Promise<string[]> => {
    const jobs = `select state from pgboss.job where name = 'cooled-recipient-version'
      and data ->> 'recipient_version_id' = $1 order by start_after`
    return (await world.database.admin.query(jobs, [id])).rows.map(({ state }) => state)
  }
  await until(async () => !['created', 'active'].includes((await states())[0] ?? ''))
  // It was looked at, left alone, and is looked at again later.
  expect(await states()).toEqual(['completed', 'created'])
  expect((await versionOf(early.owner, before)).status).toBe('cooling')
  expect(await waitingFor(early.admin)).toMatchObject([{ recipient_version: { status: 'cooling' } }])
  const version = (await early.owner.call('GET', `/v1/recipients/${before.recipient_id}`)).json.recipient.version
  expect(said(await approve(early.owner, { ...before, version }))).toEqual([403, 'second_person_required'])
  expect((await approve(early.admin, { ...before, version })).json.recipient_version.approved_by).not.toBeNull()
  await until(async () => (await versionOf(early.owner, before)).status === 'active')
  expect(said(await approve(early.admin, { ...before, version: version + 2 }))).toEqual([
    409,
    'recipient_version_state',
  ])
})

test('a return to one needs another owner or admin, who can keep two instead', async () => {
  const { owner, admin } = await newTeam()
  expect(said(await set(admin, 1))).toEqual([403, 'role_not_allowed'])
  const asked = (await set(owner, 1)).json.payee_change_approvals
  expect(asked).toMatchObject({ approvals: 2, lowers_asked_by: await accountOf(owner) })
  expect(Math.abs(Date.parse(asked.lowers_at) - Date.now() - RETURN_DAYS * 86_400_000)).toBeLessThan(60_000)
  expect((await world.mailbox.next(admin.email, 0, 'asked to switch off')).text).toContain(asked.lowers_at)
  // Asking again neither agrees nor begins the wait again.
  expect((await set(owner, 1)).json.payee_change_approvals).toEqual(asked)
  expect((await set(admin, 2)).json.payee_change_approvals).toMatchObject({ approvals: 2, lowers_at: null })
  expect((await world.mailbox.next(owner.email, 0, 'kept two-person approval on')).text).toContain(admin.email)
  await set(owner, 1)
  expect((await set(admin, 1)).json.payee_change_approvals).toMatchObject({ approvals: 1, lowers_at: null })
  expect((await world.mailbox.next(owner.email, 0, 'agreed to switch off')).text).toContain(admin.email)
  expect((await set(owner, 1)).json.payee_change_approvals.approvals).toBe(1)
  expect((await set(owner, 2)).json.payee_change_approvals.approvals).toBe(2)
})

test('an organization that shrank to one person is not locked out: one is enough after seven days', async () => {
  const team = await newTeam()
  const { owner, admin } = team
  const serving = await team.asked()
  await approve(admin, serving)
  const payee = await team.asked()
  await owner.call('DELETE', `/v1/members/${admin.member_id}`)
  expect(said(await approve(owner, payee))).toEqual([403, 'second_person_required'])
  const lowers_at = (await set(owner, 1)).json.payee_change_approvals.lowers_at
  expect(said(await activate(owner, payee))).toEqual([409, 'recipient_version_state'])
  // Stopping is as before.
  const recalled = await owner.call('POST', at(serving, '/stop'), { body: { action: 'recall', reason: 'compromised' } })
  expect(recalled.json.recipient_version.status).toBe('retired')
  const merchant = uuidOf('mer', owner.merchant_id)
  await pass(`update payee_change_approvals set lowers_at = lowers_at - interval '${RETURN_DAYS} days'
    where merchant_id = '${merchant}'`)
  expect(Date.parse(lowers_at)).toBeGreaterThan(Date.now())
  expect(await settingOf(owner)).toMatchObject({ approvals: 1, approvers: 1, lowers_at: null })
  expect((await activate(owner, payee)).json.recipient_version.status).toBe('active')
  expect(said(await set(owner, 2))).toEqual([409, 'approvers_missing'])
})

test('an approval looks at the organization and its domain once more', async () => {
  const team = await newTeam()
  const payee = await team.asked()
  const file = 'shop.test/.well-known/svc-challenge.txt'
  const challenge = web.files.get(file) as string
  web.files.delete(file)
  expect(said(await approve(team.admin, payee))).toEqual([409, 'domain_not_verified'])
  web.files.set(file, challenge)
  const merchant = uuidOf('mer', team.owner.merchant_id)
  const stand = (status: string) =>
    world.database.admin.query('update merchants set status = $2 where merchant_id = $1', [merchant, status])
  await stand('suspended')
  expect(said(await approve(team.admin, payee))).toEqual([403, 'merchant_not_active'])
  await stand('active')
  expect((await approve(team.admin, payee)).status).toBe(200)
})

test('a version that served comes back with its domain, without another approval', async () => {
  const team = await newTeam()
  const payee = await team.asked()
  await approve(team.admin, payee)
  const file = 'shop.test/.well-known/svc-challenge.txt'
  const challenge = web.files.get(file) as string
  web.files.delete(file)
  await world.database.admin.query(
    `update merchant_domains set verified_at = now() - interval '31 days', failing_since = now() - interval '25 hours'
      where domain_id = $1`,
    [uuidOf('dom', team.domain_id)],
  )
  await world.runJob('domain-reproofs')
  expect((await versionOf(team.owner, payee)).status).toBe('suspended')
  web.files.set(file, challenge)
  await team.owner.call('POST', `/v1/merchant-domains/${team.domain_id}/verify`)
  await until(async () => (await versionOf(team.owner, payee)).status === 'active')
})

test('the database lets no role go around it', async () => {
  const team = await newTeam()
  const [payee, second] = [await team.asked(), await team.asked()]
  const verified = await verifiedPayee(web, team.owner, team.domain_id)
  const viewer = await newMember(world, team.owner, 'viewer')
  const helper = await newMember(world, team.owner, 'admin')
  const asker = uuidOf('mbr', await memberIdOf(team.owner))
  const [admin, looker, late] = [team.admin, viewer, helper].map((who) => uuidOf('mbr', who.member_id))
  const stranger = 'f0000000-0000-7000-8000-000000000001'
  await askedDaysAgo(second, APPROVAL_DAYS)
  const version = ({ recipient_version_id }: Payee, sets: string, as: string) => {
    const id = uuidOf('rcv', recipient_version_id)
    return {
      what: `${sets} of a version`,
      statement: `update recipient_versions set ${sets} where recipient_version_id = '${id}'`,
      came_about: `select from recipient_versions where recipient_version_id = '${id}' and ${as}`,
    }
  }
  const active = "status = 'active'"
  const approved = 'approved_by is not null'
  const merchant = uuidOf('mer', team.owner.merchant_id)
  const setting = (sets: string, as: string) => ({
    what: `${sets} of the setting`,
    statement: `update payee_change_approvals set ${sets} where merchant_id = '${merchant}'`,
    came_about: `select from payee_change_approvals where merchant_id = '${merchant}' and ${as}`,
  })
  const off = 'lowers_at <= now()'
  const member = (sets: string, as: string) => ({
    what: `${sets} of a member`,
    statement: `update memberships set ${sets} where account_id = '${late}'`,
    came_about: `select from memberships where account_id = '${late}' and ${as}`,
  })
  const semantic = [
    version(verified, active, active),
    version(verified, `${active}, approved_by = '${admin}'`, active),
    version(verified, "status = 'awaiting_approval'", "status = 'awaiting_approval'"),
    version(payee, active, active),
    ...[asker, looker, late, stranger].map((who) => version(payee, `${active}, approved_by = '${who}'`, active)),
    version(payee, `approved_by = '${admin}'`, approved),
    version(payee, `${active}, requested_by = '${looker}', approved_by = '${asker}'`, active),
    version(payee, 'requested_by = null', 'requested_by is null'),
    version(payee, `requested_at = now() - interval '1 hour'`, `requested_at < now() - interval '59 minutes'`),
    version(second, `${active}, approved_by = '${admin}'`, active),
    setting(`lowers_asked_by = '${asker}', lowers_at = now()`, off),
    setting(`lowers_asked_by = '${asker}', lowers_at = now(), lowers_approved_by = '${asker}'`, off),
    setting(`lowers_asked_by = '${asker}', lowers_at = now(), lowers_approved_by = '${admin}'`, off),
    member("approver_since = now() - interval '9 days'", "approver_since < now() - interval '1 day'"),
    {
      what: 'the setting removed',
      statement: `delete from payee_change_approvals where merchant_id = '${merchant}'`,
    },
  ]
  const { url } = world.database
  expect(await attemptsThatFailAnyway(url, semantic)).toEqual([])
  expect((await attemptAsRoles(url, merchant, semantic)).succeeded).toEqual([])
  // Who asked for one person can't be the one who agrees either, nor be swapped for somebody else.
  await set(team.owner, 1)
  const asked = [
    setting(`lowers_at = now(), lowers_approved_by = '${asker}'`, off),
    setting(`lowers_at = now(), lowers_approved_by = '${late}'`, off),
    setting(`lowers_at = now(), lowers_asked_by = '${looker}', lowers_approved_by = '${asker}'`, off),
    setting('lowers_at = now()', off),
  ]
  expect(await attemptsThatFailAnyway(url, asked)).toEqual([])
  expect((await attemptAsRoles(url, merchant, asked)).succeeded).toEqual([])
})
