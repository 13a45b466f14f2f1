/** What the command line of `run.ts` says. */
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

export const USAGE = `Usage: npm run acceptance -- [options]

  --base-url <url>         the service (default: http://127.0.0.1:8787)
  --audience <url>         what the service calls itself, where that is another address
  --only <text>            only the files whose name contains the text
  --quick                  leave out what takes a minute: a request that expires

Against \`npm run dev\` (the default):
  --mail-url <url>         its mail page (default: http://127.0.0.1:8025)
  --site <folder>          the folder of its practice site (default: .pursestrings/site, here or above)

Against a deployment:
  --session-token <token>  of an organization there, in place of signing in by mail; give a second one for another
                           organization, whose view is compared
  --domain <host>          a domain of yours: you are asked to publish what proves it
  --webhook-url <url>      a public https address, whose calls arrive on --webhook-port of this machine
  --webhook-port <port>`

const FLAGS = {
  'base-url': { type: 'string', default: 'http://127.0.0.1:8787' },
  audience: { type: 'string' },
  only: { type: 'string', default: '' },
  quick: { type: 'boolean', default: false },
  'mail-url': { type: 'string', default: 'http://127.0.0.1:8025' },
  site: { type: 'string' },
  'session-token': { type: 'string', multiple: true },
  domain: { type: 'string' },
  'webhook-url': { type: 'string' },
  'webhook-port': { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

export type Options = ReturnType<typeof readOptions>

export const readOptions = (args: readonly string[]) => {
  const { values } = parseArgs({ args: [...args], options: FLAGS, strict: true })
  if ((values['webhook-url'] === undefined) !== (values['webhook-port'] === undefined)) {
    throw new TypeError('--webhook-url and --webhook-port belong together')
  }
  if (values.domain !== undefined && values.site !== undefined) throw new TypeError('give --domain or --site, not both')
  return {
    ...values,
    'base-url': values['base-url'].replace(/\/+$/, ''),
    'mail-url': values['mail-url'].replace(/\/+$/, ''),
  }
}

export const findSite = (told: string | undefined): string => {
  if (told !== undefined) return resolve(told)
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    const site = join(folder, '.pursestrings', 'site')
    if (existsSync(site)) return site
    if (folder === dirname(folder)) {
      throw new TypeError('no .pursestrings/site here or above: start `npm run dev`, or give --site or --domain')
    }
  }
}
