/**
 * A small EVM ledger in numbers: one token that takes authorizations as EIP-3009 says, each once per account and nonce and
 * only in its time. Blocks stand for as long as nobody reorganizes them; two blocks on top make one final. It answers as a
 * node does, and shares no code with what it tests.
 */
import { createHash } from 'node:crypto'
import { type Authorization, CHAIN_ID, type Signed, signerIn, USDC } from './eip712.ts'

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const USED = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5'
const FINAL_AFTER = 2

interface Sent extends Signed {
  readonly hash: string
  readonly signer: string | undefined
}

interface Applied {
  readonly sent: Sent
  readonly ok: boolean
}

interface State {
  readonly balances: ReadonlyMap<string, bigint>
  readonly used: ReadonlySet<string>
}

interface Block {
  readonly number: number
  readonly hash: string
  readonly timestamp: number
  readonly applied: readonly Applied[]
  readonly after: State
}

export interface Moved {
  readonly from: string
  readonly to: string
  readonly units: bigint
  readonly nonce: string
  readonly block: number
  readonly timestamp: number
  readonly transaction_hash: string
}

export type Verdict = 'takes' | 'not_its_signer' | 'too_late' | 'too_early' | 'used' | 'balance_short'

const hex = (value: number | bigint): string => `0x${value.toString(16)}`
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const wordOf = (value: string | bigint): string =>
  (typeof value === 'bigint' ? value.toString(16) : value.replace('0x', '').toLowerCase()).padStart(64, '0')

export type ModelChain = ReturnType<typeof startModelChain>

