import * as contract from '@pursestrings/contract/passkeys/operations'
import { idOf, uuidOf } from '@pursestrings/contract/wire/ids'
import { selectPasskeys } from '../../platform/credentials/passkey.ts'
import { beforeCursor, pageOf } from '../../platform/http/page.ts'
import type { Route } from '../../platform/http/route.ts'
import {
  createChallenge,
  createSignInChallenge,
  type Deps,
  leavePasskey,
  passkeyOnWire,
  registerPasskey,
  signInByPasskey,
} from './keep-passkeys.ts'

export const passkeyRoutes = (route: Route, deps: Deps): void => {
  route(contract.createChallenge, ({ caller, body }) => createChallenge(deps, caller.account_id, body.purpose))

  route(contract.registerPasskey, async ({ caller, body }) => ({
    passkey: passkeyOnWire(await registerPasskey(deps, caller, body)),
  }))

  route(contract.listPasskeys, async ({ caller, query }) => {
    const { before, limit } = beforeCursor('pky', query)
    const rows = await deps.transactions.asSystem((tx) => selectPasskeys(tx, caller.account_id))
    const rest = before === undefined ? rows : rows.filter((row) => row.passkey_id < before)
    const { records, next_cursor } = pageOf(rest, limit, (last) => idOf('pky', last.passkey_id))
    return { passkeys: records.map(passkeyOnWire), next_cursor }
  })

  route(contract.removePasskey, async ({ caller, params }) => ({
    passkey: passkeyOnWire(await leavePasskey(deps, caller, uuidOf('pky', params.passkey_id))),
  }))

  route(contract.createSignInChallenge, () => createSignInChallenge(deps))
  route(contract.signInByPasskey, ({ body }) => signInByPasskey(deps, body.assertion))
}
