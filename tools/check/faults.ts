/** `npm run faults -- <name>`: one fault run, which takes minutes or measures time; its figures are the last line, as JSON. */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { FIGURES } from '../../tests/faults/report.ts'
import { listOf } from './list-runs.ts'

process.chdir(fileURLToPath(new URL('../..', import.meta.url)))
const { names, lines } = listOf(globSync('tests/faults/*.test.ts'))
const [name] = process.argv.slice(2)
if (name === undefined || !names.includes(name)) {
  console.error(['npm run faults -- <name>', ...lines].join('\n'))
  process.exit(2)
}
const figures = `${FIGURES}${name}.json`
rmSync(figures, { force: true })
const { status } = spawnSync('vitest', ['run', '--project', 'faults', `tests/faults/${name}.test.ts`], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
if (existsSync(figures)) console.log(readFileSync(figures, 'utf8'))
process.exitCode = status ?? 1
