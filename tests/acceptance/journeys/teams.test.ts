/** Several people in one organization: coming, going, and getting back in. */
import assert from 'node:assert/strict'
import { createMerchantClient, type Member, type MerchantClient } from '@pursestrings/sdk'
import { patientFetch, thePlace } from '../place.ts'
import { journey, refused } from '../stage.ts'
import { newStellarAddress, preparePayee, signInAsMerchant } from '../steps/merchant.ts'

let people = 0
let first: Promise<MerchantClient> | undefined
/** One for all: sign-ins are limited to some per minute. */
const theOwner = (): Promise<MerchantClient> => (first ??= signInAsMerchant(thePlace()))
const skip = thePlace().linkFor ? false : 'nobody can be invited where no mail can be read'

const join = async (owner: MerchantClient, role: Member['role']) => {
  const { base_url, linkFor } = thePlace()
  assert.ok(linkFor)
  const email = `colleague-${Date.now()}-${people++}@merchant.example`
  await owner.memberInvitations.create({ email, role })
  const colleague = createMerchantClient({ base_url, fetch: patientFetch })
  const link = await linkFor(email, () => colleague.merchantAccounts.register({ email }))
  await colleague.signIn({
    link,
    organization: (choices) => {
      const invited = choices.find((one) => one.status === 'invited')
      assert.ok(invited)
      return invited
    },
  })
  const member = (await owner.members.list().toArray()).find((one) => one.email === email)
  assert.ok(member)
  return { colleague, member, email }
}

journey(
  'merchant',
  'I invite a colleague, who may do what their role says and no more',
  async () => {
    const owner = await theOwner()
    const { colleague, member } = await join(owner, 'developer')
    await colleague.projects.create({ name: 'Shop' })
    await refused(
      colleague.memberInvitations.create({ email: 'x@merchant.example', role: 'owner' }),
      'role_not_allowed',
      403,
    )
    await owner.members.update(member.member_id, { role: 'viewer' })
    await refused(colleague.projects.create({ name: 'Another' }), 'role_not_allowed', 403)
    assert.equal((await colleague.projects.list().toArray()).length, 1)
  },
  { skip },
)

journey(
  'merchant',
  'A colleague leaves; they are out at once',
  async () => {
    const owner = await theOwner()
    const { colleague, member } = await join(owner, 'admin')
    assert.equal((await colleague.agents.list().toArray()).length, 0)
    await owner.members.remove(member.member_id)
    await refused(colleague.agents.list().toArray(), 'credential_invalid', 401)
  },
  { skip },
)

journey(
  'merchant',
  'I left myself signed in somewhere, and sign out everywhere',
  async () => {
    const owner = await theOwner()
    const { colleague } = await join(owner, 'viewer')
    const sessions = await colleague.merchantSessions.list().toArray()
    assert.deepEqual(
      sessions.map((one) => [one.current, one.signed_in_by]),
      [[true, 'mail']],
    )
    assert.equal((await colleague.merchantSessions.close('all')).closed, 1)
    await refused(colleague.merchantSessions.readCurrent(), 'credential_invalid', 401)
  },
  { skip },
)

journey(
  'merchant',
  'I lost my mailbox; another owner lets me back in',
  async () => {
    const owner = await theOwner()
    const { account: lost } = await owner.merchantSessions.readCurrent()
    const { colleague: second } = await join(owner, 'owner')
    const gone = (await second.members.list().toArray()).find((one) => one.email === lost.email)
    assert.ok(gone)
    const { colleague: back, email } = await join(second, 'owner')
    await second.members.remove(gone.member_id)
    await refused(owner.agents.list().toArray(), 'credential_invalid', 401)
    const { account, role } = await back.merchantSessions.readCurrent()
    assert.deepEqual([account.email, role], [email, 'owner'])
  },
  { skip },
)

journey(
  'merchant',
  'We want two people for every payee change: I ask, my colleague approves what they saw, or says no',
  async () => {
    const owner = await signInAsMerchant(thePlace())
    await preparePayee(thePlace(), owner)
    await refused(owner.merchants.update('current', { approvals: 2 }), 'approvers_missing', 409)
    const { colleague } = await join(owner, 'admin')
    await owner.merchants.update('current', { approvals: 2 })

    const ask = async (name: string) => {
      const facts = { network: 'stellar_testnet', asset: 'XLM', address: newStellarAddress() } as const
      const made = await owner.recipients.create({ name, ...facts })
      const { recipient_id, version } = made.recipient
      const { recipient_version_id } = made.recipient_version
      await thePlace().listPayee(facts)
      const [domain] = await owner.merchantDomains.list().toArray()
      const proof = { recipient_version_id, type: 'domain_proof', source_id: domain?.domain_id ?? '', version } as const
      const { evidence, recipient } = await owner.recipients.verify(recipient_id, proof)
      const { evidence_id, evidence_digest } = evidence
      const seen = { evidence_id, evidence_digest, version: recipient.version }
      const asked = await owner.recipients.activateVersion(recipient_id, recipient_version_id, seen)
      assert.equal(asked.recipient_version.status, 'awaiting_approval')
      return { recipient_id, recipient_version_id, seen: { ...seen, version: asked.recipient.version } }
    }
    const good = await ask('Harbour Books events')
    await refused(
      owner.recipients.approveVersion(good.recipient_id, good.recipient_version_id, good.seen),
      'second_person_required',
      403,
    )
    const [waiting] = await colleague.recipients.listApprovals().toArray()
    assert.ok(waiting)
    const { evidence_id, evidence_digest } = waiting.evidence
    const approved = await colleague.recipients.approveVersion(good.recipient_id, good.recipient_version_id, {
      evidence_id,
      evidence_digest,
      version: waiting.recipient.version,
    })
    assert.equal(approved.recipient_version.status, 'active')
    const bad = await ask('Harbour Books annex')
    const no = await colleague.recipients.stopVersion(bad.recipient_id, bad.recipient_version_id, {
      action: 'hold',
      note: 'We have no annex',
    })
    assert.equal(no.recipient_version.retired_reason, 'held')
    // Stopping takes one person, and going back to one takes both.
    await owner.recipients.stopVersion(good.recipient_id, good.recipient_version_id, {
      action: 'recall',
      reason: 'mistake',
    })
    assert.equal((await owner.merchants.update('current', { approvals: 1 })).payee_change_approvals.approvals, 2)
    assert.equal((await colleague.merchants.update('current', { approvals: 1 })).payee_change_approvals.approvals, 1)
  },
  { skip },
)
