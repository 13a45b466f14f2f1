/** The short token of a registered agent: obtained with a new assertion when it is needed, and again when it ends. */

import { signAssertion } from './agent-assertion.ts'
import { outgoingOf } from './client-methods.ts'
import type { AgentAuthTokenAnswer } from './generated/calls.ts'
import { OPERATIONS } from './generated/operations.ts'
import { type PrivateKey, signerOf } from './signing-key.ts'
import { baseOf, type Credential, type Send } from './transport.ts'

export interface AgentIdentity {
  readonly agent_id?: string | undefined
  /** Names the credential whose key signs. */
  readonly kid?: string | undefined
  /** Ed25519: PEM (PKCS #8), JWK or CryptoKey. It signs here and is never sent. */
  readonly private_key?: PrivateKey | undefined
  /** What the service calls itself, where that is not `base_url`. */
  readonly audience?: string | undefined
}

/** A token this close to its end is not begun with. */
const MARGIN_MS = 30_000

export const agentToken = (send: Send, base_url: string, identity: AgentIdentity): Credential => {
  const audience = identity.audience ?? baseOf(base_url)
  const { agent_id, kid, private_key } = identity
  const sign = private_key === undefined ? undefined : signerOf(private_key)
  let held: { token: string; until: number } | undefined
  let coming: Promise<string> | undefined

  const exchange = async (): Promise<string> => {
    if (agent_id === undefined || kid === undefined || sign === undefined) {
      throw new TypeError('This call needs agent_id, kid and private_key.')
    }
    const outgoing = {
      ...outgoingOf(OPERATIONS['agent_auth.token'], [], {}),
      // Each opens once, so every try has its own; that is also what makes a lost try repeatable.
      body: async () => ({ assertion: await signAssertion({ agent_id, kid, audience, sign }) }),
      credential: undefined,
      repeatable: true,
    }
    const { agent_token, expires_in } = (await send(outgoing)).data as AgentAuthTokenAnswer
    held = { token: agent_token, until: Date.now() + expires_in * 1000 - MARGIN_MS }
    return agent_token
  }
  const current = (): Promise<string> => {
    if (held && held.until > Date.now()) return Promise.resolve(held.token)
    coming ??= exchange().finally(() => {
      coming = undefined
    })
    return coming
  }
  return {
    header: async () => ['authorization', `Bearer ${await current()}`],
    renew(value) {
      if (held && value === `Bearer ${held.token}`) held = undefined
      return true
    },
  }
}
