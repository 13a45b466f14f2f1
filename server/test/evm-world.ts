/** A service that looks at an EVM chain: operators who may lie, a chain with its clock in the test's hands, and payees that are paid there. */
import { randomBytes } from 'node:crypto'
import { checksummed } from '@pursestrings/evm/address'
import { expect } from 'vitest'
import { type LyingRpc, startLyingRpc } from '../../tests/evm-chain/lying-rpc.ts'
import { type EvmChain, startEvmChain } from '../../tests/evm-chain/start-evm-chain.ts'
import type { Authorization, Sent } from '../../tests/evm-chain/usdc.ts'
import { type Asking, askingOver } from './asking.ts'
import { newConnection, type TestConnection } from './connection.ts'
import { RECEIPT_KEYS } from './ledger-world.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import { activate, proveHost, verifiedPayee } from './payee.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

/** As the API shows it. */
export interface EvmRequest {
  readonly request_id: string
  readonly facts_digest: string
  readonly expires_at: string
}

export interface EvmWorld {
  readonly world: World
  readonly web: MerchantWeb
  readonly chain: EvmChain
  /** One per operator. */
  readonly operators: readonly LyingRpc[]
  readonly settings: Readonly<Record<string, string>>
  /** The account that pays where no other is named; it has enough of the token. */
  readonly payer: string
  /** A payee of its own, and an agent that may ask for it. */
  asking(): Promise<Asking>
  /** A request of 12.5 USDC that its wallet approved. */
  approved(asking: Asking): Promise<EvmRequest>
  /** What a wallet signs for it, or a stranger instead. */
  authorization(asking: Asking, request: EvmRequest, more?: Partial<Authorization>): Authorization
  /** Signed by `from`, sent by a stranger. The hash without 0x. */
  pay(asking: Asking, request: EvmRequest, more?: Partial<Authorization>): Promise<string>
  // oxlint-disable-next-line typescript/no-explicit-any
  settled(asking: Asking, request: EvmRequest, holds: (settlement: any) => boolean): Promise<any>
  // oxlint-disable-next-line typescript/no-explicit-any
  settlement(asking: Asking, request: EvmRequest): Promise<any>
  // oxlint-disable-next-line typescript/no-explicit-any
  evidence(asking: Asking, request: EvmRequest): Promise<any>
  /** Until this is among the findings about the request. */
  found(asking: Asking, request: EvmRequest, reason: string): Promise<void>
  /** Until the observer has looked so often again. */
  rounds(n: number): Promise<void>
  /** Beyond the end of the request, and final. */
  passEnd(request: EvmRequest): Promise<void>
  stop(): Promise<void>
}

const UNITS = 12_500_000
export const secondsOf = (time: string): number => Math.floor(Date.parse(time) / 1000)
const hashOf = ({ transaction_hash }: Sent): string => transaction_hash.slice(2)

interface Wanted {
  /** How many operators there are, and how many must say the same. */
  readonly operators?: number
  readonly quorum?: number
  /** Besides the usual ones. */
  readonly settings?: Readonly<Record<string, string>>
}

export const startEvmWorld = async ({
  operators: count = 1,
  quorum,
  settings: given,
}: Wanted = {}): Promise<EvmWorld> => {
  const chain = await startEvmChain()
  const payer = chain.accounts[1]?.address ?? ''
  for (const { address } of chain.accounts.slice(1, 4)) await chain.fund(address, 1_000_000_000)
  await chain.finalize()
  const operators: LyingRpc[] = []
  while (operators.length < count) operators.push(await startLyingRpc(chain.rpc_url))
  const web = await startMerchantWeb()
  const sources = operators.map(({ url }, i) => ({
    name: `node-${i}`,
    operator: `operator-${i}`,
    api: 'jsonrpc',
    network: 'base_sepolia',
    url,
  }))
  const settings = {
    ...web.settings,
    NETWORKS_ENABLED: 'stellar_testnet,base_sepolia',
    LEDGER_SOURCES: JSON.stringify(sources),
    RECEIPT_KEYS,
    ...(quorum !== undefined && { LEDGER_QUORUM: String(quorum) }),
    ...given,
  }
  const world = await startWorld(settings)
  let operator: Operator | undefined
  let connection: TestConnection | undefined
  let domain_id = ''
  const read = async (asking: Asking, path: string) => {
    const { status, json } = await asking.call('GET', path)
    expect(status).toBe(200)
    return json
  }
  const settlement: EvmWorld['settlement'] = async (asking, { request_id }) =>
    (await read(asking, `/v1/payment-requests/${request_id}`)).payment_request.settlement
  const evidence: EvmWorld['evidence'] = async (asking, { request_id }) =>
    (await read(asking, `/v1/payment-requests/${request_id}/evidence`)).evidence
  const authorization: EvmWorld['authorization'] = ({ payee }, { facts_digest, expires_at }, more = {}) => ({
    from: payer,
    to: payee.address,
    value: String(UNITS),
    validAfter: '0',
    validBefore: String(secondsOf(expires_at)),
    nonce: `0x${facts_digest}`,
    ...more,
  })
  const roundsDone = async (): Promise<number> => {
    const jobs = (await world.service.metrics()).find(({ name }) => name === 'svc_jobs_total')
    const ours = (jobs?.values ?? []).filter(({ labels }) => labels['queue'] === 'observe-base_sepolia')
    return ours.reduce((sum, { value }) => sum + value, 0)
  }
  return {
    world,
    web,
    chain,
    operators,
    settings,
    payer,
    async asking() {
      operator ??= await newOperator(world)
      if (domain_id === '') domain_id = await proveHost(web, operator)
      const facts = {
        network: 'base_sepolia',
        asset: 'USDC',
        contract: chain.usdc,
        address: checksummed(`0x${randomBytes(20).toString('hex')}`),
      }
      const payee = await verifiedPayee(web, operator, domain_id, 'shop.test', facts)
      expect((await activate(operator, payee)).status).toBe(200)
      connection ??= await newConnection(world, { operator })
      return askingOver(connection, payee)
    },
    async approved(asking) {
      const request = await asking.asked()
      const { status, json } = await asking.report(request.request_id, { status: 'signed' })
      expect([status, json.error]).toEqual([200, undefined])
      return request
    },
    authorization,
    async pay(asking, request, more) {
      const wanted = authorization(asking, request, more)
      return hashOf(await chain.sendAuthorization(wanted, await chain.signAuthorization(wanted)))
    },
    async settled(asking, request, holds) {
      let seen: unknown
      await until(async () => {
        seen = await settlement(asking, request)
        return holds(seen)
      }).catch((error: Error) => {
        throw new Error(`${error.message}; it was ${JSON.stringify(seen)}`)
      })
      return settlement(asking, request)
    },
    settlement,
    evidence,
    async found(asking, request, reason) {
      await until(async () =>
        (await evidence(asking, request)).findings.some((finding: { reason: string }) => finding.reason === reason),
      )
    },
    async rounds(n) {
      const before = await roundsDone()
      await until(async () => (await roundsDone()) >= before + n)
    },
    async passEnd({ expires_at }) {
      await chain.mineAt(secondsOf(expires_at) + 30)
      await chain.finalize()
    },
    async stop() {
      await world.stop()
      await web.stop()
      for (const one of operators) await one.stop()
      await chain.stop()
    },
  }
}
