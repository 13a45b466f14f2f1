/** A payee on Base Sepolia and what a request to it says it is for; built by doing. */
import { randomBytes } from 'node:crypto'
import { checksummed } from '@pursestrings/evm/address'
import { BASE_SEPOLIA_USDC } from '@pursestrings/protocol/evm'
import { type Asking, askingOver } from './asking.ts'
import { newConnection } from './connection.ts'
import type { MerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import { activate, type Payee, proveHost, verifiedPayee } from './payee.ts'
import type { World } from './world.ts'

export const USDC_ENABLED = { NETWORKS_ENABLED: 'stellar_testnet,base_sepolia' }

const { contract } = BASE_SEPOLIA_USDC

export const newEvmAddress = (): string => checksummed(`0x${randomBytes(20).toString('hex')}`)

export const usdcPayee = async (web: MerchantWeb, operator: Operator, host = 'shop.test'): Promise<Payee> => {
  const facts = { network: 'base_sepolia', asset: 'USDC', contract, address: newEvmAddress() }
  const payee = await verifiedPayee(web, operator, await proveHost(web, operator, host), host, facts)
  const active = await activate(operator, payee)
  return { ...payee, version: active.json.recipient.version }
}

/** An agent that may ask for USDC. */
export const newUsdcAsking = async (world: World, web: MerchantWeb, host?: string): Promise<Asking> => {
  const operator = await newOperator(world)
  const payee = await usdcPayee(web, operator, host)
  return askingOver(await newConnection(world, { operator }), payee)
}

const bytes = (count: number): string => randomBytes(count).toString('base64url')

export const newTerms = (more: object = {}) => ({
  kind: 'x402',
  method: 'GET',
  url: 'https://api.shop.test/weather?city=Bergen',
  timeout_s: 60,
  seal: { key: bytes(32), agent_key: bytes(32), signature: bytes(64) },
  ...more,
})
