/** A webhook endpoint of the demo's shop: the practice site takes what comes, after one delivery that it did not take. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { merchantOf } from '../clients.ts'
import { failed } from '../stop.ts'
import { PRACTICE_HOST } from './demo-site.ts'
import { kept, made, type Step } from './demo-steps.ts'

const ADDRESS = `https://${PRACTICE_HOST}/webhooks`
/** A port that nobody listens on. */
const NOBODY = '1'
const LOOKS = 60
const LOOK_MS = 250

export const webhooks: Step = {
  name: 'webhooks',
  async run({ profiles, site }) {
    const { webhookEndpoints, webhookDeliveries } = merchantOf(profiles.read())
    const found = (await webhookEndpoints.list().toArray()).find(({ url }) => url === ADDRESS)
    if (found) return kept(`${ADDRESS} is ${found.status}`)
    const { webhook_endpoint } = await webhookEndpoints.create({ url: ADDRESS })
    const { webhook_endpoint_id } = webhook_endpoint
    await webhookEndpoints.verify(webhook_endpoint_id)
    const detour = join(site, '.posts-go-to')
    await writeFile(detour, NOBODY)
    try {
      await webhookEndpoints.test(webhook_endpoint_id)
      for (let looks = 1; ; looks++) {
        const [first] = await webhookDeliveries.list({ webhook_endpoint_id }).toArray({ limit: 1 })
        if (first && first.attempts.length > 0) break
        if (looks === LOOKS) throw failed('No webhook was sent.', "Check that the service's worker is running.")
        await pause(LOOK_MS)
      }
    } finally {
      await rm(detour, { force: true })
    }
    return made(`${ADDRESS} takes every event, after one delivery that failed`)
  },
}
