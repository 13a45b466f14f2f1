/** Several people in one organization: coming, going, and getting back in. */
import assert from 'node:assert/strict'
import { createMerchantClient, type Member, type MerchantClient } from '@countersign/sdk'
import { journey } from '../journey.ts'
import { patientFetch } from '../patient-fetch.ts'
import { thePlace } from '../place.ts'
import { refused } from '../stage.ts'
import { signInAsMerchant } from '../steps/merchant.ts'

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
    assert.equal((await colleague.merchantSessions.closeAll()).closed, 1)
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
