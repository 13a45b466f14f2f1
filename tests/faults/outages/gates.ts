/** What stands before a dependency and stops it, slows it or answers for it; else everything passes as it is. Connections that are open change with it. */
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export const TROUBLES = ['stopped', 'slow', 'wrong'] as const
export type Trouble = (typeof TROUBLES)[number]

export interface Gate {
  readonly port: number
  be(now: Trouble | 'well'): Promise<void>
  stop(): Promise<void>
}

interface Wrong {
  /** Said whatever comes. */
  readonly text?: string
  /** Who answers instead. */
  readonly port?: number
}

/** `slow_ms` is how much later each piece of an answer arrives. */
export const tcpGate = async (target: number, slow_ms: number, wrong: Wrong): Promise<Gate> => {
  let state: Trouble | 'well' = 'well'
  const open = new Set<Socket>()
  const endAll = () => open.forEach((socket) => socket.destroy())
  const lie = () => (state === 'wrong' ? wrong.text : undefined)
  const pass = (client: Socket) => {
    const server = connect((state === 'wrong' && wrong.port) || target, '127.0.0.1')
    for (const socket of [client, server]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => open.delete(socket))
    }
    let told = Promise.resolve()
    client.on('close', () => server.destroy())
    // What was said last arrives before the end.
    server.on('close', () => void told.then(() => client.destroySoon()))
    client.on('data', (chunk: Buffer) => {
      const text = lie()
      if (text === undefined) server.write(chunk)
      else client.end(text)
    })
    server.on('data', (chunk: Buffer) => {
      const text = lie()
      if (text !== undefined) return void client.end(text)
      const late = pause(state === 'slow' ? slow_ms : 0)
      told = told.then(() => late).then(() => void client.write(chunk))
    })
  }
  const listen = async (port: number): Promise<Server> => {
    const server = createServer(pass).listen(port, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  let listener = await listen(0)
  const { port } = listener.address() as { port: number }
  const end = async () => {
    if (!listener.listening) return
    listener.close()
    endAll()
    await once(listener, 'close')
  }
  return {
    port,
    async be(now) {
      const elsewhere = [state, now].includes('wrong') && wrong.port !== undefined
      state = now
      if (now === 'stopped') return end()
      if (elsewhere) endAll()
      if (!listener.listening) listener = await listen(port)
    },
    stop: end,
  }
}

/** Before a resolver, which is wrong by saying that there is no such name. */
export const dnsGate = async (target: number, slow_ms: number): Promise<Gate> => {
  let state: Trouble | 'well' = 'well'
  const listen = async (port: number): Promise<UdpSocket> => {
    const answerTo = async (question: Buffer, to: { port: number; address: string }) => {
      const answer = state === 'wrong' ? noSuchName(question) : await ask(question)
      if (state === 'slow') await pause(slow_ms)
      if (state !== 'stopped') front?.send(answer, to.port, to.address)
    }
    const socket = createSocket('udp4', (question, from) => void answerTo(question, from)).bind(port, '127.0.0.1')
    await once(socket, 'listening')
    return socket
  }
  const ask = async (question: Buffer): Promise<Buffer> => {
    const back = createSocket('udp4')
    back.send(question, target, '127.0.0.1')
    const [answer] = (await once(back, 'message')) as [Buffer]
    back.close()
    return answer
  }
  let front: UdpSocket | undefined = await listen(0)
  const { port } = front.address()
  const end = async () => {
    front?.close()
    front = undefined
  }
  return {
    port,
    async be(now) {
      state = now
      if (now === 'stopped') return end()
      front ??= await listen(port)
    },
    stop: end,
  }
}

const noSuchName = (question: Buffer): Buffer => {
  const answer = Buffer.from(question)
  answer[2] = 0x81
  answer[3] = 0x83
  return answer
}

/** Several of one kind, such as resolvers that must agree. */
export const together = (gates: readonly Gate[]): Gate => ({
  port: gates[0]?.port ?? 0,
  be: async (now) => void (await Promise.all(gates.map((gate) => gate.be(now)))),
  stop: async () => void (await Promise.all(gates.map((gate) => gate.stop()))),
})
