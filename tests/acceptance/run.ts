/**
 * Runs the journeys and rules against a service, wherever it is. Needs Node 24, this folder and @pursestrings/sdk; nothing of
 * the service's own code. Ends with the counts alone on a line.
 */
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { readOptions, USAGE } from './options.ts'
import { usePlace } from './place.ts'
import { openPlace } from './place-at.ts'

const FOLDER = fileURLToPath(new URL('.', import.meta.url))

const main = async (): Promise<void> => {
  const options = readOptions(process.argv.slice(2))
  if (options.help) return console.log(USAGE)
  const files = globSync(`${FOLDER}{journeys,rules}/*.test.ts`).filter((file) => basename(file).includes(options.only))
  if (files.length === 0) throw new TypeError(`no file is named *${options.only}*`)
  const place = await openPlace(options)
  usePlace(place)
  const counts = { passed: 0, failed: 0 }
  const skipped: string[] = []
  // One process for all: they share a shop, and are told the place by a module.
  const tests = run({ files: files.toSorted(), isolation: 'none' })
  tests.on('test:pass', ({ name, skip }) => {
    if (skip === undefined) counts.passed++
    else skipped.push(`skipped: ${name} (${String(skip)})`)
  })
  tests.on('test:fail', () => counts.failed++)
  for await (const line of tests.compose(new spec())) process.stdout.write(String(line))
  await place.close()
  for (const line of skipped) console.log(line)
  console.log(`${counts.passed} passed, ${counts.failed} failed`)
  process.exitCode = counts.failed === 0 ? 0 : 1
}

try {
  await main()
} catch (error) {
  console.error(error instanceof TypeError ? `${error.message}\n\n${USAGE}` : error)
  process.exitCode = 1
}
