/**
 * Messages that are not quite HTTP, or that two readers could cut in different places. Each is sent on a connection of its own.
 * `answers` is how many answers there may be at most; what is hidden in a body must never be answered.
 */
import { mutatedBytes, type Random } from './mutate.ts'

export interface RawShape {
  readonly name: string
  readonly text: string
  readonly answers: number
}

/** An address that nothing else asks for: an answer that names it was made for a hidden request. */
export const HIDDEN = '/v1/hidden-in-a-body'

const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nhost: a.example\r\n${more}\r\n`
const hidden = get(HIDDEN)
const post = (headers: string, body: string): string =>
  `POST /v1/app-devices HTTP/1.1\r\nhost: a.example\r\ncontent-type: application/json\r\n${headers}\r\n${body}`
const chunked = (body: string): string => post('transfer-encoding: chunked\r\n', body)

export const RAW_SHAPES: readonly RawShape[] = [
  {
    name: 'length and chunks',
    text: post(`content-length: 5\r\ntransfer-encoding: chunked\r\n`, `0\r\n\r\n${hidden}`),
    answers: 1,
  },
  {
    name: 'chunks and length',
    text: post(`transfer-encoding: chunked\r\ncontent-length: ${5 + hidden.length}\r\n`, `0\r\n\r\n${hidden}`),
    answers: 1,
  },
  {
    name: 'two lengths',
    text: post(`content-length: 2\r\ncontent-length: ${2 + hidden.length}\r\n`, `{}${hidden}`),
    answers: 1,
  },
  { name: 'a list of lengths', text: post(`content-length: 2, 2\r\n`, '{}'), answers: 1 },
  { name: 'a signed length', text: post(`content-length: +2\r\n`, '{}'), answers: 1 },
  { name: 'a hexadecimal length', text: post(`content-length: 0x2\r\n`, '{}'), answers: 1 },
  { name: 'a length without end', text: post(`content-length: ${'9'.repeat(40)}\r\n`, '{}'), answers: 1 },
  { name: 'space before the colon', text: post(`content-length : 2\r\n`, '{}'), answers: 1 },
  {
    name: 'chunks under another name',
    text: post(`transfer-encoding: xchunked\r\n`, `0\r\n\r\n${hidden}`),
    answers: 1,
  },
  {
    name: 'chunks twice',
    text: post(`transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n`, `0\r\n\r\n${hidden}`),
    answers: 1,
  },
  {
    name: 'chunks after a tab',
    text: post(`transfer-encoding:\tchunked\r\ncontent-length: 5\r\n`, `0\r\n\r\n${hidden}`),
    answers: 1,
  },
  {
    name: 'chunks in a folded line',
    text: post(`x: y\r\n transfer-encoding: chunked\r\ncontent-length: 2\r\n`, '{}'),
    answers: 1,
  },
  { name: 'chunk extensions', text: chunked('2;a=b;c="d"\r\n{}\r\n0\r\n\r\n'), answers: 1 },
  { name: 'a chunk extension with a bare line end', text: chunked('2;a=\nb\r\n{}\r\n0\r\n\r\n'), answers: 1 },
  { name: 'a chunk extension without end', text: chunked(`2;${'a'.repeat(100_000)}\r\n{}\r\n0\r\n\r\n`), answers: 1 },
  { name: 'a chunk of negative size', text: chunked('-2\r\n{}\r\n0\r\n\r\n'), answers: 1 },
  { name: 'a chunk of enormous size', text: chunked('ffffffffffffffff\r\n{}\r\n0\r\n\r\n'), answers: 1 },
  { name: 'a chunk with a bare line end', text: chunked('2\n{}\n0\n\n'), answers: 1 },
  { name: 'a chunk that is longer than it says', text: chunked(`2\r\n{}xx\r\n0\r\n\r\n`), answers: 1 },
  {
    name: 'trailers',
    text: chunked('2\r\n{}\r\n0\r\nauthorization: Bearer x\r\ncontent-length: 1\r\n\r\n'),
    answers: 1,
  },
  { name: 'bare line ends', text: `GET /health HTTP/1.1\nhost: a.example\n\n`, answers: 1 },
  { name: 'a bare carriage return', text: `GET /health HTTP/1.1\r\nhost: a.example\rx: y\r\n\r\n`, answers: 1 },
  {
    name: 'a bare carriage return between headers',
    text: post(`x: y\rtransfer-encoding: chunked\r\ncontent-length: 2\r\n`, '{}'),
    answers: 1,
  },
  { name: 'no host', text: 'GET /health HTTP/1.1\r\n\r\n', answers: 1 },
  { name: 'two hosts', text: 'GET /health HTTP/1.1\r\nhost: a.example\r\nhost: b.example\r\n\r\n', answers: 1 },
  { name: 'an empty host', text: 'GET /health HTTP/1.1\r\nhost:\r\n\r\n', answers: 1 },
  { name: 'version 1.0', text: 'GET /health HTTP/1.0\r\n\r\n', answers: 1 },
  { name: 'version 0.9', text: 'GET /health\r\n\r\n', answers: 1 },
  { name: 'version 2.0', text: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', answers: 1 },
  { name: 'version 1.9', text: 'GET /health HTTP/1.9\r\nhost: a.example\r\n\r\n', answers: 1 },
  { name: 'no version', text: 'GET /health HTTP/\r\nhost: a.example\r\n\r\n', answers: 1 },
  { name: 'a method of nobody', text: 'STEAL /health HTTP/1.1\r\nhost: a.example\r\n\r\n', answers: 1 },
  { name: 'a tunnel', text: 'CONNECT a.example:443 HTTP/1.1\r\nhost: a.example\r\n\r\n', answers: 1 },
  {
    name: 'an upgrade',
    text: get(
      '/health',
      'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n',
    ),
    answers: 1,
  },
  {
    name: 'an upgrade to HTTP/2',
    text: get('/health', 'connection: upgrade, http2-settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAP__\r\n'),
    answers: 1,
  },
  { name: 'an expectation of something else', text: get('/health', 'expect: miracle\r\n'), answers: 1 },
  {
    name: 'an expectation without a body',
    text: post('expect: 100-continue\r\ncontent-length: 0\r\n', ''),
    answers: 1,
  },
  { name: 'a body with GET', text: get('/health', `content-length: ${hidden.length}\r\n`) + hidden, answers: 1 },
  { name: 'a whole address', text: 'GET http://other.example/health HTTP/1.1\r\nhost: a.example\r\n\r\n', answers: 1 },
  { name: 'a space in the address', text: 'GET /health a HTTP/1.1\r\nhost: a.example\r\n\r\n', answers: 1 },
  { name: 'a zero in the address', text: 'GET /hea\0lth HTTP/1.1\r\nhost: a.example\r\n\r\n', answers: 1 },
  { name: 'high bytes in the address', text: 'GET /\xff\xfe\x80 HTTP/1.1\r\nhost: a.example\r\n\r\n', answers: 1 },
  {
    name: 'an address without end',
    text: `GET /${'a'.repeat(200_000)} HTTP/1.1\r\nhost: a.example\r\n\r\n`,
    answers: 1,
  },
  { name: 'a header without end', text: get('/health', `x: ${'a'.repeat(200_000)}\r\n`), answers: 1 },
  {
    name: 'headers without end',
    text: get('/health', Array.from({ length: 5_000 }, (_, i) => `x-${i}: 1\r\n`).join('')),
    answers: 1,
  },
  { name: 'a header without a name', text: get('/health', ': x\r\n'), answers: 1 },
  { name: 'a header without a colon', text: get('/health', 'nothing\r\n'), answers: 1 },
  { name: 'a zero in a header', text: get('/health', 'x: a\0b\r\n'), answers: 1 },
  { name: 'lines before the request', text: `\r\n\r\n\r\n${get('/health')}`, answers: 1 },
  { name: 'three at once', text: get('/health').repeat(3), answers: 3 },
  { name: 'a hundred at once', text: get('/health').repeat(100), answers: 100 },
  { name: 'a bad one after a good one', text: `${get('/health')}GARBAGE\r\n\r\n`, answers: 2 },
  {
    name: 'one after a connection that is to be closed',
    text: get('/health', 'connection: close\r\n') + hidden,
    answers: 1,
  },
  { name: 'TLS', text: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', answers: 1 },
  { name: 'a proxy line', text: `PROXY TCP4 127.0.0.1 127.0.0.1 1 2\r\n${get('/health')}`, answers: 1 },
  { name: 'nothing but zeros', text: '\0'.repeat(10_000), answers: 1 },
]

/** One of them with something changed: how many answers it may have is no longer known. */
export const mutatedShape = (random: Random): RawShape => {
  const { name, text } = random.pick(RAW_SHAPES)
  const changed = mutatedBytes(Buffer.from(text, 'latin1'), random).toString('latin1')
  return { name: `${name}, changed`, text: changed, answers: Number.POSITIVE_INFINITY }
}
