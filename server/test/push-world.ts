/** A service that sends push messages, and a push service to send them to. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import {
  type PushServiceDouble,
  type PushSubscriptionOnWire,
  startPushServiceDouble,
} from '../../tests/push-service-double/push-service-double.ts'
import type { TestDevice } from './device.ts'
import { createTestAuthority } from './egress/test-authority.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

export const DEVICE_PATH = '/v1/app-devices/current'
export const PUSH_PATH = `${DEVICE_PATH}/push-subscription`

export interface PushWorld {
  readonly world: World
  readonly web: MerchantWeb
  readonly push: PushServiceDouble
  /** What the service shows. */
  readonly application_server_key: string
  /** Subscribes the device at the push service, and tells the service. */
  subscribe(device: TestDevice): Promise<PushSubscriptionOnWire>
  arrivedAt(endpoint: string): PushServiceDouble['arrived']
  /** Until everything that happened is in the feeds. */
  untilSequenced(): Promise<void>
  /** Until the worker has looked at all that is in the device's feed. */
  untilLooked(device: TestDevice): Promise<void>
  stop(): Promise<void>
}

export const newPushKey = (key_id: string): string => `${key_id}:${randomBytes(32).toString('base64url')}`

/** `books.test` is a name that leads to this machine, and that is not on the list of those that may. */
export const startPushWorld = async (overrides: Record<string, string> = {}): Promise<PushWorld> => {
  const web = await startMerchantWeb()
  using authority = createTestAuthority()
  const push = await startPushServiceDouble(authority.issue(['127.0.0.1']))
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-push-'))
  const TRUSTED_CA_FILE = join(folder, 'roots.pem')
  writeFileSync(
    TRUSTED_CA_FILE,
    `${authority.root}\n${readFileSync(web.settings['TRUSTED_CA_FILE'] as string, 'utf8')}`,
  )
  const sites = (web.settings['OUTBOUND_LOOPBACK'] as string).split(',').filter((site) => !site.startsWith('books.'))
  const world = await startWorld({
    ...web.settings,
    TRUSTED_CA_FILE,
    OUTBOUND_LOOPBACK: [...sites, `127.0.0.1:${push.port}`].join(','),
    PUSH_KEYS: newPushKey('push-1'),
    WEBHOOK_SECRET_KEYS: `seal-1:${randomBytes(32).toString('base64url')}`,
    SECURITY_CONTACT: 'mailto:operator@pursestrings.example',
    WEBHOOK_TIME_SCALE: '20',
    ...overrides,
  })
  const someone = await world.call('POST', '/v1/app-devices', { body: { name: 'Phone', platform: 'web' } })
  const headers = { authorization: `Bearer ${someone.json.token}` }
  const { application_server_key } = (await world.call('GET', DEVICE_PATH, { headers })).json
  const query = (text: string, values: unknown[] = []) => world.database.admin.query(text, values)
  const untilSequenced = () => until(async () => (await query('select from events_pending limit 1')).rowCount === 0)
  return {
    world,
    web,
    push,
    application_server_key,
    untilSequenced,
    async subscribe(device) {
      // So that no message is of what happened before.
      await untilSequenced()
      const body = push.subscribe(application_server_key)
      const set = await device.call('POST', PUSH_PATH, { body })
      if (set.status !== 200) throw new Error(set.text)
      return body
    },
    arrivedAt: (endpoint) => push.arrived.filter((one) => one.endpoint === endpoint),
    async untilLooked(device) {
      await untilSequenced()
      const { json } = await device.call('GET', '/v1/events?limit=500')
      const text = 'select from push_subscriptions where device_id = $1 and due_at is null and notified_cursor >= $2'
      const values = [uuidOf('dev', device.device_id), json.next_since]
      await until(async () => (await query(text, values)).rowCount === 1)
    },
    async stop() {
      await world.stop()
      await push.stop()
      await web.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
