/**
 * What tracing costs a create, in CPU µs of Node: off, off again (how far two equal processes lie apart), on but never sampled, and
 * one in a hundred sampled. Rounds alternate between the four.
 */
import { startCollectorDouble } from '../../server/test/otlp-collector-double.ts'
import { median, round, spreadOf } from './compare.ts'
import { CREATE_LUA } from './create.ts'
import { wrk } from './engines.ts'
import { prepareGround, startApi } from './ground.ts'

const SECONDS = Number(process.env.SECONDS ?? 4)
const ROUNDS = Number(process.env.ROUNDS ?? 7)
const CLIENTS = 32
/** Of a create without tracing, or the spread of equal processes where that is more. */
const UNSAMPLED_MAX = 1.03
const SAMPLED_MAX = 1.05

export const run = async (): Promise<object> => {
  const ground = await prepareGround()
  const collector = await startCollectorDouble()
  const { database_url, folder } = ground
  const apiWith = (settings: Record<string, string>) => startApi(database_url, folder, settings)
  const sides = {
    off: await apiWith({}),
    off_again: await apiWith({}),
    unsampled: await apiWith({ TRACE_URL: collector.url, TRACE_RATIO: '0' }),
    sampled: await apiWith({ TRACE_URL: collector.url, TRACE_RATIO: '0.01' }),
  }
  try {
    const names = Object.keys(sides) as (keyof typeof sides)[]
    const cost = async (name: keyof typeof sides): Promise<number> => {
      const { url, process: api } = sides[name]
      return (await wrk({ ...ground, url, api }, CREATE_LUA, CLIENTS, SECONDS)).node_us
    }
    for (const name of names) await cost(name)
    const rounds: Record<keyof typeof sides, number>[] = []
    for (let i = 0; i < ROUNDS; i++) {
      const one = { off: 0, off_again: 0, unsampled: 0, sampled: 0 }
      const order = [...names.slice(i % names.length), ...names.slice(0, i % names.length)]
      for (const name of order) one[name] = await cost(name)
      rounds.push(one)
      console.log(one)
    }
    const ratio = (name: keyof typeof sides) => round(median(rounds.map((one) => one[name] / one.off)))
    const noise = 1 + Math.abs(ratio('off_again') - 1)
    return {
      node_us: round(median(rounds.map(({ off }) => off))),
      off_again: ratio('off_again'),
      unsampled: ratio('unsampled'),
      sampled: ratio('sampled'),
      spans: collector.spans.length,
      spread: spreadOf(rounds.map(({ off }) => off)),
      met:
        ratio('unsampled') <= Math.max(UNSAMPLED_MAX, noise) &&
        ratio('sampled') <= Math.max(SAMPLED_MAX, noise) &&
        collector.spans.length > 0,
    }
  } finally {
    for (const side of Object.values(sides)) await side.stop()
    await collector.stop()
    await ground.stop()
  }
}
