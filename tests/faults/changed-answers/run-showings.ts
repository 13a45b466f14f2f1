/** Runs each showing once as it is, and then once for every changed byte of every answer that it read. */

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Ground } from './ground.ts'
import { isShown, type Signed, wrongIn } from './judge.ts'
import type { Showing } from './showings.ts'

// Stands between a client and the service. First it passes everything on and keeps the answers; then it gives the same
// answers again, with one of them changed. So the service does each thing once, however many bytes there are to change.

interface Kept {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
}

/** By method and address. */
type Tape = Map<string, Kept>

interface Replay {
  readonly base_url: string
  /** From now on answers come from the service and are kept. */
  record(tape: Tape): void
  /** From now on answers come from the tape, except for this one. */
  play(tape: Tape, changed?: { readonly call: string; readonly body: Buffer }): void
  [Symbol.asyncDispose](): Promise<void>
}

const UNKNOWN = { ok: false, error: { code: 'resource_not_found', message: 'Nothing was kept for this call.' } }

const startReplay = async (target: string): Promise<Replay> => {
  let answer: (call: string, asked: IncomingMessage, body: Buffer) => Promise<Kept>
  const server = createServer((asked, response) => {
    void bodyOf(asked)
      .then((body) => answer(`${asked.method} ${asked.url}`, asked, body))
      .then(({ status, headers, body }) => response.writeHead(status, headers).end(body))
      .catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    record(tape) {
      answer = async (call, asked, body) => {
        const kept = await passedOn(target, asked, body)
        tape.set(call, kept)
        return kept
      }
    },
    play(tape, changed) {
      answer = async (call) => {
        const kept = tape.get(call)
        if (!kept) return { status: 404, headers: JSON_TYPE, body: Buffer.from(JSON.stringify(UNKNOWN)) }
        return changed?.call === call ? { ...kept, body: changed.body } : kept
      }
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }
/** What the next answer is told by itself: its length, and that it is not packed. */
const OWN = new Set(['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'date'])

const passedOn = (target: string, asked: IncomingMessage, body: Buffer): Promise<Kept> =>
  new Promise((resolve, reject) => {
    const { 'accept-encoding': _packed, host: _host, ...headers } = asked.headers
    const options = { method: asked.method, headers, agent: false }
    const onward = request(`${target}${asked.url}`, options, (came) => {
      bodyOf(came).then((text) => {
        const kept = Object.entries(came.headers).filter(([name]) => !OWN.has(name))
        resolve({ status: came.statusCode ?? 502, headers: Object.fromEntries(kept), body: text })
      }, reject)
    })
    onward.on('error', reject)
    onward.end(body)
  })

const bodyOf = async (stream: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

// One byte of an answer, changed: every byte in turn, or a sample that aims at what a payment is made of.

interface Change {
  readonly at: number
  readonly byte: number
}

const QUOTE = 0x22

/** The next digit or letter, so that what is read as a number or a name still is one. */
const nextOf = (byte: number): number => {
  const [digit, upper, lower] = [byte - 0x30, byte - 0x41, byte - 0x61]
  if (digit >= 0 && digit < 10) return 0x30 + ((digit + 1) % 10)
  if (upper >= 0 && upper < 26) return 0x41 + ((upper + 1) % 26)
  if (lower >= 0 && lower < 26) return 0x61 + ((lower + 1) % 26)
  return byte ^ 2
}

const drawn = (seed: string): number => createHash('sha256').update(seed).digest()[0] ?? 0

const valuesOf = (byte: number, seed: string): number[] =>
  [...new Set([nextOf(byte), byte ^ 1, drawn(seed), QUOTE, byte ^ 0x20])].filter((value) => value !== byte)

/** `each`: 1 is every byte, 10 every tenth, which ones depends on the call. */
export const everyChange = (call: string, body: Buffer, { values, each }: { values: number; each: number }): Change[] =>
  [...body].flatMap((byte, at) =>
    valuesOf(byte, `${call} ${at}`)
      .slice(0, at % each === drawn(call) % each ? values : 0)
      .map((value) => ({ at, byte: value })),
  )

const SAMPLE = 12
const AIMED_MAX = 28
/** What a payment is made of: where these begin and end, and somewhere in a link. */
const AIMED = ['"amount":"', '"to":"', '"network":"', '"asset":"', '"memo":"', '"reference":"', '"reference_value":"']
const LINK = 'web+stellar:'
const LINK_LENGTH = 200

export const someChanges = (call: string, body: Buffer): Change[] => {
  const text = body.toString('latin1')
  const begins = AIMED.flatMap((name) => placesOf(text, name).map((at) => at + name.length))
  const ends = begins.map((at) => text.indexOf('"', at) - 1)
  const links = placesOf(text, LINK).map((at) => at + (drawn(`${call} ${at}`) % LINK_LENGTH))
  const aimed = [...begins, ...ends, ...links].toSorted((a, b) => drawn(`${a}`) - drawn(`${b}`)).slice(0, AIMED_MAX)
  const sample = Array.from({ length: SAMPLE }, (_, i) => drawn(`${call} ${i}`) * 256 + drawn(`${i} ${call}`))
  return [...new Set([...aimed, ...sample.map((at) => at % body.length)])]
    .filter((at) => at >= 0 && at < body.length)
    .map((at) => ({ at, byte: nextOf(body[at] ?? 0) }))
}

const placesOf = (text: string, part: string): number[] => {
  const found: number[] = []
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) found.push(at)
  return found
}

const changed = (body: Buffer, { at, byte }: Change): Buffer => {
  const copy = Buffer.from(body)
  copy[at] = byte
  return copy
}

export interface Figures {
  readonly client: Showing['client']
  readonly showing: string
  readonly answers: number
  readonly bytes: number
  /** How often one byte was changed. */
  readonly changes: number
  /** How often a payment was shown all the same. */
  readonly shown: number
  /** How often it was another than the signed one. */
  readonly wrong: number
  readonly examples: readonly string[]
}

export type Changing = (call: string, body: Buffer) => readonly Change[]

export interface Stage {
  readonly showings: readonly Showing[]
  stop?(): Promise<void>
}

const EXAMPLES = 5

export const runShowings = async (
  { place, requests }: Ground,
  changing: Changing,
  make: (base_url: string) => Stage,
  told: (figures: Figures) => void = () => {},
): Promise<Figures[]> => {
  await using replay = await startReplay(place.base_url)
  const { showings, stop } = make(replay.base_url)
  const found: Figures[] = []
  try {
    for (const showing of showings) {
      const figures = await runShowing(replay, showing, Object.values(requests), changing)
      told(figures)
      found.push(figures)
    }
  } finally {
    await stop?.()
  }
  return found
}

const runShowing = async (
  replay: Replay,
  showing: Showing,
  signed: readonly Signed[],
  changing: Changing,
): Promise<Figures> => {
  const own = showing.of.flatMap((id) => signed.filter(({ request_id }) => request_id === id))
  const tape: Tape = new Map()
  replay.record(tape)
  await expectHonest(showing, own, replay)
  replay.play(tape)
  await expectHonest(showing, own, replay)
  let [changes, shown, wrong] = [0, 0, 0]
  const examples: string[] = []
  for (const [call, { body }] of tape) {
    for (const change of changing(call, body)) {
      replay.play(tape, { call, body: changed(body, change) })
      const seen = await showing.run(replay.base_url)
      changes++
      if (isShown(seen)) shown++
      const differing = wrongIn(seen, own)
      if (differing.length === 0) continue
      wrong++
      if (examples.length < EXAMPLES) examples.push(`${call}, byte ${change.at}: ${differing.join('; ')}`)
    }
  }
  const bytes = [...tape.values()].reduce((sum, { body }) => sum + body.length, 0)
  return { client: showing.client, showing: showing.name, answers: tape.size, bytes, changes, shown, wrong, examples }
}

/** What is not shown without a change would hide nothing with one. */
const expectHonest = async ({ client, name, run }: Showing, own: readonly Signed[], { base_url }: Replay) => {
  const seen = await run(base_url)
  const wrong = wrongIn(seen, own)
  if (isShown(seen) && wrong.length === 0) return
  throw new Error(`${client} ${name} without any change: ${wrong.join('; ')}\n${JSON.stringify(seen, null, 2)}`)
}
