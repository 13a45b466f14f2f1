import { readDevice } from '@pursestrings/contract/devices/operations'
import * as contract from '@pursestrings/contract/devices/push-operations'
import type { Route } from '../../platform/http/route.ts'
import type { Transactions, WalletTx } from '../../platform/postgres/transaction.ts'
import { readDeviceWithKeys } from '../devices/devices.ts'
import { type SetDeps, setSubscription } from './push-messages.ts'
import { deleteSubscription, selectSubscription, subscriptionOnWire } from './push-subscriptions.store.ts'

interface Deps extends SetDeps {
  readonly transactions: Transactions
}

export const pushRoutes = (route: Route, { transactions, ...deps }: Deps): void => {
  const shown = async (tx: WalletTx) => {
    const row = await selectSubscription(tx)
    return {
      application_server_key: deps.push_keys[0]?.public_key ?? null,
      push_subscription: row ? subscriptionOnWire(row) : null,
    }
  }

  route(readDevice, ({ caller }) =>
    transactions.asWallet(caller, async (tx) => ({
      ...(await readDeviceWithKeys(tx)),
      ...(await shown(tx)),
    })),
  )

  route(contract.setPushSubscription, ({ caller, body }) =>
    transactions.asWallet(caller, async (tx) => {
      await setSubscription(tx, deps, body)
      return shown(tx)
    }),
  )

  route(contract.deletePushSubscription, ({ caller }) =>
    transactions.asWallet(caller, async (tx) => {
      await deleteSubscription(tx)
      return shown(tx)
    }),
  )
}
