/** A service of the test's own as a place for the kit: its mailbox, its merchants' web. */
import { AUDIENCE } from '../../../server/test/agent.ts'
import { answerJson } from '../../../server/test/deliveries.ts'
import { type MerchantWeb, startMerchantWeb } from '../../../server/test/merchant-web.ts'
import { LIST_FILE } from '../../../server/test/payee.ts'
import { startWorld } from '../../../server/test/world.ts'
import type { Place } from '../src/place.ts'

export interface KitPlace extends Place {
  stop(): Promise<void>
}

const HOST = 'shop.test'

export const startKitPlace = async (settings: Readonly<Record<string, string>> = {}): Promise<KitPlace> => {
  // Between the look for a free port and its use, another process may take it.
  const web = await startMerchantWeb().catch(() => startMerchantWeb())
  const world = await startWorld({ ...web.settings, LOG_LEVEL: 'error', ...settings })
  return {
    base_url: world.url,
    audience: AUDIENCE,
    emailFor: (name) => `${name}@merchant.example`,
    async linkFor(email, ask) {
      const seen = world.mailbox.mails.filter((mail) => mail.to === email && mail.text.includes('#token=')).length
      await ask()
      const { text } = await world.mailbox.next(email, seen, '#token=')
      return /\S+#token=\S+/.exec(text)?.[0] ?? ''
    },
    ...publishedOn(web),
    async stop() {
      await world.stop()
      await web.stop()
    },
  }
}

const publishedOn = (web: MerchantWeb): Pick<Place, 'host' | 'publishChallenge' | 'listPayee' | 'receive'> => ({
  host: HOST,
  publishChallenge(value) {
    web.files.set(`${HOST}/.well-known/svc-challenge.txt`, value)
  },
  listPayee(entry) {
    const listed = JSON.parse(web.files.get(HOST + LIST_FILE) ?? '{"recipients":[]}') as { recipients: object[] }
    web.files.set(HOST + LIST_FILE, JSON.stringify({ recipients: [...listed.recipients, entry] }))
  },
  receive: (answer) =>
    web.webhooks.place(({ body, headers }, response) => answerJson(response, answer(body, headers))).url,
})
