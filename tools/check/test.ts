/**
 * `npm test`: tries a change while it is made. It runs the tests that the files which differ from main lead to (`--list` says which,
 * and why); `--watch` stays, and runs those of every further change. With files it runs just these, as vitest understands them.
 */
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Choice, changedFiles, chooseTests } from './choose-tests/choose-tests.ts'
import { readKept } from './counts.ts'
import { onlyFullFiles } from './full-list.ts'
import { readTree } from './modules/check-modules.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const LOOKS_EVERY_MS = 500
process.chdir(ROOT)

const given = process.argv.slice(2).filter((word) => !['--list', '--watch'].includes(word))
const kept = readKept('tests/times.json')
const only_full = new Set(onlyFullFiles(ROOT))
const chosenFor = (changed: readonly string[]): Choice[] =>
  chooseTests(readTree(ROOT), changed, (file) => kept[file]?.time_s).filter(({ file }) => !only_full.has(file))

const show = (choices: readonly Choice[]): void => {
  const width = Math.max(...choices.map(({ file }) => file.length))
  for (const { file, why } of choices) console.log(`${file.padEnd(width)}  ${why}`)
}

const runOnce = (files: readonly string[]): void => {
  const vitest = `${ROOT}node_modules/vitest/vitest.mjs`
  const projects = ['--project', 'unit', '--project', 'server']
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...projects, ...files], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}

/** The database and what was read stay as they are between runs; what is run starts fresh. */
const watch = async (): Promise<void> => {
  const { createVitest } = await import('vitest/node')
  const vitest = await createVitest('test', { watch: false, project: ['unit', 'server'] })
  await vitest.standalone()
  process.once('SIGINT', () => void vitest.close().then(() => process.exit()))
  const run = async (files: readonly string[], changed: readonly string[]) => {
    for (const file of changed) vitest.invalidateFile(ROOT + file)
    const wanted = new Set(files.map((file) => ROOT + file))
    const all = await vitest.globTestSpecifications([...files])
    await vitest.runTestSpecifications(all.filter(({ moduleId }) => wanted.has(moduleId)))
    console.log('waiting for changes; Ctrl-C ends')
  }
  let seen = new Map<string, number>()
  for (let changed = changedFiles(ROOT) ?? []; ; changed = changedFiles(ROOT) ?? []) {
    const now = new Map(changed.map((file) => [file, statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0]))
    const fresh = changed.filter((file) => now.get(file) !== seen.get(file))
    seen = now
    if (fresh.length > 0) {
      const choices = chosenFor(fresh)
      await run(
        choices.map(({ file }) => file),
        fresh,
      )
    }
    await pause(LOOKS_EVERY_MS)
  }
}

if (given.length > 0) runOnce(given)
else if (process.argv.includes('--watch')) await watch()
else {
  const changed = changedFiles(ROOT)
  if (changed === undefined) console.log('the tree has no git history: the core alone is run')
  const choices = chosenFor(changed ?? [])
  if (process.argv.includes('--list')) show(choices)
  else runOnce(choices.map(({ file }) => file))
}
