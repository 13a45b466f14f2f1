/**
 * An older commit beside this tree, in one run: `OLD=<commit> WHAT=create|read|events npm run bench -- beside`. Each tree
 * prepares its own database and its own api process from its own code; rounds alternate, so that a busy machine disturbs
 * both alike. Rates wander more than work does: CPU µs per call, of Node and PostgreSQL, stand beside them.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { checkOut } from '../faults/old-tree.ts'
import { CLIENTS, countAsOwn, median, type Process, postgresAt, round, spreadOf } from './compare.ts'
import { CREATE_LUA } from './create.ts'
import { wrk } from './engines.ts'
import { EVENTS_LUA } from './events.ts'
import { READ_LUA } from './read.ts'

const { OLD, WHAT = 'create' } = process.env
const SECONDS = Number(process.env.SECONDS ?? 5)
const ROUNDS = Number(process.env.ROUNDS ?? 5)
/** What the newer tree must at least reach of the older one. */
const BAR = 0.95

const LUA: Readonly<Record<string, string>> = { create: CREATE_LUA, read: READ_LUA, events: EVENTS_LUA }

/** Runs in either tree, with that tree's own ground; tells where it is, and stops when its input ends. */
const prepareIn = (bench: string) => `
import { prepareGround } from './${bench}/ground.ts'
const ground = await prepareGround()
let { connections_file } = ground
if (process.env.WHAT !== 'create') {
  const { fillWithRequests } = await import('./${bench}/fill-requests.ts')
  await fillWithRequests(ground.admin, 20_000)
  if (process.env.WHAT === 'read') {
    const { writeRequestsFile } = await import('./${bench}/read.ts')
    connections_file = await writeRequestsFile(ground)
  }
}
const { url, folder, database_url } = ground
console.log(JSON.stringify({ url, folder, database_url, connections_file }))
process.stdin.resume().once('end', () => ground.stop())
`

interface Side {
  readonly place: { url: string; folder: string; database_url: string; connections_file: string }
  readonly api: Process
  readonly postgres: Process
  stop(): Promise<unknown>
}

const startSide = async (tree: string): Promise<Side> => {
  const bench = existsSync(join(tree, 'tests/bench')) ? 'tests/bench' : 'bench'
  // A commit from before the product had this name reads its sources under its own.
  const { name } = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8')) as { name: string }
  const flags = [`--conditions=@${name}/source`, '--input-type=module-typescript', '-e', prepareIn(bench)]
  const child = spawn(process.execPath, flags, { cwd: tree, stdio: ['pipe', 'pipe', 'inherit'] })
  let place: Side['place'] | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{')) continue
    place = JSON.parse(line) as Side['place']
    break
  }
  if (!place) throw new Error(`the bench of ${tree} did not start`)
  const postgres = postgresAt(place.database_url)
  const ends = countAsOwn(postgres)
  const stop = () => {
    ends()
    child.stdin.end()
    return once(child, 'exit')
  }
  return { place, api: { pid: child.pid as number }, postgres, stop }
}

interface Taken {
  readonly per_s: number
  readonly cpu_us: number
}

const take = async ({ place, api, postgres }: Side, clients: number): Promise<Taken> => {
  const { per_s, node_us, postgres_us } = await wrk({ ...place, api, postgres }, LUA[WHAT] as string, clients, SECONDS)
  return { per_s, cpu_us: node_us + postgres_us }
}

export const run = async (): Promise<object> => {
  if (OLD === undefined || LUA[WHAT] === undefined) {
    throw new Error('OLD=<commit> WHAT=create|read|events npm run bench -- beside')
  }
  const tree = checkOut(OLD)
  const sides: Side[] = []
  try {
    const old = await startSide(tree.root)
    sides.push(old)
    const now = await startSide(process.cwd())
    sides.push(now)
    return await alternate(old, now)
  } finally {
    for (const side of sides) await side.stop()
    tree.remove()
  }
}

const alternate = async (old: Side, now: Side): Promise<object> => {
  await take(old, 32)
  await take(now, 32)
  let spread = 0
  const figures: Record<string, { rate_ratio: number; cpu_ratio: number; old: Taken; new: Taken }> = {}
  for (const clients of CLIENTS) {
    const pairs: { old: Taken; new: Taken }[] = []
    for (let i = 0; i < ROUNDS; i++) {
      const first = await take(i % 2 === 0 ? old : now, clients)
      const second = await take(i % 2 === 0 ? now : old, clients)
      pairs.push(i % 2 === 0 ? { old: first, new: second } : { old: second, new: first })
    }
    const of = (side: 'old' | 'new'): Taken => ({
      per_s: round(median(pairs.map((pair) => pair[side].per_s))),
      cpu_us: round(median(pairs.map((pair) => pair[side].cpu_us))),
    })
    const rates = pairs.map((pair) => pair.new.per_s / pair.old.per_s)
    spread = Math.max(spread, spreadOf(rates))
    figures[clients] = {
      rate_ratio: round(median(rates)),
      cpu_ratio: round(median(pairs.map((pair) => pair.old.cpu_us / pair.new.cpu_us))),
      old: of('old'),
      new: of('new'),
    }
    console.log(`${clients} clients:`, JSON.stringify(figures[clients]))
  }
  const missed = Object.entries(figures).filter(([, f]) => Math.max(f.rate_ratio, f.cpu_ratio) < BAR)
  return { met: missed.length === 0, what: WHAT, old: OLD, seconds: SECONDS, rounds: ROUNDS, bar: BAR, spread, figures }
}
