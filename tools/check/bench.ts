/**
 * `npm run bench -- <name>`: one measurement; its figures are the last line, as JSON. Many need pgbench and wrk.
 * `verdict` is `met` or `missed` where there is a bar, and `measured` where there is none. On a busy machine it is `busy`, and
 * figures are shown only with BENCH_ANYWAY=1. The exit code is 0 for `met` and `measured`, 1 for `missed`, 3 for `busy`.
 */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { listOf } from './list-runs.ts'

process.chdir(fileURLToPath(new URL('../..', import.meta.url)))
const runs = globSync('tests/bench/*.ts').filter((file) => /^export const run\b/m.test(readFileSync(file, 'utf8')))
const { names, lines } = listOf(runs)
const [name] = process.argv.slice(2)
if (name === undefined || !names.includes(name)) {
  console.error(['npm run bench -- <name>', ...lines].join('\n'))
  process.exit(2)
}
const engines = readFileSync(`tests/bench/${name}.ts`, 'utf8').includes("'./engines.ts'") ? ['pgbench', 'wrk'] : []
for (const program of engines) {
  if (spawnSync(program, ['--version']).error) {
    console.error(
      `${program} is not installed; Debian has it in ${program === 'wrk' ? 'wrk' : 'postgresql-contrib or postgresql-client'}`,
    )
    process.exit(2)
  }
}
interface Figures {
  /** Whether the bar was reached; left out where there is none. */
  readonly met?: boolean
  /** How far rounds of the same lie apart, as a part of their median. */
  readonly spread?: number
  /** Its bars are counts and bytes: they hold on a busy machine, too, and only what it took is doubtful. */
  readonly exact?: boolean
}
const { run } = (await import(`../../tests/bench/${name}.ts`)) as { run: () => Promise<Figures> }
const { watchMachine, doubtsAbout } = await import('../../tests/bench/compare.ts')
const watch = watchMachine()
const { met, exact = false, ...figures } = await run()
const machine = watch.stop()
const doubts = doubtsAbout(machine, figures.spread)
const judged = met === undefined ? 'measured' : met ? 'met' : 'missed'
const verdict = doubts.length > 0 && !exact ? 'busy' : judged
process.exitCode = { measured: 0, met: 0, missed: 1, busy: 3 }[verdict]
if (verdict === 'busy') console.error(`No verdict: ${doubts.join(', and ')}. Repeat it on a quiet machine.`)
const shown = verdict !== 'busy' || process.env.BENCH_ANYWAY === '1' ? figures : {}
console.log(JSON.stringify({ name, verdict, ...(doubts.length > 0 && { doubts }), machine, ...shown }))
