/** One live credential of every kind, each as a caller presents it; built by doing. */
import type { CredentialKind } from '@pursestrings/contract/operation'
import { agentTokenOf } from './agent.ts'
import { newConnection } from './connection.ts'
import { newMerchantKey } from './merchant-key.ts'
import { grantFor, type Operator } from './operator.ts'
import { newApiKey } from './project.ts'
import type { World } from './world.ts'

export interface Key {
  readonly kind: CredentialKind
  readonly carrier: 'cookie' | 'bearer' | 'api_key' | 'device_fields'
  readonly headers: Readonly<Record<string, string>>
  /** Sent in the body, or in the query of a GET. */
  readonly fields?: { readonly device_id: string; readonly token: string }
}

export type Keyring = Readonly<Record<string, Key>>

const bearer = (kind: CredentialKind, token: string): Key => ({
  kind,
  carrier: 'bearer',
  headers: { authorization: `Bearer ${token}` },
})

export const keyringOf = async (world: World, operator: Operator, metrics_token: string): Promise<Keyring> => {
  const { cookie, csrf } = operator
  const { agent, device, claim_token, connection_token } = await newConnection(world, { operator })
  const { device_id, token } = device
  const { headers: api_key } = await newApiKey(operator)
  const { secret: merchant_key } = await newMerchantKey(operator)
  return {
    'session cookie': { kind: 'merchant_session', carrier: 'cookie', headers: { cookie, 'x-csrf-token': csrf } },
    'session bearer': bearer('merchant_session', await bearerSession(world, operator)),
    'merchant key': bearer('merchant_key', merchant_key),
    'agent token': bearer('agent_token', await agentTokenOf(world, agent)),
    'connection token': bearer('connection_token', connection_token),
    'claim token': bearer('claim_token', claim_token),
    'device token': bearer('device_token', token),
    'device fields': { kind: 'device_token', carrier: 'device_fields', headers: {}, fields: { device_id, token } },
    'api key': { kind: 'api_key', carrier: 'api_key', headers: api_key },
    'metrics token': bearer('metrics_token', metrics_token),
  }
}

/** The headers that open a route of this kind; none for one that needs none. */
export const headersFor = (keys: Keyring, kind: CredentialKind | undefined): Record<string, string> => ({
  ...Object.values(keys).find((key) => key.kind === kind && key.carrier !== 'device_fields')?.headers,
})

export const bearerSession = async (world: World, { email }: Operator): Promise<string> => {
  const { grant, merchant_choices } = await grantFor(world, email)
  const choice = merchant_choices[0]?.choice
  const body = { grant, choice, transport: 'bearer' }
  return (await world.call('POST', '/v1/merchant-sessions', { body })).json.session_token
}
