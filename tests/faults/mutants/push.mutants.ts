/** Push messages: whose they are, where they may go, what they say, and when they end. */
import type { Mutant } from './mutant.ts'

const TEST = 'server/test/push.test.ts'

export const pushMutants: readonly Mutant[] = [
  {
    name: "a wallet sees and deletes another device's push subscription",
    file: 'server/schema/connections/push.sql',
    find: 'create policy wallet on push_subscriptions to pursestrings_app\n  using (device_id = device())',
    replace: 'create policy wallet on push_subscriptions to pursestrings_app\n  using (true)',
    test: TEST,
    caught_by: 'the database itself lets a wallet see and delete nothing but its own row',
  },
  {
    name: 'push messages are sent to whatever address a device names',
    file: 'server/src/connections/push/push-target.ts',
    find: 'endpointUrl(endpoint, loopback)',
    replace: '{ ok: true, url: endpoint } as ReturnType<typeof endpointUrl>',
    test: 'server/test/push-endpoints.test.ts',
    caught_by: 'https://10.0.0.8/send/1 is no place to send to',
  },
  {
    name: 'a push message names the device',
    file: 'server/src/connections/push/send-push.worker.ts',
    find: 'Buffer.from(PUSH_MESSAGE)',
    replace: 'Buffer.from(JSON.stringify({ ...JSON.parse(PUSH_MESSAGE), device_id: claimed.device_id }))',
    test: TEST,
    caught_by: 'a message that says nothing but that something waits',
  },
  {
    name: 'a push service that says 410 is asked again',
    file: 'server/src/connections/push/send-push.worker.ts',
    find: 'status === 404 || status === 410',
    replace: 'status === 404',
    test: TEST,
    caught_by: 'an answer of 410 from the push service ends the subscription',
  },
  {
    name: 'a push service that asks for time gets none',
    file: 'server/src/connections/push/send-push.worker.ts',
    find: 'Math.max(delay, asked)',
    replace: 'delay',
    test: 'server/src/connections/push/judge-push.test.ts',
    caught_by: 'a push service may ask for more time',
  },
  {
    name: 'a removed device goes on getting push messages',
    file: 'server/schema/connections/push.sql',
    find: 'delete from push_subscriptions s where s.device_id = new.device_id;',
    replace: 'perform from push_subscriptions s where s.device_id = new.device_id;',
    test: TEST,
    caught_by: 'a removed device has none',
  },
  {
    name: 'what comes of a replaced push subscription ends the new one',
    file: 'server/src/connections/push/push-subscriptions.store.ts',
    find: "const THIS_CLAIM = 'where device_id = $1 and claim = $2'",
    replace: "const THIS_CLAIM = 'where device_id = $1 and coalesce($2::uuid, claim) is not null'",
    test: TEST,
    caught_by: 'what it says in the end changes nothing',
  },
]
