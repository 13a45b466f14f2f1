/** Makes or imports a wallet: registers this device with the service, pins its keys, seals and keeps everything. */
import { loadClient } from '../client.ts'
import { settings } from '../settings.ts'
import type { Bytes } from './bytes.ts'
import type { Device } from './device.ts'
import { openWith } from './session.ts'
import { createVault } from './vault.ts'

/** As a person knows it: the browser and what it runs on. */
const deviceName = (): string => {
  const { userAgent } = navigator
  const browser = /Firefox|Edg|Chrome|Safari/.exec(userAgent)?.[0].replace('Edg', 'Edge') ?? 'Browser'
  const system =
    /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(userAgent)?.[0].replace('Mac OS', 'Mac') ?? 'this device'
  return `${browser} on ${system}`
}

const register = async (public_key: string): Promise<Device> => {
  const [{ createWalletClient }, { service_url, facts_keys }] = await Promise.all([loadClient(), settings()])
  const client = createWalletClient({ base_url: service_url })
  const log_policy = await policyOf(service_url)
  const { device, token } = await client.devices.register({ name: deviceName(), platform: 'web', public_key })
  return {
    device_id: device.device_id,
    token,
    pinned_keys: facts_keys,
    ...(log_policy !== undefined && { log_policy }),
  }
}

/** Undefined where the service keeps no log. Whatever else keeps it from being read keeps the wallet from being made. */
const policyOf = async (service_url: string): Promise<string | undefined> => {
  const answer = await fetch(`${service_url}/.well-known/svc-log-policy.txt`)
  if (answer.status === 404) return undefined
  if (!answer.ok) throw new Error(`the policy of the log: ${answer.status}`)
  return answer.text()
}

export const makeWallet = async (entropy: Bytes, passphrase: string): Promise<void> => {
  const { chains } = await settings()
  const evm = chains && { evm_address: await (await import('../ledger/evm/own-key.ts')).evmAddressOf(entropy) }
  const { opened, ...vault } = await createVault(entropy, passphrase, async (key) => ({
    ...(await register(key)),
    ...evm,
  }))
  await openWith(vault, opened)
  // The browser may otherwise throw the wallet away when the disk is full.
  void navigator.storage?.persist?.()
}
