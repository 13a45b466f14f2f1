/** Runs each showing once as it is, and then once for every changed byte of every answer that it read. */
import { type Change, changed } from './changes.ts'
import type { Ground } from './ground.ts'
import { isShown, type Signed, wrongIn } from './judge.ts'
import { type Replay, startReplay, type Tape } from './replay.ts'
import type { Showing } from './showing.ts'

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
