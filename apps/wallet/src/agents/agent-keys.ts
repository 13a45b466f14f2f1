/**
 * The keys of agents that this device knows: those that were there when the person approved the connection, or that the person looked at
 * later. Sealed with the pins, so whoever writes to the service's tables, or to the disk, makes no other key known.
 */
import type { Connection } from '@pursestrings/sdk'
import { keepDevice, openedDevice } from '../keys/session.ts'

export const isKnownAgentKey = (connection_id: string, agent_key: string): boolean =>
  openedDevice().agent_keys?.[connection_id]?.includes(agent_key) === true

/** As they were shown where the person approved. */
export const pinShownKeys = (connection_id: string, shown: Connection['agent_keys'] = []): Promise<void> =>
  pinAgentKeys(
    connection_id,
    shown.map(({ public_key }) => public_key),
  )

export const pinAgentKeys = async (connection_id: string, keys: readonly string[]): Promise<void> => {
  const device = openedDevice()
  const known = device.agent_keys?.[connection_id] ?? []
  const all = [...new Set([...known, ...keys])]
  if (all.length > known.length)
    await keepDevice({ ...device, agent_keys: { ...device.agent_keys, [connection_id]: all } })
}
