/**
 * The service's observer over the model's chain: its reading of nodes, its quorum and its judge are the real ones, and only
 * its tables are kept in memory. One of three nodes may lie by leaving things out, lag behind, or not answer.
 */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { Value } from 'typebox/value'
import type { LedgerHttp } from '../../../server/src/platform/egress/ledger/ledger-http.ts'
import { SourceFault } from '../../../server/src/platform/egress/ledger/ledger-source.ts'
import { ledgerModuleOf } from '../../../server/src/platform/egress/ledger/ledgers.ts'
import type { Agreed, AgreedScan } from '../../../server/src/settlement/settlements/agree.ts'
import { findHead, standingsOf } from '../../../server/src/settlement/settlements/find-head.ts'
import { type Judged, judgePayee } from '../../../server/src/settlement/settlements/judge-payee.ts'
import { lookUpNamed, oldestOf, scanPayee } from '../../../server/src/settlement/settlements/look-at-payments.ts'
import { type Open, openOf, wantedOf } from '../../../server/src/settlement/settlements/open-payments.ts'
import type { Anchor, ClaimRow, WatchedRow } from '../../../server/src/settlement/settlements/settlements.store.ts'
import type { ModelChain } from './model-chain.ts'
import type { Kept, ModelService } from './model-service.ts'

const NETWORK = 'base_sepolia'

/** What a node of an operator does with a call. */
export type Node = 'honest' | 'hides' | 'lags' | 'down'

type Reading = Awaited<ReturnType<NonNullable<ReturnType<typeof ledgerModuleOf>>['reading']>>

let reading: Promise<Reading> | undefined
const readingOfEvm = (): Promise<Reading> => {
  const module = ledgerModuleOf(NETWORK)
  if (module === undefined) throw new Error('nobody reads this network')
  return (reading ??= module.reading())
}

interface Answered {
  readonly id: unknown
  readonly result?: unknown
}

const LAG_BLOCKS = 3

const answerOf = (chain: ModelChain, node: Node, text: string): string => {
  if (node === 'down') throw new SourceFault('unavailable', 'the node is down')
  const { id, method, params } = JSON.parse(text) as { id: unknown; method: string; params: unknown[] }
  const honest = chain.answer(text)
  if (node === 'hides' && method === 'eth_getLogs') return JSON.stringify({ jsonrpc: '2.0', id, result: [] })
  if (node === 'lags' && method === 'eth_getBlockByNumber' && params[0] === 'finalized') {
    const number = Math.max(0, chain.final().number - LAG_BLOCKS)
    return chain.answer(JSON.stringify({ jsonrpc: '2.0', id, method, params: [`0x${number.toString(16)}`, false] }))
  }
  return JSON.stringify({ ...(JSON.parse(honest) as Answered) })
}

export type ModelObserver = Awaited<ReturnType<typeof startModelObserver>>

interface Watching {
  readonly chain: ModelChain
  readonly service: ModelService
  /** What each of the three nodes does now. */
  readonly nodes: () => readonly Node[]
  readonly quorum: number
  /** Whoever names a payment has it: the rule of before, as a control. */
  readonly names_bind?: boolean
}

