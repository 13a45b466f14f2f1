/** The keys of this wallet's service, checked against the pins that the wallet itself keeps. */
import { api } from '../client.ts'
import { keepDevice, openedDevice } from '../keys/session.ts'
import { settings } from '../settings.ts'
import { type FactsKeys, factsKeys } from './facts-keys.ts'

let keys: { readonly issuer: string; readonly of: FactsKeys } | undefined

export const serviceKeys = async (): Promise<FactsKeys> => {
  const { service_url } = await settings()
  if (keys?.issuer === service_url) return keys.of
  const of = factsKeys({
    read: async () => await api().factsKeys.read(),
    issuer: service_url,
    pins: async () => openedDevice().pinned_keys,
    addPins: async (added) => {
      const device = openedDevice()
      await keepDevice({ ...device, pinned_keys: [...new Set([...device.pinned_keys, ...added])] })
    },
  })
  keys = { issuer: service_url, of }
  return of
}
