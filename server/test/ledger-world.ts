/**
 * A service that looks at a ledger: the practice ledger with a clock in the test's hands, sources of several operators over
 * it, and payees that are paid there.
 */
import { Asset, Keypair, Memo, Operation } from '@stellar/stellar-sdk/base'
import { expect } from 'vitest'
import { type LedgerDouble, type Source, startLedgerDouble } from '../../tests/ledger-double/ledger-double.ts'
import { transactionBy } from '../../tests/ledger-double/payer.ts'
import { signBy } from '../../tests/ledger-double/signatures.ts'
import { receiptSignerOf } from '../src/transparency/facts-keys/facts-keys.ts'
import { readFactsKeys } from '../src/transparency/facts-keys/read-facts-keys.ts'
import { type Asking, askingOver } from './asking.ts'
import { newConnection, type TestConnection } from './connection.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import { activate, proveHost, verifiedPayee } from './payee.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

export const RECEIPT_KEYS = `receipt-1:${Buffer.alloc(32, 3).toString('base64url')}`
const EARLIER_S = 600n
/** Only ends what hangs. */
const OBSERVED_WITHIN_MS = 600_000

export interface Paying {
  readonly to: string
  readonly amount?: string
  readonly memo?: Memo
  readonly asset?: Asset
  readonly max_time?: number
  readonly operations?: ReturnType<typeof Operation.payment>[]
  readonly sequence?: bigint
}

export interface PayerProof {
  readonly account: string
  readonly signer: string
  readonly signature: string
  readonly place: string
}

/** As the memo of a payment, it says which request is paid. */
export const referenceTo = ({ facts_digest }: { facts_digest: string }): Memo => Memo.hash(facts_digest)

export interface LedgerWorld {
  readonly world: World
  readonly web: MerchantWeb
  readonly double: LedgerDouble
  /** One per operator. */
  readonly sources: readonly Source[]
  readonly payer: Keypair
  readonly settings: Readonly<Record<string, string>>
  /** A payee of its own, with these facts. */
  asking(facts?: { memo?: string; asset?: string; issuer?: string }): Promise<Asking>
  /** Signed, not sent. */
  transaction(paying: Paying): ReturnType<typeof transactionBy>
  /** What the payer signs: this operation pays this request. */
  proof(
    request: { facts_digest: string },
    transaction_hash: string,
    more?: { by?: Keypair; place?: string },
  ): PayerProof
  /** Into a ledger that closes at this second; its hash. */
  include(transaction: ReturnType<typeof transactionBy>, at?: bigint): string
  /** Closes a ledger. */
  passTo(at: bigint): void
  // oxlint-disable-next-line typescript/no-explicit-any
  settled(asking: Asking, request_id: string, holds: (settlement: any) => boolean): Promise<any>
  // oxlint-disable-next-line typescript/no-explicit-any
  settlement(asking: Asking, request_id: string): Promise<any>
  // oxlint-disable-next-line typescript/no-explicit-any
  evidence(asking: Asking, request_id: string): Promise<any>
  /** Until it is paid for good. The database is asked, which answers however busy the service is. */
  observed(request: { facts_digest: string }): Promise<void>
  /** Until this is among the findings about the request. */
  found(asking: Asking, request_id: string, reason: string): Promise<void>
  /** Until the merchant finds the request by its assurance. */
  listed(asking: Asking, assurance: string, request_id: string): Promise<void>
  /** Until the observer has looked so often again. */
  rounds(n: number): Promise<void>
  /** The payee takes an asset from now on. */
  trust(address: string, asset: Asset): void
  stop(): Promise<void>
}

/** A round looks at every open payment; thousands of them take a busy machine minutes. */
const ROUNDS_MS_MAX = 600_000

export const secondsNow = (): bigint => BigInt(Math.floor(Date.now() / 1000))
export const secondsOf = (time: string): bigint => BigInt(Math.floor(Date.parse(time) / 1000))

interface Wanted {
  /** How each operator is asked. */
  readonly apis?: readonly ('rpc' | 'horizon')[]
  readonly quorum?: number
  readonly validators?: boolean
  /** Another service than the usual one, with these settings. */
  readonly start?: (settings: Readonly<Record<string, string>>) => Promise<World>
}

