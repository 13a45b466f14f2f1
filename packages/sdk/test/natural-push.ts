/** Setting and deleting a push subscription: repeated after a lost answer, and done once. */
import { setPushSubscription } from '@pursestrings/contract/devices/push-operations'
import type { DevicesSetPushSubscriptionInput } from '@pursestrings/sdk'
import { expect } from 'vitest'
import type { Place } from '../../../tests/acceptance/place.ts'
import { registerWallet } from '../../../tests/acceptance/steps/wallet.ts'

interface Stage {
  readonly place: Place
  lost<T>(route: string, call: () => PromiseLike<T>): Promise<T | string>
}

/** With this key the example of the contract is subscribed; RFC 8291 shows both halves. */
export const EXAMPLE_PUSH_KEYS = 'push-1:yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'

const PATH = '/v1/app-devices/current/push-subscription'
const subscription = setPushSubscription.example.body as DevicesSetPushSubscriptionInput

export const naturalPush = (stage: () => Stage): Readonly<Record<string, () => Promise<void>>> => ({
  'devices.set_push_subscription': async () => {
    const { place, lost } = stage()
    const wallet = await registerWallet(place)
    const answer = await lost(`POST ${PATH}`, () => wallet.devices.setPushSubscription(subscription))
    expect(answer).toMatchObject({ push_subscription: { last_sent_at: null, failing_since: null } })
    expect((await wallet.devices.readCurrent()).push_subscription).not.toBeNull()
  },
  'devices.delete_push_subscription': async () => {
    const { place, lost } = stage()
    const wallet = await registerWallet(place)
    await wallet.devices.setPushSubscription(subscription)
    const answer = await lost(`DELETE ${PATH}`, () => wallet.devices.deletePushSubscription())
    expect(answer).toMatchObject({ push_subscription: null })
  },
})
