/**
 * Is there a wallet, and is it open? Open means that the device's token is in memory; a signature asks again. It locks when
 * nobody has touched it for a while, in every tab at once.
 */
import { useSyncExternalStore } from 'react'
import type { Device } from './device.ts'
import { dropHeldKeys, heldKeys } from './held-keys.ts'
import { keepVault, readVault } from './store.ts'
import {
  type DeviceKey,
  type MoreKeys,
  type OpenDevice,
  type Opener,
  openDevice,
  openDeviceKey,
  openSigningKeys,
  type SigningKeys,
  type Vault,
  withDevice,
} from './vault.ts'

export interface Session {
  readonly vault: Vault | undefined
  readonly is_open: boolean
  /** Locked because nobody touched it, and not by a press. */
  readonly is_idle?: boolean
}

let session: Session = { vault: undefined, is_open: false }
let opened: OpenDevice | undefined
let reporting_key: DeviceKey | undefined
const listeners = new Set<() => void>()
/** Of the service, with its cache of answers: the start and the locked wallet are drawn without it. */
let client: typeof import('../client.ts') | undefined
const loadedClient = async () => {
  client ??= await import('../client.ts')
  return client
}
const tabs = new BroadcastChannel('wallet-session')

const change = (next: Session): void => {
  session = next
  for (const tell of listeners) tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const currentSession = (): Session => session
export const useSession = (): Session => useSyncExternalStore(subscribe, currentSession)

/** The open wallet; pages inside the frame are drawn only while there is one. */
export const useVault = (): Vault => {
  const { vault } = useSession()
  if (!vault) throw new Error('there is no wallet')
  return vault
}

export const startSession = async (): Promise<void> => {
  change({ vault: await readVault(), is_open: false })
  tabs.addEventListener('message', ({ data }: MessageEvent<'lock' | 'idle' | 'changed'>) => {
    if (data === 'lock' || data === 'idle') close(data === 'idle')
    else void readVault().then((vault) => (vault ? change({ ...session, vault }) : forget()))
  })
  watchIdle()
}

const close = (is_idle = false): void => {
  opened = undefined
  reporting_key = undefined
  dropHeldKeys()
  client?.closeClient()
  change({ ...session, is_open: false, is_idle })
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin alone
const tellTabs = (said: 'lock' | 'idle' | 'changed'): void => tabs.postMessage(said)

export const lock = (is_idle = false): void => {
  close(is_idle)
  tellTabs(is_idle ? 'idle' : 'lock')
}

/** A wallet was made, imported or removed. */
export const openWith = async (vault: Vault, device: OpenDevice): Promise<void> => {
  await keepVault(vault)
  await (await loadedClient()).openClient(device.device)
  opened = device
  touched()
  change({ vault, is_open: true })
  tellTabs('changed')
}

export const unlock = async (opener: Opener): Promise<void> => {
  const { vault } = session
  if (!vault) throw new Error('there is no wallet')
  // Loaded while the passphrase is stretched: both take a moment.
  const [device, { openClient, learnAddress }] = await Promise.all([
    openDevice(vault, opener),
    loadedClient().then(async (loaded) => {
      await loaded.loadClient()
      return loaded
    }),
  ])
  const { isOwed } = await import('../paying/journal.ts')
  reporting_key = (await isOwed()) ? await openDeviceKey(vault, opener) : undefined
  await openClient(device.device)
  opened = device
  await learnAddress(device.device, vault, opener)
  touched()
  change({ vault: session.vault, is_open: true })
}

/**
 * The device's key, where the wallet was opened while something that was decided was not told yet: a connection may take
 * signed reports alone. It is dropped as soon as nothing is left to tell.
 */
export const reportingKey = (): DeviceKey | undefined => reporting_key
export const dropReportingKey = (): void => {
  reporting_key = undefined
}

/** For one answer: asked for with the passphrase or the passkey, and kept by nobody. */
export const unlockDeviceKey = (opener: Opener): Promise<DeviceKey> => {
  const { vault } = session
  if (!vault) throw new Error('there is no wallet')
  return openDeviceKey(vault, opener)
}

/** For one payment: asked for with the passphrase or the passkey each time, and kept by nobody. */
export const unlockSigningKeys = (opener: Opener, more?: MoreKeys): Promise<SigningKeys> => {
  const { vault } = session
  if (!vault) throw new Error('there is no wallet')
  return openSigningKeys(vault, opener, more)
}

export const replaceVault = async (vault: Vault): Promise<void> => {
  await keepVault(vault)
  change({ ...session, vault })
  tellTabs('changed')
}

const forget = (): void => {
  close()
  change({ vault: undefined, is_open: false })
}

export const forgetWallet = (): void => {
  forget()
  tellTabs('changed')
}

/** The device's facts have changed: another token, or pins that moved by endorsement. */
export const keepDevice = async (device: Device): Promise<void> => {
  if (!opened || !session.vault) throw new Error('the wallet is locked')
  const { key } = opened
  const vault = await withDevice(session.vault, key, device)
  await keepVault(vault)
  opened = { device, key }
  await (await loadedClient()).openClient(device)
  change({ ...session, vault })
}

export const openedDevice = (): Device => {
  if (!opened) throw new Error('the wallet is locked')
  return opened.device
}

const LOCK_AFTER = 'lock-after-minutes'
export const LOCK_CHOICES = [1, 5, 15, 60] as const
const LOCK_PRESET = 5

export const lockAfterMinutes = (): number => {
  const kept = Number(localStorage.getItem(LOCK_AFTER))
  return LOCK_CHOICES.find((choice) => choice === kept) ?? LOCK_PRESET
}
export const setLockAfter = (minutes: number): void => localStorage.setItem(LOCK_AFTER, String(minutes))

/** When any tab was last touched: one that nobody looks at does not lock the one that is used. */
const TOUCHED = 'touched-at'
const touched = (): void => localStorage.setItem(TOUCHED, String(Date.now()))

const LOOK_MS = 5_000
/** While it pays by itself it stays open, also in a tab that the browser lets look once a minute; not while the device sleeps. */
const AHEAD_MS = 120_000
const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/** By the clock and not by a timer: a laptop that slept wakes up locked. */
const watchIdle = (): void => {
  const touch = () => {
    lockIfIdle()
    touched()
  }
  const lockIfIdle = () => {
    const idle_ms = Date.now() - Number(localStorage.getItem(TOUCHED))
    if (session.is_open && idle_ms >= lockAfterMinutes() * 60_000) lock(true)
  }
  for (const kind of TOUCHES) addEventListener(kind, touch, { capture: true, passive: true })
  document.addEventListener('visibilitychange', lockIfIdle)
  setInterval(() => {
    lockIfIdle()
    if (session.is_open && heldKeys()) localStorage.setItem(TOUCHED, String(Date.now() + AHEAD_MS))
  }, LOOK_MS)
}
