// Test double: a hostile or broken DNS server on loopback, UDP and TCP. For what a proper server would not do: change
// its mind between two questions, truncate, stay silent. Proper behaviour is tested against dns-server.ts.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { type DnsQuestion, type DnsReply, readQuestion, writeReply } from './dns-wire.ts'
import { listening } from './listening.ts'

export type Asked = { readonly name: string; readonly type: string; readonly over: 'udp' | 'tcp'; readonly nth: number }

export type ScriptedDns = {
  /** `ip:port`, for `servers`. */
  readonly server: string
  readonly asked: readonly Asked[]
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/** `nth` counts from 1 the questions for the same name and type; `silence` means that no answer is sent. */
export type Script = (asked: Asked) => DnsReply | 'silence'

export async function startScriptedDns(script: Script): Promise<ScriptedDns> {
  const asked: Asked[] = []
  const answer = (question: DnsQuestion, over: Asked['over']): Buffer | undefined => {
    const { name, type } = question
    const before = asked.filter((earlier) => earlier.name === name && earlier.type === type).length
    const now: Asked = { name, type, over, nth: before + 1 }
    asked.push(now)
    const reply = script(now)
    return reply === 'silence' ? undefined : writeReply(question, reply)
  }

  const sockets = new Set<Socket>()
  const tcp = createServer((socket) => {
    sockets.add(socket)
    let pending = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (data) => {
      pending = Buffer.concat([pending, data])
      while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
        const end = 2 + pending.readUInt16BE(0)
        const reply = answer(readQuestion(pending.subarray(2, end)), 'tcp')
        pending = pending.subarray(end)
        if (reply !== undefined) socket.write(Buffer.concat([lengthOf(reply), reply]))
      }
    })
  })
  const port = await listening(tcp)

  const udp = createSocket('udp4', (message, from) => {
    const reply = answer(readQuestion(message), 'udp')
    if (reply !== undefined) udp.send(reply, from.port, from.address)
  })
  udp.bind(port, '127.0.0.1')
  const taken = await once(udp, 'listening').then(
    () => false,
    () => true,
  )
  if (taken) {
    tcp.close()
    return startScriptedDns(script)
  }

  return {
    server: `127.0.0.1:${port}`,
    asked,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await Promise.all([new Promise((done) => tcp.close(done)), new Promise<void>((done) => udp.close(done))])
    },
  }
}

function lengthOf(reply: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(reply.length)
  return length
}