export async function startModelObserver({ chain, service, nodes, quorum, names_bind = false }: Watching) {
  const evm = await readingOfEvm()
  const sources = [0, 1, 2].map((n) => {
    const http: LedgerHttp = {
      async json(schema, request) {
        const value: unknown = JSON.parse(answerOf(chain, nodes()[n] ?? 'honest', String(request.body)))
        if (!Value.Check(schema, value)) throw new SourceFault('malformed', 'not in this form')
        return value
      },
    }
    const setting = {
      network: NETWORK,
      name: `node-${n}`,
      operator: `operator-${n}`,
      api: 'jsonrpc',
      url: `http://127.0.0.1:${9000 + n}/`,
      simulated: false,
    }
    return evm.openSource(setting as never, { http, now: () => Date.now() })
  })
  const first = chain.final()
  const anchorOf = ({ number, hash, timestamp }: typeof first): Anchor => ({
    epoch: first.hash,
    simulated: false,
    sequence: number,
    hash,
    closed_at: BigInt(timestamp),
  })
  const anchors: Anchor[] = [anchorOf(first)]
  const claims: ClaimRow[] = []
  const looks = new Map<string, Partial<WatchedRow>>()
  const done = new Set<string>()
  const onFault = () => {}

  const rowOf = (kept: Kept): WatchedRow => {
    const reported_hash = kept.transaction_hash ?? null
    const row = {
      merchant_id: 'm',
      payment_id: kept.request_id as Uuid,
      connection_id: 'c',
      request_id: kept.request_id,
      facts_digest: Buffer.from(kept.facts_digest, 'hex'),
      created_at: new Date(kept.created_at),
      expires_at: new Date(kept.expires_at),
      status: STATUS[kept.status] ?? kept.status,
      reason: kept.reason ?? null,
      reported_hash,
      named_at: reported_hash === null ? null : new Date(kept.created_at),
      confirmed_at: null,
      proofs: [],
      doubts: [],
      matched_hash: null,
      matched_place: null,
      amount: kept.amount,
      address: kept.to,
      asset: 'USDC',
      issuer: null,
      contract: (kept.facts['payment'] as { contract: string }).contract,
      memo: null,
      decimals: 6,
      reference: 'authorization_nonce',
      assurance: null,
      ledger_outcome: 'unknown',
      paid_hash: null,
      paid_place: null,
      ledger_reason: null,
      envelope_until: null,
      handoff_shown: null,
      scan_epoch: null,
      scan_whole: null,
      scan_from: null,
      scan_through: null,
      scan_closed_at: null,
      noted: true,
    }
    return { ...row, ...looks.get(kept.request_id) } as unknown as WatchedRow
  }

  const write = ({ open, verdict: { says, findings, done: is_done }, through, whole }: Judged): void => {
    const { payment_id } = open.row
    const kept = service.requests.get(payment_id)
    if (kept === undefined) return
    if (is_done) done.add(payment_id)
    if (says?.paid) {
      const { transaction, transfer } = says.paid
      claims.push({ transaction_hash: transaction.hash, place: transfer.place, payment_id })
    }
    const doubts = findings.flatMap(({ reason, transaction_hash }) =>
      reason === 'source_disagreement' && transaction_hash ? [transaction_hash] : [],
    )
    looks.set(payment_id, {
      ...looks.get(payment_id),
      doubts: [...new Set([...(looks.get(payment_id)?.doubts ?? []), ...doubts])],
      ...(says?.assurance && { assurance: says.assurance }),
      ...(says && { ledger_outcome: says.ledger_outcome, ledger_reason: says.reason }),
      ...(says?.paid && { paid_hash: says.paid.transaction.hash, paid_place: says.paid.transfer.place }),
      ...(says?.ledger_match !== undefined && {
        matched_hash: says.ledger_match?.transaction.hash ?? null,
        matched_place: says.ledger_match?.transfer.place ?? null,
      }),
      ...(through && {
        scan_epoch: first.hash,
        scan_whole: whole,
        scan_from: open.from,
        scan_through: through.sequence,
        scan_closed_at: through.closed_at,
      }),
    })
    if (says === undefined) return
    const transaction_hash = says.paid?.transaction.hash
    kept.settlement = {
      ...kept.settlement,
      ...(says.assurance && { assurance: says.assurance }),
      ledger_outcome: says.ledger_outcome,
      ...(says.reason !== null && { reason: says.reason }),
      ...(transaction_hash !== undefined && { transaction_hash }),
    }
  }

  return {
    /** Requests that nothing later can change. */
    done,
    async round(): Promise<void> {
      const standings = await standingsOf(sources, onFault)
      const found = await findHead(standings, anchors, { quorum, onFault })
      if (found.is !== 'head') return
      const { head, usable } = found
      if (head.sequence > (anchors.at(-1)?.sequence ?? 0))
        anchors.push({ ...(anchors[0] as Anchor), sequence: head.sequence, hash: head.hash, closed_at: head.closed_at })
      const around = { network: NETWORK, reading: evm, quorum, usable, head, validators: [], onFault } as const
      const rows = [...service.requests.values()].map(({ request_id }) => rowOf(service.current(request_id)))
      const waiting = rows.filter(({ payment_id }) => !done.has(payment_id))
      for (const [payee, theirs] of Map.groupBy(waiting, ({ address }) => address)) {
        const opens = theirs.flatMap((row) => {
          const wanted = wantedOf({ network: NETWORK, reading: evm }, row)
          return wanted === undefined ? [] : [openOf(row, wanted, { anchors, oldest: oldestOf(around) })]
        })
        const scan = await scanPayee(around, payee, opens)
        const looked = await lookUpNamed(around, opens, scan)
        const references = rows.map(({ facts_digest, payment_id }) => ({ facts_digest, payment_id }))
        const { isProofOf } = evm
        if (names_bind) bindNamed(opens, scan, looked)
        const { judged } = judgePayee({
          network: NETWORK,
          payee,
          opens,
          looked,
          scan,
          head,
          claims,
          references,
          isProofOf,
        })
        for (const one of judged) write(one)
      }
    },
  }
}

/** What a request names carries its digest then, whoever made it: of two that name one, the first. */
function bindNamed(opens: readonly Open[], scan: AgreedScan | undefined, looked: ReadonlyMap<string, Agreed>): void {
  const found = [
    ...(scan?.transactions ?? []).map(({ transaction }) => transaction),
    ...[...looked.values()].flatMap((one) => (one.is === 'found' ? [one.transaction] : [])),
  ]
  for (const { hash, transfers } of found) {
    const named = opens.find(({ row }) => row.reported_hash === hash)
    if (named === undefined) continue
    for (const transfer of transfers) Object.assign(transfer, { memo: { kind: 'hash', value: named.wanted.reference } })
  }
}

/** An agent payment's, in the words of a request. */
const STATUS: Readonly<Record<string, string>> = {
  intent_created: 'pending',
  approved: 'signed',
  submitted: 'broadcasted',
  settled: 'confirmed',
  canceled: 'failed',
}
