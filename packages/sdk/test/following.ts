/** A feed that grows while the service that it is read from goes away and comes back. */
import { type AgentClientOptions, createAgentClient, type PaymentEvent } from '@pursestrings/sdk'
import type { TestConnection } from '../../../server/test/connection.ts'
import type { FeedWorld } from '../../../server/test/events-feed.ts'
import { until } from '../../../server/test/until.ts'

export interface Interrupted {
  readonly restarts: number
  /** Ends the service at the followed address and starts it again there. */
  restart(): Promise<void>
  readonly options: Pick<AgentClientOptions, 'base_url'>
  readonly connection: TestConnection
}

/** What the follower saw, and how often it was interrupted. */
export const followAcrossRestarts = async (
  feed: FeedWorld,
  { restarts, restart, options, connection }: Interrupted,
): Promise<{ cursors: number[]; written: number; interruptions: number }> => {
  const agent = createAgentClient({ ...options, connection_token: connection.connection_token })
  const cursors: number[] = []
  const over = new AbortController()
  let interruptions = 0
  const onInterruption = () => {
    interruptions++
  }
  const following = (async () => {
    // As a program does that is itself restarted now and then: it goes on from the cursor that it kept.
    while (!over.signal.aborted) {
      let taken = 0
      for await (const event of agent.events.follow({
        since: cursors.at(-1) ?? 0,
        signal: over.signal,
        onInterruption,
      })) {
        cursors.push((event satisfies PaymentEvent).cursor)
        if (++taken === 37) break
      }
    }
  })()
  let written = 0
  const write = async (count: number) => {
    await feed.create(connection, count)
    written += count
  }
  await write(10)
  await until(() => cursors.length >= 10, 30_000)
  for (let i = 0; i < restarts; i++) {
    const down = restart()
    await write(5)
    await down
    await write(5)
  }
  await until(() => (cursors.at(-1) ?? 0) >= written, 60_000)
  over.abort()
  await following
  return { cursors, written, interruptions }
}
