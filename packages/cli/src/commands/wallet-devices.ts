/** `wallet devices`: the devices of one person, linked by a code. */
import type { Device } from '@pursestrings/sdk'
import type { Command } from 'commander'
import { walletOf } from '../clients.ts'
import { addCommand, addGroup, type Run, runs } from '../run.ts'
import { qrText } from '../terminal-qr.ts'

const list = async ({ profiles, output }: Run): Promise<void> => {
  const wallet = walletOf(profiles.read())
  const { devices } = await wallet.devices.list()
  const mark = ({ device_id }: Device): string => (device_id === wallet.device_id ? 'this one' : '')
  output.table(
    { devices },
    ['DEVICE', 'NAME', 'LINKED', ''],
    devices.map((one) => [one.device_id, one.name, one.linked_at ?? 'first device', mark(one)]),
  )
}

const showCode = async ({ profiles, output }: Run): Promise<void> => {
  const shown = await walletOf(profiles.read()).showLinkCode()
  output.fields({ ...shown }, [
    ['link code', shown.code],
    ['address', shown.link_uri],
    ['expires', `${shown.expires_at}, or after one use`],
  ])
  if (process.stdout.isTTY) output.note(qrText(shown.link_uri))
  output.note('Whoever uses it can answer everything in this wallet. On the other device:')
  output.note(`  pursestrings wallet devices link ${shown.code}`)
}

const link = async ({ profiles, output }: Run, code: string): Promise<void> => {
  const { device } = await walletOf(profiles.read()).useLinkCode(code)
  output.fields({ device }, [
    ['device', `${device.name} (${device.device_id})`],
    ['linked', device.linked_at ?? ''],
  ])
}

const revoke = async ({ profiles, output }: Run, device_id: string): Promise<void> => {
  const { device, connections_ended } = await walletOf(profiles.read()).devices.revoke(device_id)
  output.fields({ device, connections_ended }, [
    ['device', `${device.name} (${device.device_id})`],
    ['removed', device.revoked_at ?? ''],
    ['connections', connections_ended === 0 ? 'go on with the other devices' : `${connections_ended} ended`],
  ])
}

const DEVICE = 'dev_01k0000000e008000000000000'

export const addWalletDevices = (wallet: Command): void => {
  const devices = addGroup(wallet, 'devices', 'Devices linked to the TEST wallet', ['wallet devices list'])
  addCommand(devices, 'list', 'List them', ['wallet devices list']).action(runs(list))
  addCommand(devices, 'link-code', 'Show a code that links another device', ['wallet devices link-code']).action(
    runs(showCode),
  )
  addCommand(devices, 'link <code>', 'Link this device to the wallet that shows the code', [
    'wallet devices link 7G2M-9QXC-04TN-KV8E-V',
  ]).action(runs(link))
  addCommand(devices, 'revoke <device-id>', 'Remove a linked device', [`wallet devices revoke ${DEVICE}`]).action(
    runs(revoke),
  )
}