export const startLedgerWorld = async ({
  apis = ['rpc'],
  quorum,
  validators = false,
  start = startWorld,
}: Wanted = {}): Promise<LedgerWorld> => {
  const double = await startLedgerDouble({ started_at: secondsNow() - EARLIER_S })
  const { ledger } = double
  const sources: Source[] = [double.source]
  while (sources.length < apis.length) sources.push(await double.addSource())
  const payer = Keypair.random()
  ledger.fund(payer.publicKey())
  const web: MerchantWeb = await startMerchantWeb()
  const named = apis.map((api, i) => {
    const source = sources[i] as Source
    const url = api === 'rpc' ? source.rpc_url : source.horizon_url
    return { name: `source-${i}`, operator: `operator-${i}`, api, network: 'stellar_testnet', url }
  })
  const settings = {
    ...web.settings,
    LEDGER_SOURCES: JSON.stringify(named),
    RECEIPT_KEYS,
    ...(quorum !== undefined && { LEDGER_QUORUM: String(quorum) }),
    ...(validators && { LEDGER_VALIDATORS: ledger.validator }),
  }
  const world = await start(settings)
  let operator: Operator | undefined
  let connection: TestConnection | undefined
  let domain_id = ''
  const settlement: LedgerWorld['settlement'] = async (asking, request_id) => {
    const { status, json } = await asking.call('GET', `/v1/payment-requests/${request_id}`)
    expect(status).toBe(200)
    return json.payment_request.settlement
  }
  const evidence: LedgerWorld['evidence'] = async (asking, request_id) => {
    const { status, json } = await asking.call('GET', `/v1/payment-requests/${request_id}/evidence`)
    expect(status).toBe(200)
    return json.evidence
  }
  const latest = () => ledger.latest().closed_at
  const keys = new Map<string, Keypair>()
  const roundsDone = async (): Promise<number> => {
    const jobs = (await world.service.metrics()).find(({ name }) => name === 'svc_jobs_total')
    const ours = (jobs?.values ?? []).filter(({ labels }) => labels['queue'] === 'observe-stellar_testnet')
    return ours.reduce((sum, { value }) => sum + value, 0)
  }
  return {
    world,
    web,
    double,
    sources,
    payer,
    settings,
    async asking(facts = {}) {
      operator ??= await newOperator(world)
      if (domain_id === '') domain_id = await proveHost(web, operator)
      const key = Keypair.random()
      ledger.fund(key.publicKey())
      keys.set(key.publicKey(), key)
      const payee = await verifiedPayee(web, operator, domain_id, 'shop.test', { ...facts, address: key.publicKey() })
      const active = await activate(operator, payee)
      expect(active.status).toBe(200)
      connection ??= await newConnection(world, { operator })
      return askingOver(connection, payee)
    },
    transaction({ to, amount = '12.5', memo, asset = Asset.native(), max_time = 0, operations, sequence }) {
      const paying = operations ?? [Operation.payment({ destination: to, asset, amount })]
      const build = { max_time, ...(memo && { memo }), ...(sequence !== undefined && { sequence }) }
      return transactionBy(ledger, payer, paying, build)
    },
    proof({ facts_digest }, transaction_hash, { by = payer, place = 'op/0' } = {}) {
      const text = ['svc.payer_proof.v1', 'stellar_testnet', transaction_hash, place, facts_digest].join('\n')
      const signature = Buffer.from(signBy(by, Buffer.from(text))).toString('base64')
      return { account: payer.publicKey(), signer: by.publicKey(), signature, place }
    },
    include(transaction, at = secondsNow()) {
      const submission = ledger.submit(transaction.toEnvelope())
      expect(submission?.status).toBe('PENDING')
      ledger.close(at > latest() ? at : latest() + 1n)
      return Buffer.from(transaction.hash()).toString('hex')
    },
    passTo: (at) => void ledger.close(at > latest() ? at : latest() + 1n),
    async settled(asking, request_id, holds) {
      let seen: unknown
      await until(async () => {
        seen = await settlement(asking, request_id)
        return holds(seen)
      }).catch((error: Error) => {
        throw new Error(`${error.message}; it was ${JSON.stringify(seen)}`)
      })
      return settlement(asking, request_id)
    },
    settlement,
    evidence,
    async observed({ facts_digest }) {
      const text = `select s.assurance from payment_requests p
        join settlements s on s.merchant_id = p.merchant_id and s.payment_id = p.payment_request_id
        where p.facts_digest = $1`
      const said = async () => (await world.database.admin.query(text, [Buffer.from(facts_digest, 'hex')])).rows[0]
      await until(async () => (await said())?.assurance === 'chain_observed', OBSERVED_WITHIN_MS)
    },
    async found(asking, request_id, reason) {
      const reasons = async (): Promise<string[]> =>
        (await evidence(asking, request_id)).findings.map((finding: { reason: string }) => finding.reason)
      await until(async () => (await reasons()).includes(reason))
    },
    async listed(asking, assurance, request_id) {
      await until(async () => {
        const { json } = await asking.operator.call('GET', `/v1/payment-requests?assurance=${assurance}`)
        return json.payment_requests.some((one: { request_id: string }) => one.request_id === request_id)
      })
    },
    async rounds(n) {
      const before = await roundsDone()
      await until(async () => (await roundsDone()) >= before + n, ROUNDS_MS_MAX)
    },
    trust(address, asset) {
      const key = keys.get(address) as Keypair
      expect(ledger.submit(transactionBy(ledger, key, [Operation.changeTrust({ asset })]).toEnvelope())?.status).toBe(
        'PENDING',
      )
      ledger.close(latest() + 1n)
    },
    async stop() {
      await world.stop()
      await web.stop()
      await double.stop()
    },
  }
}

/** Signs as a test service does with its receipt key: what a rogue operator could sign, verifiers must still judge. */
export const receiptSignatureBy = (issuer: string) => receiptSignerOf(readFactsKeys(RECEIPT_KEYS, issuer, 'receipt'))
