/** A TCP proxy before a database that delays, cuts at a chosen byte or falls silent; everything else passes as it is. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** What a chosen statement meets: cut before it reaches the server, or cut when its answer comes. */
export interface Cut {
  readonly when: 'before' | 'after'
  /** In what the client sends, such as the name of a prepared statement. */
  readonly at: readonly string[]
  /** Every how many-th of them. */
  readonly every: number
}

export interface DatabaseCutter {
  readonly port: number
  /** How many statements were cut. */
  cuts(): number
  /** From now on whatever passes takes this much longer, each way. */
  delay(ms: number): void
  cut(what: Cut): void
  /** Connections that are open now never pass a byte again, and are not closed; new ones pass unless `new_ones` are silent, too. */
  silence(new_ones?: boolean): void
  /** Passes everything from now on; what fell silent stays silent. */
  heal(): void
  stop(): Promise<void>
}

interface Way {
  readonly client: Socket
  readonly server: Socket
  silent: boolean
  /** The next answer is the one that must not arrive. */
  doomed: boolean
}

export const startDatabaseCutter = async (target_port: number, port = 0): Promise<DatabaseCutter> => {
  const ways = new Set<Way>()
  const now = { delay_ms: 0, cut: undefined as Cut | undefined, silent: false }
  let [seen, cuts] = [0, 0]
  const end = (way: Way) => {
    way.client.destroy()
    way.server.destroy()
    ways.delete(way)
  }
  const pass = (way: Way, to: Socket, chunk: Buffer) => {
    if (now.delay_ms > 0) setTimeout(() => to.write(chunk), now.delay_ms)
    else to.write(chunk)
  }
  const isChosen = (chunk: Buffer): boolean => {
    if (!now.cut?.at.some((text) => chunk.includes(text))) return false
    return ++seen % now.cut.every === 0
  }
  const fromClient = (way: Way, chunk: Buffer) => {
    if (way.silent) return
    if (isChosen(chunk)) {
      cuts++
      if (now.cut?.when === 'before') return end(way)
      way.doomed = true
    }
    pass(way, way.server, chunk)
  }
  const fromServer = (way: Way, chunk: Buffer) => {
    if (way.silent) return
    if (way.doomed) return end(way)
    pass(way, way.client, chunk)
  }
  const listener = createServer((client) => {
    const way: Way = { client, server: connect(target_port, '127.0.0.1'), silent: now.silent, doomed: false }
    ways.add(way)
    client.on('data', (chunk: Buffer) => fromClient(way, chunk))
    way.server.on('data', (chunk: Buffer) => fromServer(way, chunk))
    for (const socket of [client, way.server]) {
      socket.on('error', () => {})
      // A silent way does not even tell that the other end is gone.
      socket.on('close', () => (way.silent && socket === way.server ? undefined : end(way)))
    }
  }).listen(port, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as { port: number }).port,
    cuts: () => cuts,
    delay: (ms) => {
      now.delay_ms = ms
    },
    cut: (what) => {
      now.cut = what
    },
    silence(new_ones = false) {
      for (const way of ways) way.silent = true
      now.silent = new_ones
    },
    heal: () => {
      Object.assign(now, { delay_ms: 0, cut: undefined, silent: false })
    },
    async stop() {
      for (const way of ways) end(way)
      listener.close()
      await once(listener, 'close')
    },
  }
}
