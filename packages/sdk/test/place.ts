/** A service of the test's own as a place for journeys: its mailbox, its merchants' web, its clock. */

import { AUDIENCE } from '../../../server/test/agent.ts'
import { changeFacts } from '../../../server/test/change-facts.ts'
import { type MerchantWeb, startMerchantWeb } from '../../../server/test/merchant-web.ts'
import { LIST_FILE } from '../../../server/test/payee.ts'
import { startWorld, type World } from '../../../server/test/world.ts'
import type { Place } from '../../../tests/acceptance/place.ts'

export interface TestPlace extends Place {
  readonly world: World
  readonly web: MerchantWeb
  /** Lets the time of a pending request run out. */
  expire(request_id: string): Promise<void>
  /** As `expire`, once the time has been noticed: the request is expired, and its facts still say when. */
  noticeExpiry(request_id: string): Promise<void>
  stop(): Promise<void>
}

export const startPlace = async (settings: Record<string, string> = {}): Promise<TestPlace> => {
  // Between the look for a free port and its use, another process may take it.
  const web = await startMerchantWeb().catch(() => startMerchantWeb())
  const world = await startWorld({ ...web.settings, LOG_LEVEL: 'error', ...settings })
  const host = 'shop.test'
  return {
    world,
    web,
    base_url: world.url,
    audience: AUDIENCE,
    host,
    async linkFor(email, ask) {
      const seen = world.mailbox.mails.filter((mail) => mail.to === email && mail.text.includes('#token=')).length
      await ask()
      const { text } = await world.mailbox.next(email, seen, '#token=')
      return /\S+#token=\S+/.exec(text)?.[0] ?? ''
    },
    publishChallenge(value) {
      web.files.set(`${host}/.well-known/svc-challenge.txt`, value)
    },
    listPayee(entry) {
      const { recipients } = JSON.parse(web.files.get(host + LIST_FILE) ?? '{"recipients":[]}') as {
        recipients: object[]
      }
      web.files.set(host + LIST_FILE, JSON.stringify({ recipients: [...recipients, entry] }))
    },
    expire: (request_id) => changePending(world, request_id, "expires_at = now() - interval '1 second'"),
    noticeExpiry: (request_id) => changePending(world, request_id, "status = 'expired'"),
    async stop() {
      await world.stop()
      await web.stop()
    },
  }
}

const changePending = async ({ database: { admin } }: World, request_id: string, change: string): Promise<void> => {
  const named = "select payment_request_id as id from payment_requests where request_id = $1 and status = 'pending'"
  const { rows } = await admin.query(named, [request_id])
  await changeFacts(
    admin,
    rows.map(({ id }) => id),
    change,
  )
}
