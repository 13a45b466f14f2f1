/** Runs the kit and prints a verdict per sentence; fails if one is not met. Needs Node 24 and nothing else. */
import { writeFile } from 'node:fs/promises'
import type { Book } from './book.ts'
import { type Options, readOptions, USAGE } from './options.ts'
import { pageOf } from './page.ts'
import { openPlace } from './place-at.ts'
import { deliveredBy } from './receiver/delivered.ts'
import { runReceiver } from './receiver/run-receiver.ts'
import { countOf, linesOf } from './report.ts'
import { runKit } from './run-kit.ts'
import { drivenBy } from './wallet/drive.ts'
import { runWallet } from './wallet/run-wallet.ts'

const checkService = async (options: Options): Promise<Book> => {
  const place = await openPlace(options)
  const book = await runKit(place)
  await place.close()
  if (options.page !== undefined) await writeFile(options.page, pageOf(book))
  return book
}

const check = async (options: Options): Promise<Book> => {
  const { receiver: url, secret, delivered, wallet, port } = options
  if (wallet !== undefined) return runWallet({ drive: drivenBy(wallet), port: Number(port ?? 0) })
  if (url === undefined || secret === undefined) return checkService(options)
  return runReceiver({ url, secret, delivered: delivered === undefined ? undefined : deliveredBy(delivered) })
}

try {
  const options = readOptions(process.argv.slice(2))
  if (options.help) console.log(USAGE)
  else {
    const book = await check(options)
    for (const line of linesOf(book)) console.log(line)
    process.exitCode = countOf(book, 'not met') === 0 ? 0 : 1
  }
} catch (error) {
  console.error(error instanceof TypeError ? `${error.message}\n\n${USAGE}` : error)
  process.exitCode = 1
}
