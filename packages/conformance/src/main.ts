/** Runs the kit against a service and prints a verdict per sentence; fails if one is missing. Needs Node 24 and nothing else. */
import { writeFile } from 'node:fs/promises'
import { type Options, readOptions, USAGE } from './options.ts'
import { openPlace } from './place-at.ts'
import { countOf, linesOf, pageOf } from './report.ts'
import { runKit } from './run-kit.ts'

const check = async (options: Options): Promise<void> => {
  const place = await openPlace(options)
  const book = await runKit(place)
  await place.close()
  for (const line of linesOf(book)) console.log(line)
  if (options.page !== undefined) await writeFile(options.page, pageOf(book))
  process.exitCode = countOf(book, 'missing') === 0 ? 0 : 1
}

try {
  const options = readOptions(process.argv.slice(2))
  if (options.help) console.log(USAGE)
  else await check(options)
} catch (error) {
  console.error(error instanceof TypeError ? `${error.message}\n\n${USAGE}` : error)
  process.exitCode = 1
}
