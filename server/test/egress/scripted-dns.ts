// Test double: a hostile or broken DNS server on loopback, UDP and TCP. For what a proper server would not do: change
// its mind between two questions, truncate, stay silent. Proper behaviour is tested against the server further down.

import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { userInfo } from 'node:os'
import { createInterface } from 'node:readline'
import { freePort } from '../../../tools/dev/free-port.ts'
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

// Test double of the public DNS: a real server (Debian's dnsmasq-base) on a high loopback port that holds the test's own
// records, asks nobody else and runs unprivileged. One process per call, ended by its own handle.

export type DnsServer = {
  /** `ip:port`, for `servers`. */
  readonly server: string
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/**
 * `records` are dnsmasq's own options, for instance `txt-record=_x.shop.test,hello`, `host-record=shop.test,127.0.0.1`
 * or `cname=*.wild.test,target.test`. Everything under `.test` that is not listed does not exist.
 */
export async function startDnsServer(records: readonly string[], at?: number): Promise<DnsServer> {
  const port = at ?? (await freePort())
  const place = [`port=${port}`, 'listen-address=127.0.0.1', `user=${userInfo().username}`, 'conf-file=/dev/null']
  const alone = ['keep-in-foreground', 'log-facility=-', 'pid-file=', 'no-resolv', 'no-hosts', 'bind-interfaces']
  const dnsmasq = spawn(
    'dnsmasq',
    [...place, ...alone, 'local=/test/', ...records].map((option) => `--${option}`),
    { stdio: ['ignore', 'ignore', 'pipe'], env: { PATH: `${process.env['PATH']}:/usr/sbin` } },
  )
  const ended = once(dnsmasq, 'exit')
  let said = ''
  for await (const line of createInterface(dnsmasq.stderr)) {
    said += line
    if (line.includes('started')) break
  }
  if (!said.includes('started')) {
    await ended
    // Somebody else took the port between our look and dnsmasq's.
    if (said.includes('in use') && at === undefined) return startDnsServer(records)
    throw new Error(`dnsmasq did not start: ${said}`)
  }
  dnsmasq.stderr.resume()
  return {
    server: `127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      dnsmasq.kill('SIGTERM')
      await ended
    },
  }
}

// Test double: as much of the DNS wire format (RFC 1035) as the scripted server needs. Names are never compressed.

export type DnsType = 'A' | 'AAAA' | 'CNAME' | 'TXT'
export type DnsRecord = { readonly type: DnsType; readonly value: string; readonly name?: string }
export type DnsQuestion = { readonly id: number; readonly name: string; readonly type: string; readonly bytes: Buffer }
export type DnsReply = {
  readonly records?: readonly DnsRecord[]
  readonly rcode?: 'NOERROR' | 'SERVFAIL' | 'NXDOMAIN' | 'REFUSED'
  readonly truncated?: boolean
}

const TYPES: Readonly<Record<DnsType, number>> = { A: 1, CNAME: 5, TXT: 16, AAAA: 28 }
const RCODES = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const

export function readQuestion(message: Buffer): DnsQuestion {
  const labels: string[] = []
  let at = 12
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const code = message.readUInt16BE(at + 1)
  const type = Object.entries(TYPES).find(([, number]) => number === code)?.[0] ?? String(code)
  return {
    id: message.readUInt16BE(0),
    name: labels.join('.').toLowerCase(),
    type,
    bytes: message.subarray(12, at + 5),
  }
}

export function writeReply(
  question: DnsQuestion,
  { records = [], rcode = 'NOERROR', truncated = false }: DnsReply,
): Buffer {
  const header = Buffer.alloc(12)
  header.writeUInt16BE(question.id, 0)
  // Response, recursion desired and available; then the truncation bit and the result code.
  header.writeUInt16BE(0x8180 | (truncated ? 0x0200 : 0) | RCODES[rcode], 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  return Buffer.concat([header, question.bytes, ...records.map((record) => writeRecord(record, question.name))])
}

function writeRecord({ type, value, name }: DnsRecord, asked: string): Buffer {
  const data = VALUES[type](value)
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(TYPES[type], 0)
  fixed.writeUInt16BE(1, 2)
  // A time to live of 0, the rebinder's favourite.
  fixed.writeUInt32BE(0, 4)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([writeName(name ?? asked), fixed, data])
}

const VALUES: Readonly<Record<DnsType, (value: string) => Buffer>> = {
  A: (value) => Buffer.from(value.split('.').map(Number)),
  AAAA: ipv6Bytes,
  CNAME: writeName,
  TXT: (value) => Buffer.concat((value.match(/.{1,255}/gs) ?? ['']).map(lengthThenText)),
}

const groups = (part: string) => (part === '' ? [] : part.split(':'))

function ipv6Bytes(text: string): Buffer {
  // The WHATWG parser writes every IPv6 address in hexadecimal groups, an embedded IPv4 included.
  const plain = new URL(`https://[${text}]/`).hostname.slice(1, -1)
  const [head = '', tail] = plain.split('::')
  const left = groups(head)
  const right = groups(tail ?? '')
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return Buffer.from([...left, ...zeros, ...right].map((group) => group.padStart(4, '0')).join(''), 'hex')
}

function writeName(name: string): Buffer {
  return Buffer.concat([...name.split('.').map(lengthThenText), Buffer.alloc(1)])
}

function lengthThenText(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1')
  return Buffer.concat([Buffer.from([bytes.length]), bytes])
}
