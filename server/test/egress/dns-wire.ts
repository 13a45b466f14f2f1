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
