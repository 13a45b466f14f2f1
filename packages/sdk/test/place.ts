/** A service of the test's own as a place for journeys: its mailbox, its merchants' web, its clock. */

import { AUDIENCE } from '../../../server/test/agent.ts'
import { changeFacts } from '../../../server/test/change-facts.ts'
import { type MerchantWeb, startMerchantWeb } from '../../../server/test/merchant-web.ts'
import { newStellarAddress } from '../../../server/test/payee.ts'
import { answerJson } from '../../../server/test/webhook-receiver.ts'
import { startWorld, type World } from '../../../server/test/world.ts'
import type { Place } from './journeys.ts'

export interface TestPlace extends Place {
  readonly world: World
  readonly web: MerchantWeb
  expire(request_id: string): Promise<void>
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
      const seen = world.mailbox.mails.filter((mail) => mail.to === email).length
      await ask()
      const { text } = await world.mailbox.next(email, seen)
      return /\S+#token=\S+/.exec(text)?.[0] ?? ''
    },
    publish(path, text) {
      web.files.set(host + path, text)
    },
    receive: (answer) =>
      web.webhooks.place(async ({ body, headers }, response) => {
        const said = await answer(body, headers).catch(() => undefined)
        answerJson(response, said ?? {}, said ? 200 : 400)
      }).url,
    newAddress: newStellarAddress,
    async expire(request_id) {
      const { admin } = world.database
      const named = "select payment_request_id as id from payment_requests where request_id = $1 and status = 'pending'"
      const { rows } = await admin.query(named, [request_id])
      const ids = rows.map(({ id }) => id)
      await changeFacts(admin, ids, "expires_at = now() - interval '1 second'")
    },
    async stop() {
      await world.stop()
      await web.stop()
    },
  }
}
