/** `events`: the feed of the connection, from where it was left, and the feed of the merchant, which holds what webhooks tell. */
import type { FeedReset } from '@pursestrings/sdk'
import { INPUTS } from '@pursestrings/sdk/inputs'
import { type Command, Option } from 'commander'
import { connectedAgentOf, connectionOf, merchantOf } from '../clients.ts'
import { takes } from '../field-option.ts'
import type { ProfileStore } from '../profile-store.ts'
import { eventText, resetText } from '../request-text.ts'
import { addCommand, addGroup, type Run, runs, untilInterrupted } from '../run.ts'

interface Follow {
  readonly since?: number
  /** False with --no-wait. */
  readonly wait: boolean
}

const follow = async ({ profiles, output }: Run, { since: from, wait }: Follow): Promise<void> => {
  const profile = profiles.read()
  const agent = connectedAgentOf(profiles)
  const connection = connectionOf(profile)
  const since = from ?? connection.cursor ?? 0
  const last = wait ? Number.POSITIVE_INFINITY : await agent.events.latest()
  if (since >= last) return
  const interrupted = untilInterrupted()
  if (wait) output.note(`Following events after ${since}. Press Ctrl-C to stop.`)
  const events = agent.events.follow({
    since,
    signal: interrupted,
    onInterruption: (_failure, pause_ms) =>
      output.note(`Can't reach the service. Retrying in ${Math.ceil(pause_ms / 1000)} s.`),
    onReset: (reset) => output.note(resetText(reset)),
  })
  for await (const event of events) {
    output.line(event, eventText(event))
    await remember(profiles, connection.connection_id, event.cursor)
    if (event.cursor >= last) break
  }
}

/** Without a wait from the start, else only what is new; what was printed is not remembered, since many may read. */
const ofMerchant = async ({ profiles, output }: Run, { since: from, wait }: Follow): Promise<void> => {
  const { feed } = merchantOf(profiles.read())
  const end = await feed.latest()
  const since = from ?? (wait ? end : 0)
  if (!wait && since >= end) return
  if (wait) output.note(`Following events after ${since}. Press Ctrl-C to stop.`)
  const onReset = (reset: FeedReset) => output.note(resetText(reset))
  for await (const event of feed.follow({ since, signal: untilInterrupted(), onReset })) {
    const [subject = ''] = Object.values(event.data)
    output.line(event, `${String(event.cursor).padStart(6)}  ${event.timestamp}  ${event.type}  ${String(subject)}`)
    if (!wait && event.cursor >= end) break
  }
}

/** After it was printed: one that was not is printed again. */
const remember = (profiles: ProfileStore, connection_id: string, seen: number): Promise<unknown> =>
  profiles.change((now) =>
    now.connection?.connection_id === connection_id ? { ...now, connection: { ...now.connection, cursor: seen } } : now,
  )

export const addEvents = (program: Command): void => {
  const events = addGroup(program, 'events', 'Events of the connection or the organization', ['events follow'])
  addCommand(events, 'follow', 'Print new events in order; continue where you stopped', [
    'events follow',
    'events follow --since 0 --no-wait --json  # a document per line',
  ])
    .addOption(takes(new Option('--since <cursor>', 'last cursor seen; 0 is the start'), INPUTS['events.list'].since))
    .option('--no-wait', 'print existing events, then exit')
    .action(runs(follow))
  addCommand(events, 'merchant', 'Print the same events as webhooks, in order', [
    'events merchant',
    'events merchant --since 0 --no-wait --json',
  ])
    .addOption(takes(new Option('--since <cursor>', 'last cursor seen; 0 is the start'), INPUTS['feed.list'].since))
    .option('--no-wait', 'print existing events, then exit')
    .action(runs(ofMerchant))
}
