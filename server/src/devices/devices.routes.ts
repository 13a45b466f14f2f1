import * as keys from '@countersign/contract/devices/key-operations'
import * as contract from '@countersign/contract/devices/operations'
import { newUuid, uuidOf } from '@countersign/contract/wire/ids'
import type { Route } from '../http/route.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { addDeviceKey, createKeyChallenge, revokeDeviceKey } from './change-keys.ts'
import { deviceKeyOnWire, selectDeviceKeys } from './device-keys.store.ts'
import { deviceOnWire, selectDevice } from './devices.store.ts'
import { registerDevice } from './register-device.ts'
import { rotateDeviceToken } from './rotate-device-token.ts'

interface Deps {
  readonly transactions: Transactions
  readonly base_url: string
}

const idIn = (params: { device_id: string }) => uuidOf('dev', params.device_id)

export const deviceRoutes = (route: Route, { transactions, base_url }: Deps): void => {
  route(contract.registerDevice, ({ body }) => transactions.asWallet(newUuid(), (tx) => registerDevice(tx, body)))

  route(contract.readDevice, async ({ caller }) => {
    return { device: deviceOnWire(await transactions.asWallet(caller.device_id, selectDevice)) }
  })

  route(contract.rotateDeviceToken, ({ caller, params }) => {
    const { token_hash, tokenAfter } = caller
    const input = { device_id: idIn(params), token_hash, tokenAfter }
    return transactions.asWallet(caller.device_id, (tx) => rotateDeviceToken(tx, input))
  })

  route(keys.createKeyChallenge, ({ caller, params }) =>
    transactions.asWallet(caller.device_id, (tx) => createKeyChallenge(tx, idIn(params))),
  )

  route(keys.addDeviceKey, async ({ caller, params, body }) => {
    const input = { device_id: idIn(params), body, issuer: base_url }
    return {
      device_key: deviceKeyOnWire(await transactions.asWallet(caller.device_id, (tx) => addDeviceKey(tx, input))),
    }
  })

  route(keys.listDeviceKeys, async ({ caller }) => ({
    device_keys: (await transactions.asWallet(caller.device_id, selectDeviceKeys)).map(deviceKeyOnWire),
  }))

  route(keys.revokeDeviceKey, async ({ caller, params }) => {
    const row = await transactions.asWallet(caller.device_id, (tx) => revokeDeviceKey(tx, idIn(params), params.kid))
    return { device_key: deviceKeyOnWire(row) }
  })
}
