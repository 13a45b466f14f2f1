/** Passkeys of somebody, added and used as a browser does. For a service at the default address. */
import { expect } from 'vitest'
import { newAuthenticator } from './authenticator.ts'
import { type Operator, operatorOf } from './operator.ts'
import type { World } from './world.ts'

export const newPasskey = async (who: Operator) => {
  const authenticator = newAuthenticator('http://localhost:8787')
  const challenge = async (purpose: string) =>
    (await who.call('POST', '/v1/passkeys/challenges', { body: { purpose } })).json
  const attestation = authenticator.create(await challenge('register'))
  const added = await who.call('POST', '/v1/passkeys', { body: { name: 'Work laptop', attestation } })
  expect(added.status).toBe(201)
  return {
    passkey_id: added.json.passkey.passkey_id as string,
    /** Confirms the session of its person. */
    async confirm(): Promise<void> {
      const { session_id } = (await who.call('GET', '/v1/merchant-sessions/current')).json.session
      const assertion = authenticator.get(await challenge('step_up'))
      const confirmed = await who.call('POST', `/v1/merchant-sessions/${session_id}/step-up`, { body: { assertion } })
      expect(confirmed.status).toBe(200)
    },
    /** Another session of its person, who has one organization. */
    async signIn(world: World): Promise<Operator> {
      const assertion = authenticator.get((await world.call('POST', '/v1/passkeys/sign-in-challenges')).json)
      const { grant } = (await world.call('POST', '/v1/passkeys/sign-ins', { body: { assertion } })).json
      const opened = await world.call('POST', '/v1/merchant-sessions', { body: { grant } })
      return operatorOf(world, who.email, opened)
    },
  }
}

/** As if they had been there for longer: what only an administrator can do, with the triggers off. */
const age = async ({ database }: World, what: string, { email }: Operator, days: number): Promise<void> => {
  const account = `(select account_id from accounts where email = '${email}')`
  await database.admin.query(`begin; set local session_replication_role = replica;
    update ${what} - interval '${days} days' where account_id = ${account}; commit`)
}
export const agePasskeys = (world: World, who: Operator, days = 2): Promise<void> =>
  age(world, 'passkeys set created_at = created_at', who, days)
export const ageMembership = (world: World, who: Operator, days = 2): Promise<void> =>
  age(world, 'memberships set approver_since = approver_since', who, days)
