/**
 * The service as a wallet with its device's key at hand speaks with it. Where a connection takes signed reports alone, every
 * report is signed; elsewhere, unless the user turned that off.
 */
import type { WalletClient } from '@pursestrings/sdk'
import { api, signingClient } from '../client.ts'
import { openedDevice } from '../keys/session.ts'
import type { DeviceKey } from '../keys/vault.ts'

/** Whether approvals carry a signature of this device. On, unless the user turned it off: it also proves to others what was approved. */
const KEPT = 'sign-decisions'

export const signsDecisions = (): boolean => localStorage.getItem(KEPT) !== 'off'
export const setSignsDecisions = (on: boolean): void => localStorage.setItem(KEPT, on ? 'on' : 'off')

const isRequired = async (connection_id: string): Promise<boolean> =>
  (await api().connections.read(connection_id)).connection.decision_signature === 'required'

export const signingSide = async (device_key: DeviceKey): Promise<WalletClient> => {
  const client = await signingClient(openedDevice(), device_key)
  return {
    ...client,
    signReport: async (payment, report, by) =>
      signsDecisions() || (await isRequired(payment.connection_id)) ? client.signReport(payment, report, by) : report,
  }
}
