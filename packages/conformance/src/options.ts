/** What the command line says. */
import { parseArgs } from 'node:util'

export const USAGE = `Usage: npm run conformance -- [options]

  --url <url>              the service (default: http://127.0.0.1:8787)
  --audience <url>         what the service calls itself, where that is another address
  --page <file>            also writes the result as a page of documentation

At \`npm run dev\` (the default):
  --mail-url <url>         its mail page (default: http://127.0.0.1:8025)
  --site <folder>          the folder of its practice site (default: .pursestrings/site)

Elsewhere, you are asked for what a person does:
  --domain <host>          a domain of yours: you are asked to publish two small files
  --webhook-url <url>      a public https address, whose calls arrive on --webhook-port of this machine
  --webhook-port <port>
  --mail-to <address>      a mailbox of yours that takes name+anything: you are asked for the link in each mail`

const FLAGS = {
  url: { type: 'string', default: 'http://127.0.0.1:8787' },
  audience: { type: 'string' },
  page: { type: 'string' },
  'mail-url': { type: 'string', default: 'http://127.0.0.1:8025' },
  'mail-to': { type: 'string' },
  site: { type: 'string', default: '.pursestrings/site' },
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
  if (values.domain !== undefined && values['webhook-url'] === undefined) {
    throw new TypeError('--domain needs --webhook-url: without a practice site, webhooks need an address')
  }
  return { ...values, url: values.url.replace(/\/+$/, ''), 'mail-url': values['mail-url'].replace(/\/+$/, '') }
}
