/** `webhooks`: check one that came, and the endpoints of the merchant. */
import { readFile } from 'node:fs/promises'
import { verifyWebhook, type WebhookEndpointsCreateInput, WebhookVerificationError } from '@pursestrings/sdk'
import { INPUTS } from '@pursestrings/sdk/inputs'
import { type Command, Option } from 'commander'
import { merchantOf } from '../clients.ts'
import { takes } from '../field-option.ts'
import { addCommand, addGroup, count, needed, type Run, runs, seconds } from '../run.ts'
import { failed, wrongUsage } from '../stop.ts'
import { terminal } from '../terminal.ts'

interface Verify {
  readonly secretFile?: string
  readonly id: string
  readonly timestamp: string
  readonly signature: string
  readonly tolerance: number
}

const verify = async ({ output, environment }: Run, file: string, options: Verify): Promise<void> => {
  const { secretFile } = options
  const secret = secretFile === undefined ? environment.webhook_secret : (await textIn(secretFile)).trim()
  if (secret === undefined) {
    throw wrongUsage('No secret given.', 'Set PURSESTRINGS_WEBHOOK_SECRET, or add --secret-file.')
  }
  const headers = {
    'webhook-id': options.id,
    'webhook-timestamp': options.timestamp,
    'webhook-signature': options.signature,
  }
  const { id, message } = await verifyWebhook(await bodyIn(file), headers, secret, {
    tolerance_s: options.tolerance,
  }).catch((failure: unknown) => {
    if (!(failure instanceof WebhookVerificationError)) throw failure
    throw failed(`This webhook isn't genuine: ${failure.message}`, REMEDIES[failure.reason])
  })
  output.fields({ genuine: true, id, message }, [
    ['genuine', 'yes'],
    ['id', id],
    ['type', message.type],
    ['data', JSON.stringify(message.data)],
  ])
}

const REMEDIES: Readonly<Record<WebhookVerificationError['reason'], string>> = {
  headers: 'Use all three headers exactly as received.',
  too_old: 'Refuse it: it may be a replay. To check an old one, add --tolerance.',
  too_new: "Check this machine's clock: pursestrings doctor",
  signature: "Use the raw body and this endpoint's secret.",
  not_json: 'Use the raw body.',
}

const unreadable = (file: string, what_to_do: string) => () => {
  throw wrongUsage(`Can't read ${file}.`, what_to_do)
}

const textIn = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch(unreadable(file, "Use a file with the endpoint's secret and nothing else."))

/** The bytes as they are: one more line feed would be another body. */
const bodyIn = async (file: string): Promise<string | Uint8Array> => {
  if (file !== '-') {
    return readFile(file).catch(unreadable(file, 'Use a file with the body, or - for stdin.'))
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of terminal().stdin) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks)
}

const list = async ({ profiles, output }: Run): Promise<void> => {
  const webhook_endpoints = await merchantOf(profiles.read()).webhookEndpoints.list().toArray()
  output.table(
    { webhook_endpoints },
    ['ENDPOINT', 'STATUS', 'URL'],
    webhook_endpoints.map((one) => [one.webhook_endpoint_id, one.status, one.url]),
  )
}

const create = async (
  { profiles, output }: Run,
  { url, events }: { url: string; events?: readonly string[] },
): Promise<void> => {
  const event_types = events as WebhookEndpointsCreateInput['event_types']
  const created = await merchantOf(profiles.read()).webhookEndpoints.create({ url, ...(events && { event_types }) })
  const { webhook_endpoint, secret } = created
  output.fields(created, [
    ['endpoint', `${webhook_endpoint.webhook_endpoint_id} (${webhook_endpoint.status})`],
    ['secret', `${secret}   (shown only once)`],
  ])
  output.note(`Then: pursestrings webhooks verify-endpoint ${webhook_endpoint.webhook_endpoint_id}`)
}

const verifyEndpoint = async ({ profiles, output }: Run, id: string): Promise<void> => {
  const { webhook_endpoint } = await merchantOf(profiles.read()).webhookEndpoints.verify(id)
  output.fields({ webhook_endpoint }, [
    ['endpoint', webhook_endpoint.webhook_endpoint_id],
    ['status', webhook_endpoint.status],
  ])
}

interface Deliveries {
  readonly endpoint?: string
  readonly about?: string
  readonly limit: number
}

const deliveries = async ({ profiles, output }: Run, options: Deliveries): Promise<void> => {
  const { webhookDeliveries } = merchantOf(profiles.read())
  const pages = webhookDeliveries.list({ webhook_endpoint_id: options.endpoint, about: options.about })
  const webhook_deliveries = await pages.toArray({ limit: options.limit })
  output.table(
    { webhook_deliveries },
    ['DELIVERY', 'STATUS', 'LAST', 'EVENT', 'ABOUT'],
    webhook_deliveries.map(({ webhook_delivery_id, status, attempts, event_type, about }) => {
      const last = attempts.at(-1)
      return [webhook_delivery_id, status, last?.status_code ?? last?.error_kind, event_type, about]
    }),
  )
}

