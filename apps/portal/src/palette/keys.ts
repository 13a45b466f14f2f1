/** Which key does what. Two keys in a row go somewhere; each place is a page of the side bar. */
export const GO = {
  o: { to: '/', label: 'nav.overview' },
  r: { to: '/requests', label: 'nav.requests' },
  p: { to: '/recipients', label: 'nav.recipients' },
  d: { to: '/domains', label: 'nav.domains' },
  a: { to: '/agents', label: 'nav.agents' },
} as const

/** Pages with a form for something new, which takes the focus. */
export const NEW = {
  d: { to: '/domains', label: 'domains.add' },
  p: { to: '/recipients', label: 'recipients.add' },
} as const

const KEPT = 'single-keys'

/** Single keys can be switched off, for those whose software types for them. */
export const singleKeys = {
  on: (): boolean => localStorage.getItem(KEPT) !== 'off',
  set: (on: boolean): void => localStorage.setItem(KEPT, on ? 'on' : 'off'),
}

export const isMac = (): boolean => /Mac|iP(hone|ad)/.test(navigator.platform)
