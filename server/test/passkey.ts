/** A passkey of somebody, added as a browser adds one. */
import { expect } from 'vitest'
import { newAuthenticator } from './authenticator.ts'
import type { Operator } from './operator.ts'

/** For a service at the default address; answers with its id. */
export const newPasskey = async (who: Operator): Promise<string> => {
  const asked = (await who.call('POST', '/v1/passkeys/challenges', { body: { purpose: 'register' } })).json
  const attestation = newAuthenticator('http://localhost:8787').create(asked)
  const added = await who.call('POST', '/v1/passkeys', { body: { name: 'Work laptop', attestation } })
  expect(added.status).toBe(201)
  return added.json.passkey.passkey_id
}
