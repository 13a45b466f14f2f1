/** `npm run bench -- <name>`: one measurement; its figures are the last line, as JSON. Needs pgbench and wrk. */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const measured = (file: string) =>
  !['ground.ts', 'fill.ts', 'fill-requests.ts', 'engines.ts', 'compare.ts', 'own-postgres.ts', 'cpu.ts'].includes(file)
const names = readdirSync('bench')
  .filter(measured)
  .map((file) => file.replace('.ts', ''))
const [name] = process.argv.slice(2)
if (name === undefined || !names.includes(name)) {
  console.error(`npm run bench -- <name>, where the name is one of: ${names.join(', ')}`)
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
const { run } = (await import(`../bench/${name}.ts`)) as { run: () => Promise<object> }
console.log(JSON.stringify({ name, ...(await run()) }))