export function startModelChain({ now_s, funds }: { now_s: number; funds: ReadonlyMap<string, bigint> }) {
  let made = 0
  const genesis: State = { balances: new Map([...funds].map(([a, n]) => [a.toLowerCase(), n])), used: new Set() }
  const blocks: Block[] = []
  let waiting: Sent[] = []
  const newBlock = (timestamp: number, applied: readonly Applied[], after: State) => {
    const number = blocks.length
    blocks.push({ number, hash: sha256(`block ${++made} ${number}`), timestamp, applied, after })
  }
  for (let n = 4; n > 0; n--) newBlock(now_s - n * 12, [], genesis)
  const head = (): Block => blocks.at(-1) as Block
  const final = (): Block => blocks[Math.max(0, blocks.length - 1 - FINAL_AFTER)] as Block

  const judged = (state: State, { authorization, signer }: Sent, timestamp: number): Verdict => {
    const { from, value, validAfter, validBefore, nonce } = authorization
    if (signer !== from.toLowerCase()) return 'not_its_signer'
    if (timestamp >= Number(validBefore)) return 'too_late'
    if (timestamp <= Number(validAfter)) return 'too_early'
    if (state.used.has(usedName(authorization))) return 'used'
    return (state.balances.get(from.toLowerCase()) ?? 0n) >= BigInt(value) && nonce.length === 66
      ? 'takes'
      : 'balance_short'
  }

  const applyTo = (state: State, { from, to, value, ...rest }: Authorization): State => {
    const balances = new Map(state.balances)
    const add = (account: string, units: bigint) =>
      balances.set(account.toLowerCase(), (balances.get(account.toLowerCase()) ?? 0n) + units)
    add(from, -BigInt(value))
    add(to, BigInt(value))
    return { balances, used: new Set([...state.used, usedName({ from, ...rest })]) }
  }

  const mine = (timestamp: number): void => {
    const at = Math.max(timestamp, head().timestamp + 1)
    let state = head().after
    const applied = waiting.map((sent) => {
      const ok = judged(state, sent, at) === 'takes'
      if (ok) state = applyTo(state, sent.authorization)
      return { sent, ok }
    })
    waiting = []
    newBlock(at, applied, state)
  }

  const sentOf = (signed: Signed): Sent => {
    const { authorization, signature } = signed
    return { authorization, signature, signer: signerIn(signed), hash: sha256(`transaction ${++made}`) }
  }

  const logsIn = ({ number, hash, applied }: Block) => {
    let index = 0
    return applied.flatMap(({ sent, ok }) => {
      if (!ok) return []
      const { from, to, value, nonce } = sent.authorization
      const place = { address: USDC.toLowerCase(), blockNumber: hex(number), blockHash: `0x${hash}`, removed: false }
      const of = { ...place, transactionHash: `0x${sent.hash}` }
      const [payer, payee] = [from, to].map((account) => `0x${wordOf(account)}`)
      return [
        { ...of, topics: [USED, payer, nonce.toLowerCase()], data: '0x', logIndex: hex(index++) },
        { ...of, topics: [TRANSFER, payer, payee], data: `0x${wordOf(BigInt(value))}`, logIndex: hex(index++) },
      ]
    })
  }

  const blockCalled = (tag: unknown): Block | undefined => {
    if (tag === 'latest') return head()
    if (tag === 'finalized' || tag === 'safe') return final()
    return tag === 'earliest' ? blocks[0] : blocks[Number(tag)]
  }
  const shown = (block: Block) => ({
    number: hex(block.number),
    hash: `0x${block.hash}`,
    parentHash: `0x${blocks[block.number - 1]?.hash ?? wordOf(0n)}`,
    timestamp: hex(block.timestamp),
    transactions: block.applied.map(({ sent }) => `0x${sent.hash}`),
  })

  const calledToken = (data: string, block: Block): string => {
    const words = data.slice(10).match(/.{64}/g) ?? []
    const account = `0x${words[0]?.slice(24)}`
    if (data.startsWith('0x70a08231')) return `0x${wordOf(block.after.balances.get(account) ?? 0n)}`
    if (data.startsWith('0xe94a0102')) return `0x${wordOf(block.after.used.has(`${account} ${words[1]}`) ? 1n : 0n)}`
    throw new Error(`no such call of the token: ${data.slice(0, 10)}`)
  }

  const methods: Readonly<Record<string, (params: readonly never[]) => unknown>> = {
    eth_chainId: () => hex(CHAIN_ID),
    eth_blockNumber: () => hex(head().number),
    eth_getBlockByNumber: ([tag]) => {
      const block = blockCalled(tag)
      return block ? shown(block) : null
    },
    eth_getBlockByHash: ([hash]: readonly string[]) => {
      const block = blocks.find((one) => `0x${one.hash}` === hash)
      return block ? shown(block) : null
    },
    eth_getLogs: ([wanted]: readonly { topics: (string | null)[]; fromBlock: string; toBlock: string }[]) => {
      const { topics = [], fromBlock, toBlock } = wanted ?? { fromBlock: '0x0', toBlock: 'latest' }
      const [first, last] = [fromBlock, toBlock].map((tag) => blockCalled(tag)?.number ?? Number(tag))
      return blocks
        .slice(first, Number(last) + 1)
        .flatMap(logsIn)
        .filter((log) => topics.every((topic, i) => topic === null || log.topics[i] === topic.toLowerCase()))
    },
    eth_getTransactionReceipt: ([hash]: readonly string[]) => {
      const block = blocks.find(({ applied }) => applied.some(({ sent }) => `0x${sent.hash}` === hash))
      const applied = block?.applied.find(({ sent }) => `0x${sent.hash}` === hash)
      if (block === undefined || applied === undefined) return null
      return {
        transactionHash: hash,
        blockNumber: hex(block.number),
        blockHash: `0x${block.hash}`,
        status: applied.ok ? '0x1' : '0x0',
        logs: logsIn(block).filter((log) => log.transactionHash === hash),
      }
    },
    eth_call: ([call, tag = 'latest']: readonly unknown[]) =>
      calledToken((call as { data: string }).data, blockCalled(tag) as Block),
  }

  return {
    head,
    final,
    mine,
    /** What waits for a block: everybody can see it. */
    get waiting(): readonly Sent[] {
      return waiting
    },
    /** What a node that tries it first says. */
    wouldTake: (signed: Signed, now: number): Verdict =>
      judged(head().after, sentOf(signed), Math.max(now, head().timestamp + 1)),
    send(signed: Signed, first = false): string {
      const sent = sentOf(signed)
      waiting = first ? [sent, ...waiting] : [...waiting, sent]
      return sent.hash
    },
    /** Whether it stands in a block and was applied; undefined while it does not. */
    landed(hash: string): boolean | undefined {
      return blocks.flatMap(({ applied }) => applied).find(({ sent }) => sent.hash === hash)?.ok
    },
    /** The newest blocks have never been; what they held waits again, or is forgotten. What is final stays. */
    reorganize(depth: number, isKept: () => boolean): void {
      const gone = blocks.splice(Math.max(final().number + 1, blocks.length - depth))
      const sent = gone.flatMap(({ applied }) => applied.map((one) => one.sent)).filter(isKept)
      waiting = [...sent, ...waiting]
      for (const { timestamp } of gone) newBlock(timestamp, [], head().after)
    },
    /** Every authorization that was applied, as the chain has it now. */
    moved: (): Moved[] =>
      blocks.flatMap(({ number, timestamp, applied }) =>
        applied
          .filter(({ ok }) => ok)
          .map(({ sent: { authorization, hash } }) => ({
            from: authorization.from.toLowerCase(),
            to: authorization.to.toLowerCase(),
            units: BigInt(authorization.value),
            nonce: authorization.nonce.slice(2).toLowerCase(),
            block: number,
            timestamp,
            transaction_hash: hash,
          })),
      ),
    /** One JSON-RPC call. */
    answer(text: string): string {
      const { id, method, params = [] } = JSON.parse(text) as { id: unknown; method: string; params?: never[] }
      const call = methods[method]
      if (call === undefined) return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: method } })
      return JSON.stringify({ jsonrpc: '2.0', id, result: call(params) })
    },
  }
}

const usedName = ({ from, nonce }: Pick<Authorization, 'from' | 'nonce'>): string =>
  `${from.toLowerCase()} ${nonce.slice(2).toLowerCase()}`
