import * as contract from '@countersign/contract/devices/operations'
import { newUuid, uuidOf } from '@countersign/contract/wire/ids'
import type { Route } from '../http/route.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { deviceOnWire, selectDevice } from './devices.store.ts'
import { registerDevice } from './register-device.ts'
import { rotateDeviceToken } from './rotate-device-token.ts'

export const deviceRoutes = (route: Route, { transactions }: { transactions: Transactions }): void => {
  route(contract.registerDevice, ({ body }) => transactions.asWallet(newUuid(), (tx) => registerDevice(tx, body)))

  route(contract.readDevice, async ({ caller }) => {
    return { device: deviceOnWire(await transactions.asWallet(caller.device_id, selectDevice)) }
  })

  route(contract.rotateDeviceToken, ({ caller, params }) => {
    const { token_hash, tokenAfter } = caller
    const input = { device_id: uuidOf('dev', params.device_id), token_hash, tokenAfter }
    return transactions.asWallet(caller.device_id, (tx) => rotateDeviceToken(tx, input))
  })
}
