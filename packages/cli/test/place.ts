/** What `npm run dev` has, for a test alone: a service, a page with its mail, and a merchant's site in a folder. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AUDIENCE } from '../../../server/test/agent.ts'
import { createWebhookReceiver, type WebhookReceiver } from '../../../server/test/deliveries.ts'
import { startMerchantSite } from '../../../server/test/egress/merchant-site.ts'
import { createTestAuthority } from '../../../server/test/egress/test-authority.ts'
import { startWorld, type World } from '../../../server/test/world.ts'
import { startMailCatcher } from '../../../tools/dev/mail-catcher.ts'
import { startPracticeSite } from '../../../tools/dev/practice-site.ts'
import { type Home, newHome } from './command.ts'

export interface CliPlace {
  readonly world: World
  readonly mail_url: string
  readonly site: string
  /** What is posted to `https://hook.localhost` arrives here. */
  readonly webhooks: WebhookReceiver
  /** Flags that lead `demo` here. */
  readonly demo: readonly string[]
  /** A configuration of its own, with a profile for this service. */
  home(base_url?: string): Promise<Home>
  stop(): Promise<void>
}

const HOOK_HOST = 'hook.localhost'

export const startCliPlace = async (settings: Record<string, string> = {}): Promise<CliPlace> => {
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-place-'))
  const mail = await startMailCatcher({ smtp_port: 0, http_port: 0 })
  const authority = createTestAuthority()
  const webhooks = createWebhookReceiver()
  const hook = await startMerchantSite(authority.issue([HOOK_HOST]), (request, response) => {
    void webhooks.receive(request, response)
  })
  const practice = await startPracticeSite({ port: 0, folder: join(folder, 'site'), trusted: authority.root })
  const world = await startWorld({
    LOG_LEVEL: 'error',
    SMTP_URL: mail.smtp_url,
    TRUSTED_CA_FILE: practice.authority_file,
    OUTBOUND_LOOPBACK: `${practice.loopback},${HOOK_HOST}:443=${hook.port}`,
    ...settings,
  })
  const mail_url = mail.page_url.replace(/\/$/, '')
  /** As `npm run dev` says where it runs. */
  const runsAt = (base_url: string): void => {
    const where = { base_url, portal_url: world.url, wallet_url: settings['WALLET_URL'] ?? world.url, mail_url }
    writeFileSync(`${practice.folder}-run.json`, JSON.stringify(where))
  }
  const homes: Home[] = []
  return {
    world,
    mail_url,
    site: practice.folder,
    webhooks,
    demo: ['demo', '--site', practice.folder],
    async home(base_url = world.url) {
      const home = newHome()
      homes.push(home)
      runsAt(base_url)
      await home.json(['init', '--base-url', base_url, '--audience', AUDIENCE])
      return home
    },
    async stop() {
      await world.stop()
      await practice.stop()
      await hook[Symbol.asyncDispose]()
      authority[Symbol.dispose]()
      await mail.stop()
      for (const home of homes) home.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
