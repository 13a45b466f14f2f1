/** `npm run bench -- <name>`: one measurement; its figures are the last line, as JSON. Needs pgbench and wrk. */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { listOf } from './list-runs.ts'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const runs = globSync('tests/bench/*.ts').filter((file) => /^export const run\b/m.test(readFileSync(file, 'utf8')))
const { names, lines } = listOf(runs)
const [name] = process.argv.slice(2)
if (name === undefined || !names.includes(name)) {
  console.error(['npm run bench -- <name>', ...lines].join('\n'))
  process.exit(2)
}
for (const program of ['pgbench', 'wrk']) {
  if (spawnSync(program, ['--version']).error) {
    console.error(
      `${program} is not installed; Debian has it in ${program === 'wrk' ? 'wrk' : 'postgresql-contrib or postgresql-client'}`,
    )
    process.exit(2)
  }
}
const { run } = (await import(`../tests/bench/${name}.ts`)) as { run: () => Promise<object> }
console.log(JSON.stringify({ name, ...(await run()) }))
