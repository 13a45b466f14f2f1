/**
 * Runs the journeys and rules against a service, wherever it is. Needs Node 24, this folder and @pursestrings/sdk; nothing of
 * the service's own code. Ends with the counts alone on a line.
 */
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { run } from 'node:test'
import { spec, type TestEvent } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { ApiError } from '@pursestrings/sdk'
import { readOptions, USAGE } from './options.ts'
import { usePlace } from './place.ts'
import { openPlace } from './place-at.ts'

const FOLDER = fileURLToPath(new URL('.', import.meta.url))

/** What needs a module says nothing of a service that leaves all of them out. */
const passedOver = (event: TestEvent): TestEvent => {
  if (event.type !== 'test:fail') return event
  const { cause } = event.data.details.error
  if (!(cause instanceof ApiError) || cause.code !== 'extension_not_served') return event
  const skip = `needs the module ${String(cause.details['tier'])}, which is not served here`
  return { type: 'test:pass', data: { ...event.data, skip } }
}

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
  const judged = async function* (events: AsyncIterable<TestEvent>) {
    for await (const event of events) {
      const shown = passedOver(event)
      if (shown.type === 'test:fail') counts.failed++
      else if (shown.type === 'test:pass' && shown.data.skip === undefined) counts.passed++
      else if (shown.type === 'test:pass') skipped.push(`skipped: ${shown.data.name} (${String(shown.data.skip)})`)
      yield shown
    }
  }
  for await (const line of Readable.from(judged(tests)).pipe(new spec())) process.stdout.write(String(line))
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
