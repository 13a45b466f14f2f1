/** Which key does what, beside those of the pages. */

/** Pages with a form or a dialog for something new, which takes the focus. */
export const NEW = {
  d: { to: '/domains', label: 'domains.add' },
  p: { to: '/recipients', label: 'recipients.add' },
  k: { to: '/api-keys', label: 'keys.merchant.create' },
  w: { to: '/webhooks', label: 'webhooks.add' },
} as const

const KEPT = 'single-keys'

/** Single keys can be switched off, for those whose software types for them. */
export const singleKeys = {
  on: (): boolean => localStorage.getItem(KEPT) !== 'off',
  set: (on: boolean): void => localStorage.setItem(KEPT, on ? 'on' : 'off'),
}

export const isMac = (): boolean => /Mac|iP(hone|ad)/.test(navigator.platform)
