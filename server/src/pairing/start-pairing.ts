/** An agent asks for a wallet: a session with a short code, which is shown to a person and kept nowhere. */

import { scopesNotAllowed } from '@countersign/contract/connect-invitations/errors'
import { checkPhrase } from '@countersign/contract/pairing/check-phrase'
import { newPairingCode, pairingUri } from '@countersign/contract/pairing/pairing-code'
import type { Scope } from '@countersign/contract/scopes'
import { idOf } from '@countersign/contract/wire/ids'
import { scopesWithin } from '../connections/scopes-within.ts'
import { sourceOf } from '../connections/source.ts'
import type { AgentCaller } from '../credentials/callers.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { forgetOldSessions, insertSession, sessionOnWire } from './pairing.store.ts'
import { hashOfCode } from './pairing-code-hash.ts'

interface Start {
  readonly scopes: readonly Scope[]
  readonly base_url: string
}

export const startPairing = async (
  tx: TenantTx,
  { agent_id, allowed_scopes }: AgentCaller,
  { scopes, base_url }: Start,
) => {
  const requested_scopes = scopesWithin(scopes, allowed_scopes, scopesNotAllowed)
  const source = await sourceOf(tx, agent_id)
  await forgetOldSessions(tx, agent_id)
  const code = newPairingCode()
  const session = await insertSession(tx, { agent_id, code_hash: hashOfCode(code), source, requested_scopes })
  const id = idOf('prs', session.pairing_session_id)
  return {
    pairing_session: sessionOnWire(session),
    code,
    pairing_uri: pairingUri(id, code, base_url),
    check_phrase: await checkPhrase(id, code),
  }
}
