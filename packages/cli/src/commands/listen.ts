/**
 * `listen`: webhooks for a program on this machine. The merchant's feed is followed, and each event is posted as the webhook
 * that the service would send, signed with a secret that is made here once.
 */
import { randomBytes } from 'node:crypto'
import {
  type FeedReset,
  type FollowOptions,
  type PaymentEvent,
  type PaymentRequestWebhook,
  signWebhookForTests,
} from '@pursestrings/sdk'
import { INPUTS } from '@pursestrings/sdk/inputs'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { connectedAgentOf, merchantOf, speaksForMerchant } from '../clients.ts'
import { takes } from '../field-option.ts'
import type { Profile } from '../profile.ts'
import type { ProfileStore } from '../profile-store.ts'
import { resetText } from '../request-text.ts'
import { addCommand, needed, type Run, runs, untilInterrupted } from '../run.ts'

interface Options {
  readonly forwardTo: string
  readonly since?: number
  readonly events?: readonly string[]
}

const TIMEOUT_MS = 15_000

const listen = async ({ profiles, output }: Run, { forwardTo, since, events }: Options): Promise<void> => {
  const feed = await feedOf(profiles)
  const { listen_secret: secret = '' } = await profiles.change(withSecret)
  const interrupted = untilInterrupted()
  const from = since ?? (await feed.latest())
  const ready = { forward_to: forwardTo, secret, since: from }
  output.line(ready, `secret  ${secret}\nready   forwarding events after ${from} to ${forwardTo}; Ctrl-C stops`)
  const onReset = (reset: FeedReset) => output.note(resetText(reset))
  for await (const { cursor, event_id, message } of feed.follow({ since: from, signal: interrupted, onReset })) {
    const { type } = message
    if (events && !events.includes(type)) continue
    const body = JSON.stringify(message)
    const answer = await post(forwardTo, body, await signWebhookForTests(body, secret, { id: event_id }))
    const [about = ''] = Object.values(message.data)
    output.line(
      { cursor, event_id, type, about, answer },
      `${String(cursor).padStart(6)}  ${answer}  ${type}  ${about}`,
    )
  }
}

interface Told {
  readonly cursor: number
  readonly event_id: string
  readonly message: { readonly type: string; readonly data: object }
}

interface Feed {
  latest(): Promise<number>
  follow(options: FollowOptions): AsyncGenerator<Told, void>
}

/**
 * The merchant's feed is what webhooks tell, whatever becomes of one connection. A profile that only has a connection hears
 * of its requests.
 */
const feedOf = async (profiles: ProfileStore): Promise<Feed> => {
  const profile = profiles.read()
  if (speaksForMerchant(profile)) {
    const { feed } = merchantOf(profile)
    return {
      latest: () => feed.latest(),
      async *follow(options) {
        for await (const { cursor, event_id, ...message } of feed.follow(options)) {
          yield { cursor, event_id, message }
        }
      },
    }
  }
  const agent = connectedAgentOf(profiles)
  const { connection } = await agent.connections.read('current')
  return {
    latest: () => agent.events.latest(),
    async *follow(options) {
      for await (const event of agent.events.follow(options)) {
        const { cursor, event_id } = event
        yield { cursor, event_id, message: messageOf(event, connection.connection_id) }
      }
    },
  }
}

/** The same at every start, so that it is set once in the program that is tried. */
const withSecret = (now: Profile): Profile =>
  now.listen_secret ? now : { ...now, listen_secret: `whsec_${randomBytes(32).toString('base64')}` }

const messageOf = (event: PaymentEvent, connection_id: string): PaymentRequestWebhook => ({
  type: event.type as PaymentRequestWebhook['type'],
  timestamp: event.occurred_at,
  data: {
    request_id: event.request_id,
    connection_id,
    status: event.status,
    previous_status: event.previous_status,
    cursor: event.cursor,
  },
})

/** The status that came back, or why none did. One try: what failed is sent again with --since. */
const post = async (url: string, body: string, signed: Record<string, string>): Promise<number | string> => {
  const headers = { 'content-type': 'application/json', 'user-agent': 'pursestrings-listen', ...signed }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const answer = await fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal })
    await answer.body?.cancel()
    return answer.status
  } catch (failure) {
    if (signal.aborted) return 'timeout'
    const { cause } = failure as { cause?: { code?: string } }
    return cause?.code ?? 'failed'
  }
}

const address = (text: string): string => {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol)) return url.href
  throw new InvalidArgumentError('Use a URL such as http://localhost:3000/hook.')
}

export const addListen = (program: Command): void => {
  addCommand(program, 'listen', 'Forward events to a local URL as signed webhooks', [
    'listen --forward-to http://localhost:3000/hook',
    'listen --forward-to http://localhost:3000/hook --since 0',
  ])
    .addOption(needed('--forward-to <url>', 'where to send webhooks').argParser(address))
    .addOption(
      takes(
        new Option('--since <cursor>', 'start after this event (default: new events only)'),
        INPUTS['feed.list'].since,
      ),
    )
    .addOption(
      takes(
        new Option('--events <types>', 'comma-separated types (default: all)'),
        INPUTS['webhook_endpoints.create'].event_types,
      ),
    )
    .action(runs(listen))
}
