/** A secret that a client was given: of the right kind, and kept where neither printing nor JSON reaches it. */
import { isSecret, SECRET_KINDS, type SecretKind } from '@pursestrings/protocol/secrets'
import type { Credential } from './transport.ts'

const NAMES: Readonly<Partial<Record<SecretKind, string>>> = {
  session: 'session token',
  conn: 'connection token',
  device: 'device token',
  key: 'API key',
  mkey: 'merchant key',
}

export interface HeldSecret extends Credential {
  use(secret: string): void
}

/** `option` is what the caller sets it by. */
export const heldSecret = (kind: SecretKind, option: string, input: string | undefined): HeldSecret => {
  let held: string | undefined
  const use = (secret: string): void => {
    held = expectKind(kind, option, secret)
  }
  if (input !== undefined) use(input)
  return {
    use,
    async header() {
      if (held === undefined) throw new TypeError(`This call needs a ${NAMES[kind]}: pass ${option}.`)
      return kind === 'key' ? ['x-svc-api-key', held] : ['authorization', `Bearer ${held}`]
    },
  }
}

/** Asks for a new one after it was refused; `next` says how, where one is to be had. */
export const renewable = (held: HeldSecret, next: () => (() => Promise<string>) | undefined): Credential => {
  let refused: string | undefined
  let coming: Promise<void> | undefined
  const replace = async (): Promise<void> => {
    const ask = next()
    if (ask) held.use(await ask())
    refused = undefined
  }
  return {
    async header() {
      const header = await held.header()
      if (refused === undefined || header?.[1] !== refused) return header
      coming ??= replace().finally(() => {
        coming = undefined
      })
      await coming
      return held.header()
    },
    renew(value) {
      const possible = next() !== undefined
      if (possible) refused = value
      return possible
    },
  }
}

/** A mistyped secret, or one of another kind, is told at once and without showing it. */
const expectKind = (kind: SecretKind, option: string, secret: unknown): string => {
  if (typeof secret === 'string' && isSecret(kind, secret)) return secret
  const other = typeof secret === 'string' && SECRET_KINDS.find((one) => secret.startsWith(`svc_${one}_`))
  const why = other && other !== kind ? `that is another kind (svc_${other}_…)` : 'that is none, or it is mistyped'
  throw new TypeError(`${option} must be a ${NAMES[kind]} (svc_${kind}_…): ${why}.`)
}

/** Keys of agents, merchants and projects do not belong where every visitor can read them. */
export interface BrowserOption {
  /** Lets the client run in a browser page, for tools whose page is private. */
  readonly dangerously_allow_browser?: boolean | undefined
}

export const refuseBrowser = (client: string, { dangerously_allow_browser = false }: BrowserOption): void => {
  const { window } = globalThis as { window?: { document?: unknown } }
  if (window?.document === undefined || dangerously_allow_browser) return
  throw new TypeError(
    `${client} holds a secret that every visitor of this page could read. Run it on a server; only the wallet client is made for browsers. If this page is yours alone, set dangerously_allow_browser.`,
  )
}
