/** The test wallet on an EVM chain: it hands one approval over, says that nothing is paid, and knows the end later. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createWalletClient, type PaymentRequest } from '@pursestrings/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../server/test/until.ts'
import { connectByKey } from '../../../tests/acceptance/steps/ready.ts'
import { type EvmGround, startEvmGround } from '../../signing/test/evm-ground.ts'
import { type Home, newHome } from './command.ts'

let ground: EvmGround
let home: Home
beforeAll(async () => {
  ground = await startEvmGround(({ rpc_url }) => ({
    LEDGER_SOURCES: JSON.stringify([
      { name: 'node', operator: 'test', api: 'jsonrpc', network: 'base_sepolia', url: rpc_url },
    ]),
    RECEIPT_KEYS: `receipt-1:${randomBytes(32).toString('base64url')}`,
  }))
  const { base_url, audience } = ground.place
  home = newHome()
  await home.json(['init', '--base-url', base_url, '--audience', audience ?? base_url])
  await home.json(['wallet', 'register'])
  const { wallet } = JSON.parse(readFileSync(join(home.folder, 'default.json'), 'utf8')) as {
    wallet: { device_id: string; token: string }
  }
  await connectByKey(ground.ready.agent, createWalletClient({ base_url, ...wallet }))
})
afterAll(async () => {
  home?.remove()
  await ground?.stop()
})

const shown = async (request_id: string) =>
  (await home.json<{ payment_request: PaymentRequest }>(['wallet', 'show', request_id])).payment_request

test('says where to send money first, then approves once, and reports what became of it with the next command', async () => {
  const asked = await ground.asked()
  const poor = await home.run(['wallet', 'approve', asked.request_id])
  const [account = ''] = /0x[0-9a-fA-F]{40}/.exec(poor.stderr) ?? []
  expect(poor.stderr).toContain(`Send USDC on base_sepolia to ${account}, then try again.`)
  expect((await shown(asked.request_id)).status).toBe('pending')

  await ground.chain.fund(account, 100_000_000n)
  const { stdout, stderr } = await home.run(['wallet', 'approve', asked.request_id])
  expect(stdout + stderr).toContain('Nothing is paid until the agent uses it.')
  expect((await shown(asked.request_id)).status).toBe('signed')
  await ground.buy(asked)
  await ground.chain.finalize()

  const next = await ground.asked()
  await home.run(['wallet', 'approve', next.request_id])
  expect((await shown(asked.request_id)).status).toBe('confirmed')
  await until(async () => (await shown(asked.request_id)).settlement.paid_by === account)
  expect(await ground.payments(asked.units)).toBe(1)
  expect(await ground.payments(next.units)).toBe(0)
})
