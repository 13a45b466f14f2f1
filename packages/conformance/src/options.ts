/** What the command line says. */
import { parseArgs } from 'node:util'

export const USAGE = `Usage: npm run conformance -- [options]

A service (the default):
  --url <url>              its address (default: http://127.0.0.1:8787)
  --audience <url>         what it calls itself, where that is another address
  --page <file>            also writes the result as a page of documentation

  At \`npm run dev\` (the default):
  --mail-url <url>         its mail page (default: http://127.0.0.1:8025)
  --site <folder>          the folder of its practice site (default: .pursestrings/site)

  Elsewhere, you are asked for what a person does:
  --domain <host>          a domain of yours: you are asked to publish two small files
  --webhook-url <url>      a public https address, whose calls arrive on --webhook-port of this machine
  --webhook-port <port>
  --mail-to <address>      a mailbox of yours that takes name+anything: you are asked for the link in each mail

A receiver of webhooks:
  --receiver <url>         where it takes them
  --secret <whsec_…>       the secret that it checks them with
  --delivered <how>        tells how many orders it has delivered so far: a command that prints the number, or an address that
                           answers it. Without it, nothing is said about orders

A wallet:
  --wallet <command>       does what its user would do: register <url> <key>, pairings approve <code>, inbox, show <id>,
                           approve <id>, reject <id>. <key> is the thumbprint of the key that the service signs facts with
  --port <port>            where the kit's service is, instead of any free port`

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
  receiver: { type: 'string' },
  secret: { type: 'string' },
  delivered: { type: 'string' },
  wallet: { type: 'string' },
  port: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

export type Options = ReturnType<typeof readOptions>

export const readOptions = (args: readonly string[]) => {
  const { values } = parseArgs({ args: [...args], options: FLAGS, strict: true })
  const { receiver, secret, delivered, wallet, port } = values
  if ((values['webhook-url'] === undefined) !== (values['webhook-port'] === undefined)) {
    throw new TypeError('--webhook-url and --webhook-port belong together')
  }
  if (values.domain !== undefined && values['webhook-url'] === undefined) {
    throw new TypeError('--domain needs --webhook-url: without a practice site, webhooks need an address')
  }
  if ((receiver === undefined) !== (secret === undefined)) {
    throw new TypeError('--receiver and --secret belong together: the kit signs what it sends')
  }
  if (delivered !== undefined && receiver === undefined) throw new TypeError('--delivered belongs to --receiver')
  if (port !== undefined && wallet === undefined) throw new TypeError('--port belongs to --wallet')
  if (wallet !== undefined && receiver !== undefined)
    throw new TypeError('Test a wallet or a receiver, not both at once')
  return { ...values, url: values.url.replace(/\/+$/, ''), 'mail-url': values['mail-url'].replace(/\/+$/, '') }
}