const redeliver = async ({ profiles, output }: Run, id: string): Promise<void> => {
  const answer = await merchantOf(profiles.read()).webhookDeliveries.redeliver({ webhook_delivery_id: id })
  output.fields({ webhook_delivery_id: id, ...answer }, [['delivery', id]])
  output.note('See the result: pursestrings webhooks deliveries --limit 1')
}

const sendTest = async ({ profiles, output }: Run, id: string): Promise<void> => {
  const sent = await merchantOf(profiles.read()).webhookEndpoints.test(id)
  output.fields(sent, [['delivery', sent.webhook_delivery_id]])
  output.note('See the result: pursestrings webhooks deliveries --limit 1')
}

const rotateSecret = async ({ profiles, output }: Run, id: string): Promise<void> => {
  const rotated = await merchantOf(profiles.read()).webhookEndpoints.rotateSecret(id)
  output.fields(rotated, [
    ['endpoint', rotated.webhook_endpoint.webhook_endpoint_id],
    ['secret', `${rotated.secret}   (shown only once)`],
    ['old one works until', rotated.webhook_endpoint.previous_secret_until],
  ])
}

const remove = async ({ profiles, output }: Run, id: string): Promise<void> => {
  const answer = await merchantOf(profiles.read()).webhookEndpoints.delete(id)
  output.fields({ webhook_endpoint_id: id, ...answer }, [['deleted', id]])
}

/** A call takes on so many; it is made until nothing is left. */
const recover = async ({ profiles, output }: Run, id: string, { since }: { since: string }): Promise<void> => {
  const { webhookDeliveries } = merchantOf(profiles.read())
  const missed = { webhook_endpoint_id: id, since }
  let redelivered = 0
  for (let more = -1; more !== 0; redelivered += more) more = (await webhookDeliveries.redeliver(missed)).redelivered
  output.fields({ webhook_endpoint_id: id, redelivered }, [['resent', `${redelivered} deliveries`]])
}

const CREATED = INPUTS['webhook_endpoints.create']
const ENDPOINT = 'whe_01k0000000e008000000000000'

export const addWebhooks = (program: Command): void => {
  const webhooks = addGroup(program, 'webhooks', 'Verify webhooks and manage endpoints', ['webhooks list'])
  addCommand(webhooks, 'verify <file>', 'Verify the signature of a webhook offline', [
    'webhooks verify body --id evt_… --timestamp 1… --signature v1,…',
    'webhooks verify - --id evt_… --timestamp 1… --signature v1,…',
  ])
    .addOption(needed('--id <id>', 'the header webhook-id'))
    .addOption(needed('--timestamp <seconds>', 'the header webhook-timestamp'))
    .addOption(needed('--signature <list>', 'the header webhook-signature'))
    .option('--secret-file <file>', 'endpoint secret, unless PURSESTRINGS_WEBHOOK_SECRET has it')
    .option('--tolerance <seconds>', 'maximum age', seconds, 300)
    .action(runs(verify))
  addCommand(webhooks, 'list', 'List endpoints', ['webhooks list']).action(runs(list))
  addCommand(webhooks, 'create', 'Create an endpoint; its secret is shown once', [
    'webhooks create --url https://shop.example.com/hook',
  ])
    .addOption(takes(needed('--url <url>', 'https, port 443, a public host'), CREATED.url))
    .addOption(takes(new Option('--events <types>', 'comma-separated types (default: all)'), CREATED.event_types))
    .action(runs(create))
  addCommand(webhooks, 'verify-endpoint <endpoint-id>', 'Verify an endpoint', [
    'webhooks verify-endpoint whe_01k0000000e008000000000000',
  ]).action(runs(verifyEndpoint))
  addCommand(webhooks, 'deliveries', 'List deliveries, newest first', ['webhooks deliveries --limit 10'])
    .addOption(
      takes(
        new Option('--endpoint <endpoint-id>', 'to this endpoint'),
        INPUTS['webhook_deliveries.list'].webhook_endpoint_id,
      ),
    )
    .addOption(
      takes(
        new Option('--about <id>', 'about this request, connection, payee …'),
        INPUTS['webhook_deliveries.list'].about,
      ),
    )
    .option('--limit <count>', 'maximum to show', count, 25)
    .action(runs(deliveries))
  addCommand(webhooks, 'redeliver <delivery-id>', 'Resend a delivery', [
    'webhooks redeliver whd_01k0000000e008000000000000',
  ]).action(runs(redeliver))
  addCommand(webhooks, 'test <endpoint-id>', 'Send a test event', [`webhooks test ${ENDPOINT}`]).action(runs(sendTest))
  addCommand(webhooks, 'rotate-secret <endpoint-id>', 'Rotate the secret; the old one works for 24 hours', [
    `webhooks rotate-secret ${ENDPOINT}`,
  ]).action(runs(rotateSecret))
  addCommand(webhooks, 'delete <endpoint-id>', 'Delete an endpoint', [`webhooks delete ${ENDPOINT}`]).action(
    runs(remove),
  )
  addCommand(webhooks, 'recover <endpoint-id>', 'Resend failed deliveries since a time', [
    'webhooks recover whe_01k0… --since 2026-11-15T09:30:00Z',
  ])
    .addOption(
      takes(needed('--since <time>', 'RFC 3339, with an offset'), INPUTS['webhook_deliveries.redeliver'].since),
    )
    .action(runs(recover))
}
