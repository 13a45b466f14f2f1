/** `events follow`: the feed of the connection, every event once, from where it was left. */
import { INPUTS } from '@countersign/sdk/inputs'
import { type Command, Option } from 'commander'
import { connectedAgentOf, connectionOf } from '../clients.ts'
import { takes } from '../field-option.ts'
import type { ProfileStore } from '../profile-store.ts'
import { eventText } from '../request-text.ts'
import { addCommand, addGroup, type Run, runs, untilInterrupted } from '../run.ts'

interface Follow {
  readonly since?: number
  /** False with --no-wait. */
  readonly wait: boolean
}

const follow = async ({ profiles, output }: Run, { since: from, wait }: Follow): Promise<void> => {
  const profile = profiles.read()
  const agent = connectedAgentOf(profile)
  const connection = connectionOf(profile)
  const since = from ?? connection.cursor ?? 0
  const last = wait ? Number.POSITIVE_INFINITY : await agent.events.latest()
  if (since >= last) return
  const interrupted = untilInterrupted()
  if (wait) output.note(`Following from ${since} on; Ctrl-C ends it.`)
  const events = agent.events.follow({
    since,
    signal: interrupted,
    onInterruption: (_failure, pause_ms) =>
      output.note(`The service does not answer; next try in ${Math.ceil(pause_ms / 1000)} s.`),
  })
  for await (const event of events) {
    output.line(event, eventText(event))
    await remember(profiles, connection.connection_id, event.cursor)
    if (event.cursor >= last) break
  }
}

/** After it was printed: one that was not is printed again. */
const remember = (profiles: ProfileStore, connection_id: string, seen: number): Promise<unknown> =>
  profiles.change((now) =>
    now.connection?.connection_id === connection_id ? { ...now, connection: { ...now.connection, cursor: seen } } : now,
  )

export const addEvents = (program: Command): void => {
  const events = addGroup(program, 'events', 'What happens to the requests of the connection', ['events follow'])
  addCommand(events, 'follow', 'Print each event once, in order, until Ctrl-C; go on where it was left', [
    'events follow',
    'events follow --since 0 --no-wait --json  # a document per line',
  ])
    .addOption(
      takes(new Option('--since <cursor>', 'the last event seen; 0 is the start'), INPUTS['events.list'].since),
    )
    .option('--no-wait', 'print what there is, and end')
    .action(runs(follow))
}
