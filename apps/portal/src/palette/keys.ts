/** Which key does what, beside those of the pages. */

/** Pages with a form or a dialog for something new, which takes the focus. Those `beyond` make what belongs to modules. */
export const NEW = {
  d: { to: '/domains', label: 'domains.add', beyond: false },
  p: { to: '/recipients', label: 'recipients.add', beyond: false },
  k: { to: '/api-keys', label: 'keys.merchant.create', beyond: true },
  w: { to: '/webhooks', label: 'webhooks.add', beyond: false },
} as const

const KEPT = 'single-keys'

/** Single keys can be switched off, for those whose software types for them. */
export const singleKeys = {
  on: (): boolean => localStorage.getItem(KEPT) !== 'off',
  set: (on: boolean): void => localStorage.setItem(KEPT, on ? 'on' : 'off'),
}

export const isMac = (): boolean => /Mac|iP(hone|ad)/.test(navigator.platform)
