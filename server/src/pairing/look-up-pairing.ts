/**
 * What waits under a code that a person typed. Every try is counted before it is looked at, so that many at once buy
 * nothing, and given back when it was right. Counted by wallet and by address, never over all: nobody can use up the tries
 * of another.
 */
import { checkPhrase } from '@countersign/contract/pairing/check-phrase'
import { pairingCodeUnknown } from '@countersign/contract/pairing/errors'
import { readPairingCode } from '@countersign/contract/pairing/pairing-code'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import type { Limits } from '../http/limits.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { findWaiting, sessionOnWire } from './pairing.store.ts'
import { hashOfCode } from './pairing-code-hash.ts'

interface Deps {
  readonly transactions: Transactions
  readonly limits: Limits
}

interface Typed {
  readonly code: string
  readonly device_id: Uuid
  readonly address: string
}

export const lookUpPairing = async ({ transactions, limits }: Deps, { code: typed, device_id, address }: Typed) => {
  await limits.take('wrong_pairing_code', device_id)
  await limits.take('wrong_pairing_code_address', address)
  const code = readPairingCode(typed)
  const waiting = code === undefined ? [] : await transactions.asSystem((tx) => findWaiting(tx, hashOfCode(code)))
  const [session, another] = waiting
  if (code === undefined || !session || another) throw new Refusal(pairingCodeUnknown)
  await limits.giveBack('wrong_pairing_code', device_id)
  await limits.giveBack('wrong_pairing_code_address', address)
  const check_phrase = await checkPhrase(idOf('prs', session.pairing_session_id), code)
  return { pairing_session: sessionOnWire(session), check_phrase }
}
