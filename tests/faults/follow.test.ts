/** An agent follows its feed with the SDK while the api process is killed and started 20 times: nothing missed or repeated. */
import { afterAll, expect, test } from 'vitest'
import { followAcrossRestarts } from '../../packages/sdk/test/following.ts'
import { startFeedWorld } from '../../server/test/events-feed.ts'
import { startProcess } from '../../server/test/process.ts'
import { freePort } from '../../tools/dev/free-port.ts'
import { judge } from './events-readers.ts'
import { report } from './report.ts'

const RESTARTS = 20
const figures: Record<string, unknown> = {}
afterAll(() => report('follow', figures))

test('across 20 kills of the process, each event comes once and in order', { timeout: 900_000 }, async () => {
  const feed = await startFeedWorld({ LOG_LEVEL: 'silent' })
  const settings = { ...feed.world.settings, LOG_LEVEL: 'info', PORT: String(await freePort()), DATABASE_POOL_MAX: '5' }
  let api = await startProcess('api', settings)
  let kills = 0
  const { cursors, written, interruptions } = await followAcrossRestarts(feed, {
    restarts: RESTARTS,
    options: { base_url: api.url },
    connection: await feed.connect(),
    async restart() {
      // Half of them die, half of them go.
      await api.end(kills++ % 2 === 0 ? 'SIGKILL' : 'SIGTERM')
      api = await startProcess('api', settings)
    },
  })
  await api.end()
  await feed.stop()
  Object.assign(figures, {
    restarts: RESTARTS,
    written,
    seen: cursors.length,
    interruptions,
    ...judge(cursors, 0, written),
  })
  expect(figures).toMatchObject({ seen: written, missed: 0, repeated: 0, disordered: 0 })
  expect(interruptions).toBeGreaterThan(0)
})
