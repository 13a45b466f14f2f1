/** Stops on this device first: whether or not the service answers, nothing more is signed without asking. */
import { useQuery } from '@tanstack/react-query'
import { stopRunning } from '../automatic/stopped.ts'
import { api, queries } from '../client.ts'
import { dropHeldKeys } from '../keys/held-keys.ts'
import type { Opener } from '../keys/vault.ts'
import { withDeviceKey } from '../settings/with-device-key.ts'
import { settings } from '../settings.ts'

/** Whether the service serves it: it is beyond the specification. */
export const useCanStop = (): boolean =>
  useQuery({ queryKey: ['installation'], queryFn: settings, staleTime: Number.POSITIVE_INFINITY }).data?.extensions !==
  'none'

/** Since when the wallet is stopped; null while it goes on, and undefined while nobody knows. */
export const useStoppedAt = (): string | null | undefined =>
  useQuery({ queryKey: ['stopped'], queryFn: async () => (await api().devices.readCurrent()).stopped_at }).data

export const stopAll = async (): Promise<void> => {
  dropHeldKeys()
  stopRunning()
  await api().connections.stopAll()
  await queries.invalidateQueries()
}

/** With the key of this device, which the passphrase opens. */
export const undoWith = async (opener: Opener): Promise<() => Promise<void>> => {
  const wallet = await withDeviceKey(opener)
  return async () => {
    await wallet.undoStop()
    await queries.invalidateQueries()
  }
}
