import * as keys from '@pursestrings/contract/devices/key-operations'
import * as links from '@pursestrings/contract/devices/link-operations'
import * as contract from '@pursestrings/contract/devices/operations'
import { newUuid, uuidOf } from '@pursestrings/contract/wire/ids'
import type { Limits } from '../../platform/http/limits.ts'
import type { Route } from '../../platform/http/route.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { addDeviceKey, createKeyChallenge, revokeDeviceKey } from './change-keys.ts'
import { deviceKeyOnWire } from './device-keys.store.ts'
import { registerDevice, rotateDeviceToken } from './devices.ts'
import { createLinkCode, linkDevice } from './link-device.ts'

interface Deps {
  readonly transactions: Transactions
  readonly limits: Limits
  readonly base_url: string
}

const idIn = (params: { device_id: string }) => uuidOf('dev', params.device_id)

export const deviceRoutes = (route: Route, deps: Deps): void => {
  const { transactions, base_url } = deps

  route(contract.registerDevice, ({ body }) => {
    const device_id = newUuid()
    return transactions.asWallet({ device_id, wallet_id: device_id }, (tx) => registerDevice(tx, body))
  })

  route(links.createLinkCode, ({ caller, body }) =>
    transactions.asWallet(caller, (tx) => createLinkCode(tx, body.link_jws, base_url)),
  )

  route(links.linkDevice, ({ caller, body, reply }) => linkDevice(deps, caller, body, reply.request.ip))

  route(contract.rotateDeviceToken, ({ caller, params }) => {
    const { token_hash, tokenAfter } = caller
    const input = { device_id: idIn(params), token_hash, tokenAfter }
    return transactions.asWallet(caller, (tx) => rotateDeviceToken(tx, input))
  })

  route(keys.createKeyChallenge, ({ caller, params }) =>
    transactions.asWallet(caller, (tx) => createKeyChallenge(tx, idIn(params))),
  )

  route(keys.addDeviceKey, async ({ caller, params, body }) => {
    const input = { device_id: idIn(params), body, issuer: base_url }
    return {
      device_key: deviceKeyOnWire(await transactions.asWallet(caller, (tx) => addDeviceKey(tx, input))),
    }
  })

  route(keys.revokeDeviceKey, async ({ caller, params }) => {
    const row = await transactions.asWallet(caller, (tx) => revokeDeviceKey(tx, idIn(params), params.kid))
    return { device_key: deviceKeyOnWire(row) }
  })
}
