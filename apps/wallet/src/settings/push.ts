/**
 * Push messages on this device: the browser subscribes at its maker's push service, and the service gets to know where. What
 * they say is fixed words of the service worker.
 */
import { api } from '../client.ts'

export interface PushState {
  /** What to subscribe with. */
  readonly key: string
  readonly on: boolean
  /** The user, or the browser, forbids notifications; only they can allow them again. */
  readonly denied: boolean
}

/** The browser said no, and asking again would not help. */
export class NotificationsDenied extends Error {}
/** The browser has no push service, or cannot reach it. */
export class PushFailed extends Error {}

const shellWorker = async (): Promise<ServiceWorkerRegistration | undefined> => {
  const can = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
  return can ? navigator.serviceWorker.getRegistration('/') : undefined
}

/** Null where there is nothing to switch: this browser cannot, or this service does not. */
export const readPush = async (): Promise<PushState | null> => {
  const worker = await shellWorker()
  if (!worker) return null
  const { application_server_key: key, push_subscription } = await api().devices.readCurrent()
  if (key === null) return null
  // The service forgets one that the push service ended, and the browser one that its user cleared.
  const here = await worker.pushManager.getSubscription()
  return { key, on: push_subscription !== null && here !== null, denied: Notification.permission === 'denied' }
}

export const switchOn = async (key: string): Promise<void> => {
  const worker = await shellWorker()
  if (!worker) throw new PushFailed()
  if ((await Notification.requestPermission()) !== 'granted') throw new NotificationsDenied()
  // One that was made with another key would be refused.
  await unsubscribeHere()
  const options = { userVisibleOnly: true, applicationServerKey: key }
  const subscription = await worker.pushManager.subscribe(options).catch((cause: unknown) => {
    throw new PushFailed('no subscription', { cause })
  })
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {}
  await api().devices.setPushSubscription({
    endpoint: subscription.endpoint,
    keys: { p256dh, auth },
    application_server_key: key,
  })
}

/** The service first: once it has forgotten, nothing is sent any more. */
export const switchOff = async (): Promise<void> => {
  await api().devices.deletePushSubscription()
  await unsubscribeHere()
}

export const unsubscribeHere = async (): Promise<void> => {
  const worker = await shellWorker()
  await (await worker?.pushManager.getSubscription())?.unsubscribe()
}
